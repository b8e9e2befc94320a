import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import type { Field } from '../catalog/field.ts';
import type { Problem, ProblemCode } from '../jobFile/problem.ts';
import type { Translate } from './languageService.ts';

/**
 * The words for every problem: what is there, and what to do next. Keys are `<code>` or `<code>/<variant>`; the English
 * templates are also the keys of the translations. `{name}` is filled from the problem's `args`.
 */
export const problemMessages: Readonly<Record<string, string>> & Readonly<Record<ProblemCode, string>> = {
  'yaml-syntax': 'This is not valid YAML.',
  'yaml-syntax/other': 'This is not valid YAML: {detail}.',
  'yaml-syntax/bad-escape':
    'A text in double quotes can not hold this backslash. Write it twice, or use single quotes.',
  'yaml-syntax/bad-indent': 'The indentation fits no line above. Keys of one job start in the same column.',
  'yaml-syntax/bad-start': 'A text can not start with this character. Put the text in quotes, or below a "|".',
  'yaml-syntax/comment-without-blank':
    'Put a blank before the "#" to start a comment, or the text in quotes to keep it.',
  'yaml-syntax/complex-key': 'A key must be plain text. If these braces are text, put the text in quotes.',
  'yaml-syntax/missing-colon': 'A colon is missing after this key.',
  'yaml-syntax/tab': 'YAML is indented with blanks, not with tabs.',
  'yaml-syntax/text-after-value':
    'The value ended before this text. If brackets or quotes are part of the text, put all of it below a "|".',
  'yaml-syntax/too-deep': 'This is nested too deeply to be read.',
  'yaml-syntax/two-colons':
    'There are two keys in one value. If the colon is text, put the text in quotes or below a "|"; else check the indentation.',
  'yaml-syntax/unclosed-bracket':
    'A bracket that opens in this value is not closed. If it is text, put the text in quotes.',
  'yaml-syntax/unclosed-quote': 'The closing quote is missing.',
  'yaml-syntax/unknown-alias':
    'There is no anchor "&{name}" above. If the "*" is text, put the text in quotes or below a "|".',
  'several-documents': 'A job file is one YAML document. Use "jobs:" for several jobs, or one file for each.',
  'custom-tag': 'YAML tags are not used in job files. If the "!" is text, put the text in quotes or below a "|".',
  'not-a-map': 'A job is written as "field: value", one field a line.',
  'not-a-map/root': 'A job file starts with fields: "model: …", then "prompt: …" on a line of its own.',
  'not-a-map/jobs': '"jobs" takes one entry for each job: an id, with the fields of the job below it.',
  'not-a-map/job': 'The job "{job}" needs its fields below it, one a line, further in than its id.',
  'duplicate-key': '"{key}" stands here twice, and only one of them can count. Remove one.',
  'too-many-aliases': 'The aliases of this file add up to too much. Write some of the values out.',
  'too-many-aliases/cycle': 'The alias "*{name}" stands inside its own anchor.',
  'missing-model': 'Say which model makes this: add "model: …".',
  'missing-model/empty-file': 'This job file is empty. Start with "model: …".',
  'missing-model/job': 'The job "{job}" has no model: add "model: …" below it.',
  'missing-job': '"jobs" has no job yet: add an id with "model: …" below it.',
  'unknown-model': 'The model "{model}" is not known here.',
  'unknown-model/sent': 'The model "{model}" is not known here. Its fields are sent as they are, unchecked.',
  'unknown-model/strict': 'The model "{model}" is not known here, and strict checking refuses it.',
  'unknown-model/strict-suggestion':
    'The model "{model}" is not known here, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-model/sent-suggestion':
    'The model "{model}" is not known here. Did you mean "{suggestion}"? If not, its fields are sent as they are, unchecked.',
  'unknown-endpoint': 'The endpoint "{endpoint}" is not known.',
  'unknown-endpoint/model': 'The model "{model}" is not known here, so set its path: "gen: {endpoint: /v1/…}".',
  'unknown-endpoint/model-suggestion':
    'The model "{model}" is not known here. Did you mean "{suggestion}"? If not, set its path: "gen: {endpoint: /v1/…}".',
  'unknown-endpoint/path': 'The gateway has no endpoint "{endpoint}".',
  'unknown-endpoint/path-suggestion': 'The gateway has no endpoint "{endpoint}". Did you mean "{suggestion}"?',
  'unknown-endpoint/not-a-path':
    'An endpoint is a path such as "/v1/images/generations". The address of the gateway belongs to the profile.',
  'unknown-endpoint/misfit':
    '"{model}" is not served by "{endpoint}". Its endpoint is "{expected}": leave "endpoint" out.',
  'unknown-field': '"{field}" is not a known field of this model.',
  'unknown-field/sent': '"{field}" is not a known field of this model. It is sent as it is.',
  'unknown-field/sent-suggestion':
    '"{field}" is not a known field of this model. Did you mean "{suggestion}"? It is sent as it is.',
  'unknown-field/strict': '"{field}" is not a known field of this model, and strict checking refuses it.',
  'unknown-field/strict-suggestion':
    '"{field}" is not a known field of this model, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-field/nested': '"{field}" is not known here. It is sent as it is.',
  'unknown-field/nested-suggestion': '"{field}" is not known here. Did you mean "{suggestion}"? It is sent as it is.',
  'unknown-field/strict-nested': '"{field}" is not known here, and strict checking refuses it.',
  'unknown-field/strict-nested-suggestion':
    '"{field}" is not known here, and strict checking refuses it. Did you mean "{suggestion}"?',
  'unknown-key': '"{owner}" has no key "{key}".',
  'unknown-key/suggestion': '"{owner}" has no key "{key}". Did you mean "{suggestion}"?',
  'unknown-key/root-only': '"{key}" applies to the whole file: move it to "gen" at the top level.',
  'unknown-key/beside-jobs':
    'Beside "jobs", "{key}" belongs to no job. Move it into a job, or into "gen: {defaults: …}" for all of them.',
  'unknown-key/beside-jobs-reserved': 'Beside "jobs", "{key}" belongs to no job. Move it into a job.',
  'unknown-key/beside-jobs-suggestion':
    'Beside "jobs", "{key}" belongs to no job. Did you mean "{suggestion}"? If not, move it into a job.',
  'unknown-key/nested': 'A job can not hold "jobs" of its own. Move them up, to the "jobs" of the file.',
  'unknown-key/in-defaults': '"defaults" takes fields that are sent. "{key}" belongs into the jobs themselves.',
  'ignored-key': '"request" can not change the model. Set "model" at the job; this one is not sent.',
  'missing-field': '{title} needs "{field}".',
  'missing-field/nested': '"{owner}" needs "{field}".',
  'missing-one-of': '{title} needs one of these: {fields}.',
  'exclusive-fields': '"{second}" and "{first}" say the same thing. Keep one of them.',
  'wrong-type': '"{field}" takes {expected}, not {found}.',
  'wrong-type/plain': '"{field}" takes {expected}, not {found}.',
  'wrong-type/quote': '"{field}" takes text, but YAML reads {value} as {found}. Put it in quotes.',
  'not-in-enum': '"{field}" does not take "{value}". It takes: {values}.',
  'not-in-enum/suggestion': '"{field}" does not take "{value}". Did you mean "{suggestion}"? It takes: {values}.',
  'out-of-range': '"{field}" does not take {value}.',
  'out-of-range/both': '"{field}" goes from {min} to {max}; {value} is outside of that.',
  'out-of-range/min': '"{field}" is {min} or more, not {value}.',
  'out-of-range/max': '"{field}" is {max} or less, not {value}.',
  'out-of-range/positive': '"{field}" is more than 0, not {value}.',
  'too-long': '"{field}" takes up to {max} characters; these are {length}.',
  'too-short': '"{field}" takes at least {min} characters; these are {length}.',
  'too-many-items': '"{field}" takes up to {max} items; these are {count}.',
  'too-few-items': '"{field}" takes at least {min} items; these are {count}.',
  'absolute-path': 'Files are saved beside the job file: "{field}" takes a path from there, such as "images/door".',
  'key-in-job-file': 'Keys and addresses of a gateway do not belong in a job file, which others will read.',
  'key-in-job-file/name':
    'Remove "{key}": keys and addresses do not belong in a job file, which others will read. Use the command "Connect to Gateway…".',
  'key-in-job-file/value':
    'This looks like a key of the gateway. Remove it, and use the command "Set API Key": job files are read by others.',
  'not-available-yet': 'This is not available in this version of Genwright yet.',
  'not-available-yet/key': '"{key}" is not available in this version of Genwright yet. Remove it to generate.',
  'not-available-yet/version': 'This version of Genwright reads format version {version} only.',
  'not-available-yet/expression':
    'Expressions ("${{ … }}") are not available in this version of Genwright yet. Write the value out.',
  'not-available-yet/file-text':
    'Text from a file ("file://") is not available in this version of Genwright yet. Write the text here.',
  'not-available-yet/local-file':
    'Local input files are not available in this version of Genwright yet. Use an https address or a data URI.',
  'not-available-yet/chat': 'Chat ("{endpoint}") is not available in this version of Genwright yet.',
  'not-available-yet/embed': '"metadata: embed" is not available in this version of Genwright yet. Use "none".',
};

