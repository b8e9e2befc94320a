import type { ProblemPage } from './problemPage.ts';

/** What YAML makes of texts. */
export const trapPages = {
  'comment-in-text': {
    title: 'A comment inside of a text',
    meaning: 'A "#" behind a blank starts a comment, so the text ends in front of it, without a word.',
    mend: 'Put the text in quotes or below a "|". If it is a comment, put a blank behind the "#".',
    wrong: 'model: sonic\nprompt: A song for the #1 fan\n',
    right: 'model: sonic\nprompt: "A song for the #1 fan"\n',
  },
  'comment-as-value': {
    title: 'A comment in the place of a value',
    meaning: 'A "#" behind a blank starts a comment, so the key has no value and is left out.',
    mend: 'Put the value in quotes.',
    wrong: 'model: sonic\nprompt: Rain\ntitle: #one\n',
    right: 'model: sonic\nprompt: Rain\ntitle: "#one"\n',
  },
  'braces-as-map': {
    title: 'Braces are a map',
    meaning: 'A value that starts with "{" is a map to YAML.',
    mend: 'Write an expression as "${{ … }}". If the braces are text, put it in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: {{mood}}\n',
    right: 'model: sonic\nprompt: "{{mood}}"\n',
  },
  'brackets-as-list': {
    title: 'Brackets are a list',
    meaning: 'A value that starts with "[" is a list to YAML. Lyrics often start like that.',
    mend: 'Put all of the text below a "|".',
    wrong: 'model: sonic\nprompt: [Verse] The boats come home\n',
    right: 'model: sonic\nprompt: |\n  [Verse] The boats come home\n',
  },
  'star-as-alias': {
    title: 'A star is an alias',
    meaning: 'A value that starts with "*" repeats an anchor of that name. There is no such anchor.',
    mend: 'Put the text in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: *Softly* the rain falls\n',
    right: 'model: sonic\nprompt: "*Softly* the rain falls"\n',
  },
  'at-sign-start': {
    title: 'A text that starts with "@"',
    meaning: 'YAML keeps this character for itself, and no text can start with it.',
    mend: 'Put the text in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: @home again\n',
    right: 'model: sonic\nprompt: "@home again"\n',
  },
  'backtick-start': {
    title: 'A text that starts with a backtick',
    meaning: 'YAML keeps this character for itself, and no text can start with it.',
    mend: 'Put the text in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: `rain` again\n',
    right: 'model: sonic\nprompt: "`rain` again"\n',
  },
  'percent-start': {
    title: 'A text that starts with "%"',
    meaning: 'YAML keeps this character for itself, and no text can start with it.',
    mend: 'Put the text in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: %rain\n',
    right: 'model: sonic\nprompt: "%rain"\n',
  },
  'colon-in-text': {
    title: 'A colon inside of a text',
    meaning: 'A colon with a blank behind it makes a key of what stands before it.',
    mend: 'Put the text in quotes or below a "|". If two keys were meant, put them on lines of their own.',
    wrong: 'model: sonic\nprompt: Two parts: rain and sun\n',
    right: 'model: sonic\nprompt: "Two parts: rain and sun"\n',
  },
  'text-after-quote': {
    title: 'Text behind a quote',
    meaning: 'A value that starts with a quote ends at the next one. What stands behind it belongs to nothing.',
    mend: 'Put all of the text below a "|", quotes included.',
    wrong: 'model: sonic\nprompt: "Man": hello there\n',
    right: 'model: sonic\nprompt: |\n  "Man": hello there\n',
  },
  'ratio-as-number': {
    title: 'A ratio that other tools read as a number',
    meaning:
      'Older YAML tools read 16:9 as a number in base 60. It is sent as it is from here; a tool that formats the file may change it.',
    mend: 'Put it in quotes.',
    wrong: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: 16:9\n',
    right: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: "16:9"\n',
  },
  'leading-zero': {
    title: 'A number with zeros in front',
    meaning: 'YAML reads the number without its zeros, and older tools read it in base 8.',
    mend: 'Put it in quotes to keep the zeros, or leave them out.',
    wrong: 'model: wan2.7-image\nprompt: Rain\nseed: 007\n',
    right: 'model: wan2.7-image\nprompt: Rain\nseed: 7\n',
  },
  'large-integer': {
    title: 'A number of many digits',
    meaning:
      'Most tools round whole numbers beyond 9007199254740992. It is sent from here with all its digits; a tool that formats the file may change it.',
    mend: 'Nothing has to be done. Where the field takes text, put it in quotes.',
    wrong: 'model: sonic\nprompt: Rain\nrequest: {ticket: 12345678901234567890}\n',
    right: 'model: sonic\nprompt: Rain\nrequest: {ticket: "12345678901234567890"}\n',
  },
  'expression-in-flow': {
    title: 'An expression between brackets',
    meaning: 'Between brackets YAML reads the braces of an expression as a map of its own.',
    mend: 'Put the expression in quotes.',
    wrong: 'vars: {a: https://example.com/a.png}\nmodel: seedream-5-0-260128\nprompt: Rain\nimages: [${{ vars.a }}]\n',
    right:
      'vars: {a: "https://example.com/a.png"}\nmodel: seedream-5-0-260128\nprompt: Rain\nimages: ["${{ vars.a }}"]\n',
  },
} as const satisfies Readonly<Record<string, ProblemPage>>;
