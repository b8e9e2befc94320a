import type { ProblemPage } from './problemPage.ts';

/** Expressions, variables, matrix, chains and files. */
export const expressionPages = {
  'bad-expression': {
    title: 'An expression that is not valid',
    meaning: 'An expression is a path, followed by filters. It is not code, and it ends on its line.',
    fix: 'Write "${{ vars.color | upper }}". If the characters are text, write "$${{".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-context': {
    title: 'Unknown name in an expression',
    meaning:
      'An expression starts with a known name, such as "vars" or "jobs". Some names are known only in some parts of a job file.',
    fix: 'Start with one of the names in the message. Variables are written as "vars.name".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ color }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-name': {
    title: 'Unknown name',
    meaning: 'The expression, or "needs", references a name that does not exist.',
    fix: 'Check the spelling, or define the name.',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.colour }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-filter': {
    title: 'Unknown filter',
    meaning: 'Filters change a value, such as "upper", "trim" and "default". There is no filter with this name.',
    fix: 'Use one of the filters that completion offers after the "|".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | uper }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | upper }} song\n',
  },
  'wrong-argument': {
    title: 'Wrong argument of a filter',
    meaning: 'The filter does not accept these arguments.',
    fix: 'Write the filter as the message shows. Strings are in quotes, numbers are not.',
    wrong: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words("2") }}\n',
    right: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words(2) }}\n',
  },
  'wrong-vars': {
    title: 'Variables are not valid',
    meaning: 'Variables are names with values, files of such names, or a list of both.',
    fix: 'Write one "name: value" per line.',
    wrong: 'vars: red\nmodel: sonic\nprompt: Rain\n',
    right: 'vars:\n  color: red\nmodel: sonic\nprompt: Rain\n',
  },
  'blocked-env': {
    title: 'A blocked environment variable',
    meaning:
      'The environment may hold secrets, and job files may come from others. A job file can read only the variables that you allow, in a folder that you trust.',
    fix: 'Add the name to your user setting "genwright.env.allow" if this file may read it.',
    wrong: 'model: sonic\nprompt: A song about ${{ env.HOME }}\n',
    right: 'model: sonic\nprompt: A song about ${{ env.CITY }}\n',
  },
  cycle: {
    title: 'Circular reference',
    meaning: 'A job that waits for itself never starts, and a variable that needs itself has no value.',
    fix: 'Break the cycle: remove one of the references in the message.',
    wrong: 'vars:\n  a: ${{ vars.b }}\n  b: ${{ vars.a }}\nmodel: sonic\nprompt: Rain\n',
    right: 'vars:\n  a: ${{ vars.b }}\n  b: Rain\nmodel: sonic\nprompt: ${{ vars.a }}\n',
  },
  'wrong-matrix': {
    title: 'Not a matrix',
    meaning: 'A matrix has axes, each with a list of values. Each combination is one request.',
    fix: 'Write each axis as "size: [2K, 3K]". "include" and "exclude" must be lists of combinations.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: 2K}\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
  },
  'no-effect': {
    title: 'An axis without effect',
    meaning:
      'The axis is not a field of the model, and no expression references it. The same request would be sent, and charged, several times.',
    fix: 'Rename it to a field of the model, or use it in an expression.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {mood: [calm, wild]}\n',
    right: 'model: seedream-5-0-260128\nprompt: ${{ matrix.mood }} rain\nmatrix: {mood: [calm, wild]}\n',
  },
  'wrong-needs': {
    title: 'Not the id of a job',
    meaning: '"needs" lists the jobs that must have their results first.',
    fix: 'Write an id, or a list of ids. Jobs that an expression references are needed anyway.',
    wrong: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: {a: true}}\n',
    right: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: [a]}\n',
  },
  'unreadable-file': {
    title: 'A text file that cannot be read',
    meaning:
      '"file://" is replaced by the text of a file. The file must be in the workspace folder, and the folder must be trusted.',
    fix: 'Write a path relative to the job file.',
    wrong: 'model: sonic\nprompt: file://./song.md\n',
    right: 'model: sonic\nprompt: file://./brief.md\n',
  },
  'missing-input': {
    title: 'An input file that does not exist',
    meaning:
      'A field for images, audio or videos accepts a URL that starts with "https://", or the path of a file. There is no such file.',
    fix: 'Write a path relative to the job file. Copy files from outside the workspace folder into it.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cats.png\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
  },
  'input-not-sendable': {
    title: 'An input file that cannot be sent',
    meaning:
      'The file exists, but it cannot be sent with the request: it is not of the kind that the field accepts, the field accepts only URLs, or the file is too large.',
    fix: 'Use a file of the right kind, a smaller file, a public "https://" URL, or a registered "asset://…".',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: huge.png\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
  },
} as const satisfies Readonly<Record<string, ProblemPage>>;