/** Words for the types of values, as they stand in a sentence after "takes" or "as". */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  array: 'a list',
  object: 'a map',
  infinite: 'a number that is not finite',
  null: 'nothing',
  unknown: 'a value that JSON can hold',
};

/** Hover, completion and outline. */
export const featureMessages = {
  required: 'required',
  defaultValue: 'Default: {value}',
  allowed: 'Allowed: {values}',
  suggested: 'Known: {values}',
  lengthUpTo: 'Up to {max} characters',
  lengthFrom: 'At least {min} characters',
  lengthBetween: '{min} to {max} characters',
  rangeBetween: 'From {min} to {max}',
  rangeFrom: '{min} or more',
  rangeUpTo: '{max} or less',
  itemsUpTo: 'Up to {max} items',
  itemsFrom: 'At least {min} items',
  itemsBetween: '{min} to {max} items',
  oneOf: 'One of these is needed: {fields}',
  exclusive: 'Not together: {fields}',
  fromSpecification: 'Source: the interface specification',
  observed: 'observed',
  fromBoth: 'Source: the interface specification; what is marked as observed is not promised and only warns',
  takesMedia: 'An https address or a data URI',
  alsoWritten: 'Also written: {names}',
  synchronous: 'Answers at once',
  asynchronous: 'Runs as a task that is followed until it ends',
  endpoint: 'Endpoint: {path}',
  models: 'Models: {models}',
  unknownModel: 'This model is not in the catalog. Its fields are sent as they are.',
  newJob: 'New job',
  wholeJob: 'A whole job to start from',
  image: 'Image',
  music: 'Music',
  speech: 'Speech',
  video: 'Video',
  chat: 'Chat',
  jobDetail: 'Job',
} as const;

