import type { ProblemText } from './problemText.ts';

/** YAML that cannot be parsed. */
export const syntaxProblems = {
  'yaml-syntax': {
    message: 'This is not valid YAML.',
    variants: {
      other: 'This is not valid YAML: {detail}.',
      'bad-escape': 'This backslash is not valid in a double-quoted string. Write it twice, or use single quotes.',
      'bad-indent': 'The indentation matches no line above. Keys of one job start in the same column.',
      'bad-start': 'Text without quotes cannot start with this character. Put it in quotes or in a block scalar ("|").',
      'comment-without-space': 'Add a space before the "#" to start a comment, or put the text in quotes to keep it.',
      'complex-key': 'A key must be plain text. If these braces are text, put the text in quotes.',
      'missing-space': 'Add a space after the colon.',
      'missing-colon': 'Add a colon after this key. If it is text that continues the line above, indent it.',
      tab: 'YAML does not allow tabs here. Indent with spaces.',
      'text-after-value':
        'The value ends before this text. If brackets or quotes are part of the text, put all of it in a block scalar ("|").',
      'too-deep': 'This value is nested too deeply.',
      'too-large':
        'This file is too large for a job file. The limit is {lines} lines, and {megabytes} MB without inline media.',
      'two-colons':
        'This value contains two keys. If the colon is text, put the text in quotes or in a block scalar ("|"). Otherwise check the indentation.',
      'unclosed-bracket': 'A bracket in this value is not closed. If it is text, put the text in quotes.',
      'unclosed-quote': 'Add the closing quote.',
      'unknown-alias':
        'There is no anchor "&{name}" above. If the "*" is text, put the text in quotes or in a block scalar ("|").',
    },
    page: {
      title: 'Not valid YAML',
      meaning:
        'The file is not valid YAML at this position. What follows may be misread, so nothing is sent until it is fixed.',
      fix: 'Close open brackets and quotes, and put text with special characters in quotes or in a block scalar ("|").',
      wrong: 'model: sonic\nprompt: "A song about rain\n',
      right: 'model: sonic\nprompt: "A song about rain"\n',
    },
  },
  'several-documents': {
    message: 'A job file is one YAML document. Use "jobs:" for several jobs, or one file for each.',
    page: {
      title: 'Several documents in one file',
      meaning: 'A line of three dashes starts another YAML document. A job file has only one document.',
      fix: 'Put several jobs below "jobs:", each with an id, or put each one in its own file.',
      wrong: 'model: sonic\nprompt: Rain\n---\nmodel: sonic\nprompt: Sun\n',
      right: 'jobs:\n  rain: {model: sonic, prompt: Rain}\n  sun: {model: sonic, prompt: Sun}\n',
    },
  },
  'custom-tag': {
    message: 'Job files do not use YAML tags. If the "!" is text, put the text in quotes or in a block scalar ("|").',
    page: {
      title: 'A YAML tag',
      meaning:
        'YAML reads a word that starts with "!" as a tag: it sets the type of a value, and is not part of the text.',
      fix: 'Put the text in quotes or in a block scalar ("|"). If it is a tag, remove it: the model determines the types.',
      wrong: 'model: sonic\nprompt: !wow What a day\n',
      right: 'model: sonic\nprompt: "!wow What a day"\n',
    },
  },
  'not-a-map': {
    message: 'A job is written as "field: value", one field per line.',
    variants: {
      root: 'A job file starts with fields: "model: …", then "prompt: …" on the next line.',
      jobs: '"jobs" must have one entry for each job: an id, with the fields of the job below it.',
      job: 'The job "{job}" needs its fields below it, one per line, indented more than its id.',
    },
    page: {
      title: 'Fields are missing',
      meaning: 'A job is a set of fields, each with a name, a colon and a value. This is something else.',
      fix: 'Write one field per line. Below "jobs:", indent the fields of a job more than its id.',
      wrong: 'A lighthouse at dawn\n',
      right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
    },
  },
  'duplicate-key': {
    message: 'Duplicate key "{key}". Remove one of them.',
    page: {
      title: 'Duplicate key',
      meaning: 'A key can have only one value. YAML parsers differ in which of two they use, so neither is sent.',
      fix: 'Remove one of them.',
      wrong: 'model: sonic\nprompt: Rain\nprompt: Sun\n',
      right: 'model: sonic\nprompt: Sun\n',
    },
  },
  'too-many-aliases': {
    message: 'The aliases of this file expand to too many values. Write some of the values out.',
    variants: {
      cycle: 'The alias "*{name}" is inside its own anchor.',
    },
    page: {
      title: 'Too many aliases',
      meaning:
        'Aliases repeat a value without writing it again. A few lines of aliases can represent gigabytes, so there is a limit.',
      fix: 'Write some of the values out. An alias cannot be inside its own anchor.',
      wrong: 'model: sonic\nprompt: Rain\nx-a: &a [*a]\n',
      right: 'model: sonic\nprompt: Rain\nx-a: &a [1]\nx-b: *a\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
