import type { TrapCode } from '../../jobFile/problem.ts';

/**
 * The messages of a code: what is wrong, and what to do next. With several, `variant` in the `args` of the problem
 * selects one, and `usual` is shown for any other. `{name}` is replaced by the argument of that name.
 */
export type ProblemText = string | { readonly usual: string; readonly [variant: string]: string };

/** Messages for text that YAML changes or refuses. */
export const trapTexts: Readonly<Record<TrapCode, ProblemText>> = {
  'full-width': {
    usual: 'This is "{found}" ({code}), which YAML does not read as "{sign}". Replace it.',
    text: 'YAML does not read "{found}" ({code}) as "{sign}", so it is part of the text. Replace it, or put the text in quotes.',
  },
  'odd-space': {
    usual: 'This space is the character {code}, which YAML does not read as a space. Replace it.',
    invisible: 'Here is the invisible character {code}, which YAML reads as part of the text. Remove it.',
  },
  'comment-in-text': {
    usual:
      'YAML reads "{text}" as a comment, so the text ends at "{kept}". Put the text in quotes or in a block scalar ("|") to keep it.',
    file: 'In "{path}", YAML reads "{text}" as a comment, so the text of "{key}" ends at "{kept}". Put the text in quotes there to keep it.',
  },
  'comment-as-value': {
    usual: 'YAML reads "{text}" as a comment, so "{key}" has no value. Put it in quotes to keep it.',
    file: 'In "{path}", YAML reads "{text}" as a comment, so "{key}" has no value. Put it in quotes there to keep it.',
  },
  'braces-as-map':
    'YAML reads these braces as a map. For text, put it in quotes or in a block scalar ("|"). For an expression, write "${{ … }}".',
  'brackets-as-list':
    'YAML reads these brackets as a list. If they are part of the text, put all of it in a block scalar ("|").',
  'star-as-alias':
    'YAML reads "*" as an alias. If it is part of the text, put the text in quotes or in a block scalar ("|").',
  'anchor-in-text':
    'YAML reads "{text}" as the name of an anchor, so it is not part of the text. Put the text in quotes to keep it.',
  'at-sign-start': 'Text without quotes cannot start with "@" in YAML. Put it in quotes or in a block scalar ("|").',
  'backtick-start':
    'Text without quotes cannot start with a backtick in YAML. Put it in quotes or in a block scalar ("|").',
  'percent-start': 'Text without quotes cannot start with "%" in YAML. Put it in quotes or in a block scalar ("|").',
  'block-sign-start':
    'Text of a block scalar starts on the line below its "|" or ">". Move it there, or put all of it in quotes if the sign is part of the text.',
  'colon-in-text':
    'YAML reads a colon followed by a space as the end of a key. If it is part of the text, put the text in quotes or in a block scalar ("|"). Otherwise check the indentation.',
  'text-after-quote':
    'The value ends at its second quote. If the quotes are part of the text, put all of it in a block scalar ("|").',
  'ratio-as-number': 'Some YAML tools read {text} as a number in base 60. Put it in quotes.',
  'leading-zero': 'YAML reads {text} as the number {value}. Put it in quotes to keep the zeros, or remove them.',
  'large-integer': 'Other tools round {text}, which has more digits than they can hold. Genwright sends it unchanged.',
  'null-word': {
    usual: 'YAML reads {text} as no value. Put it in quotes if it is a word, or write "null".',
    file: 'In "{path}", YAML reads {text} as no value. Put it in quotes there if it is a word, or write "null".',
  },
  'value-in-text': {
    usual:
      'In a longer text, this becomes {value}. Put it in quotes if it is text. If not, add "| join(…)" or "| json" to the expression.',
    map: 'In a longer text, this map becomes {value}. To use one of its values, add its name to the expression, such as ".{member}". Put the map in quotes if it is text.',
    file: 'In a longer text, {text} of "{path}" becomes {value}. Put it in quotes there if it is text. If not, add "| join(…)" or "| json" to the expression.',
  },
  'number-in-text': {
    usual: 'In a longer text, {text} becomes {value}. Put it in quotes to keep it as it is written.',
    file: 'In a longer text, {text} of "{path}" becomes {value}. Put it in quotes there to keep it as it is written.',
  },
  'double-braces': 'Braces without "$" are text. Write "{suggestion}" for the value of "{name}".',
  'field-in-text':
    'The end of "{key}" is sent as part of its text and does not set {fields}. Move it out of the block if it is not text.',
  'expression-in-flow':
    'Between brackets or braces, YAML reads the braces of an expression as a map. Put the expression in quotes.',
};