/** What the reserved keys mean, by their path from the job: `gen.endpoint`. */
export const keyDescriptions: Readonly<Record<string, string>> = {
  model: 'The model that makes this. It decides which fields there are.',
  jobs: 'Several jobs in one file: an id for each, with its fields below.',
  gen: 'Controls of Genwright; never sent.',
  'gen.version': 'Version of the job file format: 1.',
  'gen.name': 'A name for people.',
  'gen.description': 'What this is for.',
  'gen.labels': 'Labels for people and tools.',
  'gen.endpoint': 'Path of the gateway to call, where the usual one of the model is not wanted.',
  'gen.profile': 'Name of the profile to use instead of the selected one.',
  'gen.defaults': 'Fields for every job of this file. A job that has the field itself keeps its own.',
  'gen.concurrency': 'Tasks at once; 1 means one after another.',
  'gen.timeout_minutes': 'How long a task is followed before it is left alone.',
  output: 'Where the files go: a path from the job file, or `dir`, `name` and `collision`.',
  'output.dir': 'Folder, from the job file; made when it is missing.',
  'output.name': 'File name without the extension, which follows from the content.',
  'output.collision':
    'When the name is taken: `number` takes the next free one, `replace` replaces our own untouched file, `fail` stops.',
  'output.metadata': '`none`: the bytes are those that the gateway sent.',
  request: 'Extras that are sent as they are, over the fields; for what the catalog does not know.',
  $schema: 'For other editors. Not read here.',
};

/** Descriptions of the catalog, which stand with its data and are translated like the rest. */
export const catalogMessages: readonly string[] = bundledCatalog.families.flatMap((family) => [
  family.description,
  ...family.fields.flatMap(listDescriptions),
]);

function listDescriptions({ description, type }: Field): readonly string[] {
  return [description, ...(type.kind === 'object' ? type.fields.flatMap(listDescriptions) : [])];
}

/** English, for where nobody translates. */
export const fillTemplate: Translate = (template, args) =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

export function describeProblem({ code, args }: Problem, translate: Translate): string {
  const variant = args['variant'];
  const template = problemMessages[`${code}/${variant}`] ?? problemMessages[code];
  const words = Object.fromEntries(
    ['expected', 'found'].flatMap((name) => {
      const word = typeWords[String(args[name])];
      return word === undefined ? [] : [[name, translate(word, {})]];
    }),
  );
  return translate(template, { ...args, ...words });
}
