import type { ProblemText } from './problemText.ts';

/** Text that YAML changes or refuses. */
export const trapProblems = {
  'comment-in-text': {
    message:
      'YAML reads "{text}" as a comment, so the text ends at "{kept}". Put the text in quotes or in a block scalar ("|") to keep it.',
    page: {
      title: 'A comment inside text',
      meaning: 'A "#" after a space starts a comment, so the text silently ends before it.',
      fix: 'Put the text in quotes or in a block scalar ("|"). If it is a comment, add a space after the "#".',
      wrong: 'model: sonic\nprompt: A song for the #1 fan\n',
      right: 'model: sonic\nprompt: "A song for the #1 fan"\n',
    },
  },
  'comment-as-value': {
    message: 'YAML reads "{text}" as a comment, so "{key}" has no value. Put it in quotes to keep it.',
    page: {
      title: 'A comment instead of a value',
      meaning: 'A "#" after a space starts a comment, so the key has no value and is left out.',
      fix: 'Put the value in quotes.',
      wrong: 'model: sonic\nprompt: Rain\ntitle: #one\n',
      right: 'model: sonic\nprompt: Rain\ntitle: "#one"\n',
    },
  },
  'braces-as-map': {
    message:
      'YAML reads these braces as a map. For text, put it in quotes or in a block scalar ("|"). For an expression, write "${{ … }}".',
    page: {
      title: 'Braces are read as a map',
      meaning: 'YAML reads a value that starts with "{" as a map.',
      fix: 'Write an expression as "${{ … }}". If the braces are text, put the text in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: {{mood}}\n',
      right: 'model: sonic\nprompt: "{{mood}}"\n',
    },
  },
  'brackets-as-list': {
    message:
      'YAML reads these brackets as a list. If they are part of the text, put all of it in a block scalar ("|").',
    page: {
      title: 'Brackets are read as a list',
      meaning: 'YAML reads a value that starts with "[" as a list. Lyrics often start this way.',
      fix: 'Put all of the text in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: [Verse] The boats come home\n',
      right: 'model: sonic\nprompt: |\n  [Verse] The boats come home\n',
    },
  },
  'star-as-alias': {
    message:
      'YAML reads "*" as an alias. If it is part of the text, put the text in quotes or in a block scalar ("|").',
    page: {
      title: 'An asterisk is read as an alias',
      meaning: 'YAML reads a value that starts with "*" as an alias of an anchor. There is no such anchor.',
      fix: 'Put the text in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: *Softly* the rain falls\n',
      right: 'model: sonic\nprompt: "*Softly* the rain falls"\n',
    },
  },
  'at-sign-start': {
    message: 'Text without quotes cannot start with "@" in YAML. Put it in quotes or in a block scalar ("|").',
    page: {
      title: 'Text that starts with "@"',
      meaning: 'YAML reserves this character, so text without quotes cannot start with it.',
      fix: 'Put the text in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: @home again\n',
      right: 'model: sonic\nprompt: "@home again"\n',
    },
  },
  'backtick-start': {
    message: 'Text without quotes cannot start with a backtick in YAML. Put it in quotes or in a block scalar ("|").',
    page: {
      title: 'Text that starts with a backtick',
      meaning: 'YAML reserves this character, so text without quotes cannot start with it.',
      fix: 'Put the text in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: `rain` again\n',
      right: 'model: sonic\nprompt: "`rain` again"\n',
    },
  },
  'percent-start': {
    message: 'Text without quotes cannot start with "%" in YAML. Put it in quotes or in a block scalar ("|").',
    page: {
      title: 'Text that starts with "%"',
      meaning: 'YAML reserves this character, so text without quotes cannot start with it.',
      fix: 'Put the text in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: %rain\n',
      right: 'model: sonic\nprompt: "%rain"\n',
    },
  },
  'colon-in-text': {
    message:
      'YAML reads a colon followed by a space as the end of a key. If it is part of the text, put the text in quotes or in a block scalar ("|"). Otherwise check the indentation.',
    page: {
      title: 'A colon inside text',
      meaning: 'YAML reads the text before a colon and a space as a key.',
      fix: 'Put the text in quotes or in a block scalar ("|"). If these are two keys, put each on its own line.',
      wrong: 'model: sonic\nprompt: Two parts: rain and sun\n',
      right: 'model: sonic\nprompt: "Two parts: rain and sun"\n',
    },
  },
  'text-after-quote': {
    message:
      'The value ends at its second quote. If the quotes are part of the text, put all of it in a block scalar ("|").',
    page: {
      title: 'Text after a quote',
      meaning: 'A value that starts with a quote ends at the next quote. The text after it belongs to no value.',
      fix: 'Put all of the text in a block scalar ("|"), with the quotes.',
      wrong: 'model: sonic\nprompt: "Man": hello there\n',
      right: 'model: sonic\nprompt: |\n  "Man": hello there\n',
    },
  },
  'ratio-as-number': {
    message: 'Some YAML tools read {text} as a number in base 60. Put it in quotes.',
    page: {
      title: 'A ratio that other tools read as a number',
      meaning:
        'Older YAML tools read 16:9 as a number in base 60. Genwright sends it unchanged, but a tool that formats the file may change it.',
      fix: 'Put it in quotes.',
      wrong: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: 16:9\n',
      right: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: "16:9"\n',
    },
  },
  'leading-zero': {
    message: 'YAML reads {text} as the number {value}. Put it in quotes to keep the zeros, or remove them.',
    page: {
      title: 'A number with leading zeros',
      meaning: 'YAML ignores the leading zeros, and older tools read the number in base 8.',
      fix: 'Put it in quotes to keep the zeros, or remove them.',
      wrong: 'model: wan2.7-image\nprompt: Rain\nseed: 007\n',
      right: 'model: wan2.7-image\nprompt: Rain\nseed: 7\n',
    },
  },
  'large-integer': {
    message: 'Other tools round {text}, which has more digits than they can hold. Genwright sends it unchanged.',
    page: {
      title: 'A number with many digits',
      meaning:
        'Most tools round whole numbers beyond 9007199254740992. Genwright sends all digits, but a tool that formats the file may change them.',
      fix: 'You can leave it. If the field accepts a string, put the number in quotes.',
      wrong: 'model: sonic\nprompt: Rain\nrequest: {ticket: 12345678901234567890}\n',
      right: 'model: sonic\nprompt: Rain\nrequest: {ticket: "12345678901234567890"}\n',
    },
  },
  'expression-in-flow': {
    message:
      'Between brackets or braces, YAML reads the braces of an expression as a map. Put the expression in quotes.',
    page: {
      title: 'An expression inside brackets',
      meaning: 'Between brackets, YAML reads the braces of an expression as a map.',
      fix: 'Put the expression in quotes.',
      wrong:
        'vars: {a: https://example.com/a.png}\nmodel: seedream-5-0-260128\nprompt: Rain\nimages: [${{ vars.a }}]\n',
      right:
        'vars: {a: "https://example.com/a.png"}\nmodel: seedream-5-0-260128\nprompt: Rain\nimages: ["${{ vars.a }}"]\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
