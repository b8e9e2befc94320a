import type { ProblemPage } from './problemPage.ts';

/** The file as a whole, and the keys of its jobs. */
export const filePages = {
  'yaml-syntax': {
    title: 'Not valid YAML',
    meaning:
      'The file can not be read at this place. What stands behind it may be misread, so nothing is sent as long as it is there.',
    mend: 'Close what is open, and put texts with special characters in quotes or below a "|".',
    wrong: 'model: sonic\nprompt: "A song about rain\n',
    right: 'model: sonic\nprompt: "A song about rain"\n',
  },
  'several-documents': {
    title: 'Several documents in one file',
    meaning: 'A line of three dashes starts another YAML document. A job file is one document.',
    mend: 'Put several jobs below "jobs:", each with an id, or into a file each.',
    wrong: 'model: sonic\nprompt: Rain\n---\nmodel: sonic\nprompt: Sun\n',
    right: 'jobs:\n  rain: {model: sonic, prompt: Rain}\n  sun: {model: sonic, prompt: Sun}\n',
  },
  'custom-tag': {
    title: 'A YAML tag',
    meaning:
      'A word that starts with "!" is a tag to YAML: it says of what type a value is, and is no part of the text.',
    mend: 'Put the text in quotes or below a "|". If the tag was meant, leave it out: types follow from the model.',
    wrong: 'model: sonic\nprompt: !wow What a day\n',
    right: 'model: sonic\nprompt: "!wow What a day"\n',
  },
  'not-a-map': {
    title: 'Fields are missing',
    meaning: 'A job is a set of fields, each with a name, a colon and a value. Something else stands here.',
    mend: 'Write one field a line; below "jobs:", the fields of a job stand further in than its id.',
    wrong: 'A lighthouse at dawn\n',
    right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
  },
  'duplicate-key': {
    title: 'The same key twice',
    meaning: 'A key can have one value. YAML readers differ in which of two they take, so neither is sent.',
    mend: 'Remove one of them.',
    wrong: 'model: sonic\nprompt: Rain\nprompt: Sun\n',
    right: 'model: sonic\nprompt: Sun\n',
  },
  'too-many-aliases': {
    title: 'Too many aliases',
    meaning:
      'Aliases repeat a value without writing it again. A few lines of them can stand for gigabytes, so there is a limit.',
    mend: 'Write some of the values out. An alias can not stand inside of its own anchor.',
    wrong: 'model: sonic\nprompt: Rain\nx-a: &a [*a]\n',
    right: 'model: sonic\nprompt: Rain\nx-a: &a [1]\nx-b: *a\n',
  },
  'missing-model': {
    title: 'No model',
    meaning: 'The model decides who makes the result, what it costs and which fields there are.',
    mend: 'Add "model:" with one of the models that are offered. Below "jobs:", "gen: {defaults: {model: …}}" gives one to all jobs.',
    wrong: 'prompt: A lighthouse at dawn\n',
    right: 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n',
  },
  'missing-job': {
    title: 'No job',
    meaning: 'The file has "jobs:", and nothing below it.',
    mend: 'Add an id, and the fields of the job below it.',
    wrong: 'jobs:\n',
    right: 'jobs:\n  dawn:\n    model: seedream-5-0-260128\n    prompt: A lighthouse at dawn\n',
  },
  'unknown-key': {
    title: 'Unknown key',
    meaning:
      'Controls are read by Genwright itself. One that it does not know would be dropped in silence, and it may be the one that limits what is spent.',
    mend: 'Check the spelling. Controls of the whole file stand in "gen" at the top level; fields stand in the jobs.',
    wrong: 'gen: {repeet: 2}\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: {repeat: 2}\nmodel: sonic\nprompt: Rain\n',
  },
  'ignored-key': {
    title: 'A key without effect',
    meaning: 'The model decides how a job is checked and where it goes, so "request" can not change it.',
    mend: 'Set "model" at the job, and remove this one.',
    wrong: 'model: sonic\nprompt: Rain\nrequest: {model: other}\n',
    right: 'model: sonic\nprompt: Rain\n',
  },
  'format-version': {
    title: 'Format version',
    meaning: 'The version says how the file is to be read. A newer one may mean something else by the same words.',
    mend: 'Set it to 1, leave it out, or update Genwright.',
    wrong: 'gen: 2\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: 1\nmodel: sonic\nprompt: Rain\n',
  },
  'key-in-job-file': {
    title: 'A key of the gateway in the file',
    meaning: 'Job files are shared and versioned. Whoever reads this one could spend your money.',
    mend: 'Remove the line, and connect with the command "Connect to Gateway…", which keeps the key in a safe place. A key that was shared already should be replaced at the gateway.',
    wrong: 'model: sonic\nprompt: Rain\napi_key: abc\n',
    right: 'model: sonic\nprompt: Rain\n',
  },
  'absolute-path': {
    title: 'A path from the root of a disk',
    meaning: 'Results are saved beside the job file, so that the folder can be moved and shared.',
    mend: 'Write the path from the job file on.',
    wrong: 'model: sonic\nprompt: Rain\noutput: /songs/rain\n',
    right: 'model: sonic\nprompt: Rain\noutput: songs/rain\n',
  },
  'too-many-runs': {
    title: 'More requests than allowed',
    meaning: 'A matrix grows quickly, and every request costs money. Without another word a file may make 100.',
    mend: 'Leave combinations out, or allow the number in "gen: {max_runs: …}".',
    wrong: 'gen: {max_runs: 1}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
    right: 'gen: {max_runs: 2}\nmodel: seedream-5-0-260128\nprompt: Rain\nmatrix: {size: [2K, 3K]}\n',
  },
  'budget-not-raised': {
    title: 'A budget above your own',
    meaning:
      'The file allows a run more than your own setting "genwright.budget.runUsd" does. A file can lower your budget and never raise it, so yours counts.',
    mend: 'Nothing has to be done. To spend more, raise the setting.',
    wrong: 'gen: {budget_usd: 50}\nmodel: sonic\nprompt: Rain\n',
    right: 'gen: {budget_usd: 2}\nmodel: sonic\nprompt: Rain\n',
  },
} as const satisfies Readonly<Record<string, ProblemPage>>;
