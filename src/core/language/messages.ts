export { contextDescriptions, filterDescriptions, memberDescriptions } from './expressions/expressionWords.ts';
export { hoverMessages } from './hover/hoverMessages.ts';
export { nameMessages } from './names/nameMessages.ts';
export { ruleHints } from './ruleMessages.ts';
export { actionMessages } from './actions/actionMessages.ts';

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
  exclusive: 'Not together: {fields}',
  fromSpecification: 'Source: the interface specification',
  fromObservation: 'Source: observed; type and limits are not promised and only warn',
  observed: 'observed',
  fromBoth: 'Source: the interface specification; what is marked as observed is not promised and only warns',
  takesMedia: 'An https address, a data URI or a local file',
  alsoWritten: 'Also written: {names}',
  synchronous: 'Answers at once',
  asynchronous: 'Runs as a task that is followed until it ends',
  endpoint: 'Endpoint: {path}',
  models: 'Models: {models}',
  unknownModel: 'This model is not in the catalog. Its fields are sent as they are.',
  newJob: 'New job',
  onlyModels: 'only {models}',
  seenBefore: 'used before in this workspace',
  atOnce: 'at once',
  typicalCost: 'about {amount}',
  typicalCostOf: 'Your typical cost: {amount}, from {samples} earlier requests',
  typicalCostOnce: 'Your typical cost: {amount}, from one earlier request',
  wholeJob: 'whole job',
  image: 'Image',
  music: 'Music',
  speech: 'Speech',
  video: 'Video',
  chat: 'Chat',
  jobDetail: 'Job',
  lengthUsed: '{count} / {max}',
  lengthUsedTooltip: '{count} of {max} characters, as people count them',
  resolvedValue: '= {value}',
  requestCount: '{count} requests',
  inCombination: '{message} ({combination})',
  inCombinations: '{message} ({combination}, and in {others} more)',
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
  'gen.repeat': 'How many results are wanted of each request; each is charged.',
  'gen.max_runs': 'How many requests the file may expand to: 100 unless set.',
  'gen.budget_usd': 'What a run may cost, in US dollars. It can lower your own budget, never raise it.',
  'gen.on_error': '`continue` goes on with the other jobs after a failure, `stop` submits nothing more.',
  vars: 'Values with names, for `${{ vars.name }}`: a map, `file://./brand.vars.yaml`, or a list of both.',
  matrix:
    'One request for each combination of its axes, with `include` and `exclude`. An axis sets the field of its name, or is a variable where `${{ matrix.name }}` speaks of it.',
  'matrix.include': 'Combinations to add, or more values for those that there are.',
  'matrix.exclude': 'Combinations to leave out.',
  needs: 'Ids of jobs that must have their results first, where no expression says so already.',
  output:
    'Where the files go: a path from the job file, or `dir`, `name`, `collision` and `metadata`. Expressions know the `result` and its `ext`.',
  'output.dir': 'Folder, from the job file; made when it is missing.',
  'output.name': 'File name without the extension, which follows from the content.',
  'output.collision':
    'When the name is taken: `number` takes the next free one, `replace` replaces our own untouched file, `fail` stops.',
  'output.metadata':
    '`none`: the bytes are those that the gateway sent. `embed`: PNG and MP3 files carry what they were made of; other formats, and signed files, stay as they are.',
  request: 'Extras that are sent as they are, over the fields; for what the catalog does not know.',
  $schema: 'For other editors. Not read here.',
};
