import type { ProblemPage } from './problemPage.ts';

/** Expressions, variables, matrix, chains and files. */
export const expressionPages = {
  'bad-expression': {
    title: 'An expression that can not be read',
    meaning: 'An expression is a path, and filters behind it. It is no code, and ends on its line.',
    mend: 'Write "${{ vars.color | upper }}". If the characters are text, write "$${{".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-context': {
    title: 'Unknown start of an expression',
    meaning:
      'An expression starts with what it speaks of, such as "vars" or "jobs". Not all of them are known at every place.',
    mend: 'Start with one of those that the message names. Variables are "vars.name".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ color }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-name': {
    title: 'Unknown name',
    meaning: 'The expression, or "needs", speaks of something that is not there.',
    mend: 'Check the spelling, or add it.',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.colour }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color }} song\n',
  },
  'unknown-filter': {
    title: 'Unknown filter',
    meaning: 'Filters change a value on its way: "upper", "trim", "default". There is none of this name.',
    mend: 'Choose one of those that are offered behind the "|".',
    wrong: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | uper }} song\n',
    right: 'vars: {color: red}\nmodel: sonic\nprompt: A ${{ vars.color | upper }} song\n',
  },
  'wrong-argument': {
    title: 'Another argument is wanted',
    meaning: 'The filter takes other arguments than these.',
    mend: 'Write it as the message shows. Texts stand in quotes, numbers do not.',
    wrong: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words("2") }}\n',
    right: 'vars: {line: a b c d}\nmodel: sonic\nprompt: ${{ vars.line | words(2) }}\n',
  },
  'wrong-vars': {
    title: 'No variables',
    meaning: 'Variables are names with values, or files with such names, or a list of both.',
    mend: 'Write one "name: value" a line.',
    wrong: 'vars: red\nmodel: sonic\nprompt: Rain\n',
    right: 'vars:\n  color: red\nmodel: sonic\nprompt: Rain\n',
  },
  'blocked-env': {
    title: 'A blocked environment variable',
    meaning:
      'The environment may hold secrets, and job files come from others. So a file reads those variables only that you allow, in a folder that you trust.',
    mend: 'Add the name to your user setting "genwright.env.allow", if this file may read it.',
    wrong: 'model: sonic\nprompt: A song about ${{ env.HOME }}\n',
    right: 'model: sonic\nprompt: A song about ${{ env.CITY }}\n',
  },
  cycle: {
    title: 'A circle',
    meaning: 'What waits for itself never starts, and a variable that needs itself has no value.',
    mend: 'Take one of the steps out of the circle that the message names.',
    wrong: 'vars:\n  a: ${{ vars.b }}\n  b: ${{ vars.a }}\nmodel: sonic\nprompt: Rain\n',
    right: 'vars:\n  a: ${{ vars.b }}\n  b: Rain\nmodel: sonic\nprompt: ${{ vars.a }}\n',
  },
  'wrong-matrix': {
    title: 'Not a matrix',
    meaning: 'A matrix has axes, each with a list of values; one request is made for each combination.',
    mend: 'Write each axis as "size: [2K, 3K]". "include" and "exclude" take lists of combinations.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: 2K}\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
  },
  'no-effect': {
    title: 'An axis without effect',
    meaning:
      'The axis is no field of the model, and nothing speaks of it. The same request would be made, and charged, several times.',
    mend: 'Rename it to the field that was meant, or use it in an expression.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nmatrix: {mood: [calm, wild]}\n',
    right: 'model: seedream-5-0-260128\nprompt: ${{ matrix.mood }} rain\nmatrix: {mood: [calm, wild]}\n',
  },
  'wrong-needs': {
    title: 'Not an id of a job',
    meaning: '"needs" names the jobs that must have their results first.',
    mend: 'Write an id, or a list of ids. Jobs that an expression speaks of are needed anyway.',
    wrong: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: {a: true}}\n',
    right: 'jobs:\n  a: {model: sonic, prompt: Rain}\n  b: {model: sonic, prompt: Sun, needs: [a]}\n',
  },
  'unreadable-file': {
    title: 'A text file that can not be read',
    meaning:
      '"file://" puts the text of a file in the place of the value. Such files lie in the workspace folder, which must be trusted.',
    mend: 'Write the path from the job file on.',
    wrong: 'model: sonic\nprompt: file://./song.md\n',
    right: 'model: sonic\nprompt: file://./brief.md\n',
  },
  'missing-input': {
    title: 'An input file that is not there',
    meaning:
      'A field for images, sounds or videos takes an address that starts with "https://", or a file beside the job file. There is no such file.',
    mend: 'Write the path from the job file on. Files outside of the workspace folder have to be copied into it.',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cats.png\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
  },
  'input-not-sendable': {
    title: 'An input file that can not be sent',
    meaning:
      'The file exists, but it cannot be sent with the request: it is not of the kind that the field takes, the field takes URLs only, or the file is too large.',
    mend: 'Use a file of the right kind, a smaller file, a public "https://" URL, or a registered "asset://…".',
    wrong: 'model: seedream-5-0-260128\nprompt: Rain\nimage: huge.png\n',
    right: 'model: seedream-5-0-260128\nprompt: Rain\nimage: cat.png\n',
  },
} as const satisfies Readonly<Record<string, ProblemPage>>;
