export { contextDescriptions, filterDescriptions, memberDescriptions } from './expressions/expressionWords.ts';
export { costMessages } from './describe/describeCost.ts';
export { endpointMessages } from './describe/describeEndpoints.ts';
export { hoverMessages } from './hover/hoverMessages.ts';
export { nameMessages } from './names/nameMessages.ts';
export { actionMessages } from './actions/actionMessages.ts';

/** Words for the types of values, as they follow "must be" or "as" in a sentence. */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  array: 'a list',
  object: 'a map',
  infinite: 'a number that is not finite',
  null: 'null',
  unknown: 'a JSON value',
};

/** Messages of hover, completion and outline. */
export const featureMessages = {
  required: 'required',
  requiredType: '{type}, required',
  defaultValue: 'Default: {value}',
  allowed: 'Allowed: {values}',
  suggested: 'Known values: {values}',
  form: 'Written as {form}',
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
  exclusive: 'Only one of these: {fields}',
  fromSpecification: 'Source: the interface specification',
  fromObservation: 'Source: observed, not specified. Problems are only warnings.',
  observed: 'observed',
  fromBoth: 'Source: the interface specification. Problems with what is marked as observed are only warnings.',
  takesMedia: 'A URL (https), a data URI or a local file',
  alsoWritten: 'Other names: {names}',
  models: 'Models: {models}',
  unknownModel: 'This model is not in the catalog. Its fields are sent unchanged.',
  newJob: 'New job',
  onlyModels: 'only {models}',
  typicalCost: 'about {amount}',
  wholeJob: 'whole job',
  image: 'Image',
  music: 'Music',
  speech: 'Speech',
  video: 'Video',
  chat: 'Chat',
  jobDetail: 'Job',
  lengthUsed: '{count} / {max}',
  lengthUsedTooltip: '{count} of {max} characters',
  resolvedValue: '= {value}',
  requestCount: '{count} requests',
  inCombination: '{message} ({combination})',
  inCombinations: '{message} ({combination}, and in {others} more)',
} as const;

/** The meaning of the reserved keys, by their path from the job: `gen.endpoint`. */
export const keyDescriptions: Readonly<Record<string, string>> = {
  model: 'The model that generates the result. It determines which fields are available.',
  jobs: 'Several jobs in one file: an id for each, with its fields below.',
  gen: 'Controls of Genwright, which are never sent.',
  'gen.version': 'Version of the job file format: 1.',
  'gen.name': 'A name for your own use.',
  'gen.description': 'A description for your own use.',
  'gen.labels': 'Labels for you and your tools.',
  'gen.endpoint': 'Path of the endpoint to call instead of the default of the model.',
  'gen.profile': 'Name of the profile to use instead of the selected one.',
  'gen.defaults': 'Fields for every job of this file. A job that has the field itself keeps its own.',
  'gen.concurrency': 'How many tasks run at the same time. 1 means one after another.',
  'gen.timeout_minutes': 'How long to watch a task, in minutes, before watching stops.',
  'gen.repeat': 'How many results to generate for each request. Each one is charged.',
  'gen.max_runs': 'How many requests the file may expand to. Default: 100.',
  'gen.budget_usd': 'The most that a run may cost, in US dollars. It can lower your own budget, never raise it.',
  'gen.on_error': 'After a failure, `continue` submits the other jobs, and `stop` submits nothing more.',
  vars: 'Named values for `${{ vars.name }}`: a map, `file://./brand.vars.yaml`, or a list of both.',
  matrix:
    'One request for each combination of its axes, with `include` and `exclude`. If `${{ matrix.name }}` is used, the axis is a variable. Otherwise it sets the field with the same name.',
  'matrix.include': 'Combinations to add, or values to add to existing combinations.',
  'matrix.exclude': 'Combinations to leave out.',
  needs: 'Ids of jobs that must have their results first, if no expression references them already.',
  output:
    'Where results are saved: a path relative to the job file, or `dir`, `name`, `collision` and `metadata`. Expressions can use `result` and `ext`.',
  'output.dir': 'Folder, relative to the job file. It is created if it does not exist.',
  'output.name': 'File name without the extension. The extension depends on the content.',
  'output.collision':
    'What to do when the name is taken: `number` uses the next free number, `replace` replaces a file that is unchanged since Genwright saved it, `fail` stops.',
  'output.metadata':
    '`none`: files hold the bytes that the gateway sent. `embed`: PNG and MP3 files also hold their model, request and task id. Other formats and signed files stay unchanged.',
  request: 'Extras that are merged over the fields and sent unchanged, for fields that the catalog does not know.',
  $schema: 'For other editors. Genwright does not read it.',
};
