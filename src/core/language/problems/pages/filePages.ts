import type { ProblemPage } from './problemPage.ts';

/** The file as a whole, and the keys of its jobs. */
export const filePages = {
  'yaml-syntax': {
    title: 'Not valid YAML',
    meaning:
      'The file is not valid YAML at this position. What follows may be misread, so nothing is sent until it is fixed.',
    fix: 'Close open brackets and quotes, and put text with special characters in quotes or in a block scalar ("|").',
    wrong: 'model: sonic\nprompt: "A song about rain\n',
    right: 'model: sonic\nprompt: "A song about rain"\n',
  },
  'several-documents': {
    title: 'Several documents in one file',
    meaning: 'A line of three dashes starts another YAML document. A job file has only one document.',
    fix: 'Put several jobs below "jobs:", each with an id, or put each one in its own file.',
    wrong: 'model: sonic\nprompt: Rain\n---\nmodel: sonic\nprompt: Sun\n',
    right: 'jobs:\n  rain: {model: sonic, prompt: Rain}\n  sun: {model: sonic, prompt: Sun}\n',
  },
  'custom-tag': {
    title: 'A YAML tag',
    meaning:
      'YAML reads a word that starts with "!" as a tag: it sets the type of a value, and is not part of the text.',
    fix: 'Put the text in quotes or in a block scalar ("|"). If it is a tag, remove it: the model determines the types.',
    wrong: 'model: sonic\nprompt: !wow What a day\n',
    right: 'model: sonic\nprompt: "!wow What a day"\n',
  },
  'not-a-map': {
    title: 'Fields are missing',
    meaning: 'A job is a set of fields, each with a name, a colon and a value. This is something else.',
    fix: 'Write one field per line. Below "jobs:", indent the fields of a job more than its id.',
    wrong: 'A lighthouse at dawn\n',
    right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
  },
  'duplicate-key': {
    title: 'Duplicate key',
    meaning: 'A key can have only one value. YAML parsers differ in which of two they use, so neither is sent.',
    fix: 'Remove one of them.',
    wrong: 'model: sonic\nprompt: Rain\nprompt: Sun\n',
    right: 'model: sonic\nprompt: Sun\n',
  },
  'too-many-aliases': {
    title: 'Too many aliases',
    meaning:
      'Aliases repeat a value without writing it again. A few lines of aliases can represent gigabytes, so there is a limit.',
    fix: 'Write some of the values out. An alias cannot be inside its own anchor.',
    wrong: 'model: sonic\nprompt: Rain\nx-a: &a [*a]\n',
    right: 'model: sonic\nprompt: Rain\nx-a: &a [1]\nx-b: *a\n',
  },
  'missing-model': {
    title: 'No model',
    meaning: 'The model determines the result, the cost and the available fields.',
    fix: 'Add "model:" with one of the models that completion offers. With "jobs:", "gen: {defaults: {model: …}}" sets one for all jobs.',
    wrong: 'prompt: A lighthouse at dawn\n',
    right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
  },
  'missing-job': {
    title: 'No job',
    meaning: 'The file has "jobs:" with nothing below it.',
    fix: 'Add an id with the fields of the job below it.',
    wrong: 'jobs:\n',
    right: 'jobs:\n  dawn:\n    model: seedream-5-0-260128\n    prompt: A lighthouse at dawn\n',
  },
  'unknown-key': {
    title: 'Unknown key',
    meaning:
      'Genwright reads its control keys itself and would silently ignore one that it does not know. That key may be the one that limits the cost.',
    fix: 'Check the spelling. Controls of the whole file belong in "gen" at the root, and fields belong in the jobs.',
    wrong: 'gen: {repeet: 2}\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: {repeat: 2}\nmodel: sonic\nprompt: Rain\n',
  },
  'ignored-key': {
    title: 'A key without effect',
    meaning: 'The model determines how a job is checked and where it is sent, so "request" cannot change it.',
    fix: 'Set "model" in the job, and remove this key.',
    wrong: 'model: sonic\nprompt: Rain\nrequest: {model: other}\n',
    right: 'model: sonic\nprompt: Rain\n',
  },
  'format-version': {
    title: 'Format version',
    meaning:
      'The version determines the meaning of the file. In a newer version the same keys may have another meaning.',
    fix: 'Set it to 1, leave it out, or update Genwright.',
    wrong: 'gen: 2\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: 1\nmodel: sonic\nprompt: Rain\n',
  },
  'key-in-job-file': {
    title: 'A key of the gateway in the file',
    meaning: 'Job files are shared and versioned. A reader of this file could spend your money.',
    fix: 'Remove the line, and run Connect to Gateway, which keeps the key in secret storage. If the file was shared already, replace the key at the gateway.',
    wrong: 'model: sonic\nprompt: Rain\napi_key: abc\n',
    right: 'model: sonic\nprompt: Rain\n',
  },
  'absolute-path': {
    title: 'An absolute path',
    meaning: 'Results are saved beside the job file, so that the folder can be moved and shared.',
    fix: 'Write a path relative to the job file.',
    wrong: 'model: sonic\nprompt: Rain\noutput: /songs/rain\n',
    right: 'model: sonic\nprompt: Rain\noutput: songs/rain\n',
  },
  'too-many-runs': {
    title: 'More requests than allowed',
    meaning: 'A matrix grows quickly, and every request costs money. By default, a file can make 100 requests.',
    fix: 'Remove combinations, or allow the number in "gen: {max_runs: …}".',
    wrong: 'gen: {max_runs: 1}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
    right: 'gen: {max_runs: 2}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
  },
  'budget-not-raised': {
    title: 'A budget above your own',
    meaning:
      'The file allows a run more than your own setting "genwright.budget.runUsd" does. A file can lower your budget but never raise it, so your setting applies.',
    fix: 'You can leave it. To spend more, raise the setting.',
    wrong: 'gen: {budget_usd: 50}\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: {budget_usd: 2}\nmodel: sonic\nprompt: Rain\n',
  },
} as const satisfies Readonly<Record<string, ProblemPage>>;
