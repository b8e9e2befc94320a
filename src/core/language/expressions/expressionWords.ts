import { filters } from '../../jobFile/expression/filters.ts';

export const contextDescriptions: Readonly<Record<string, string>> = {
  vars: 'The variables of the file and of this job.',
  matrix: 'The values of the matrix axes in this request.',
  jobs: 'The results of other jobs, which run first.',
  job: 'This job.',
  file: 'This job file.',
  run: 'The run: one use of Generate.',
  now: 'When the run began, as an ISO date and time. `date` formats it.',
  env: 'Environment variables that your setting "genwright.env.allow" lists.',
  result: 'The result that is being saved.',
  ext: 'The extension that fits the content, without a dot.',
};

/** One line for each member of a context, by its path without names: `jobs.url`. */
export const memberDescriptions: Readonly<Record<string, string>> = {
  'jobs.url': 'URL of its first result.',
  'jobs.urls': 'URLs of all its results, as a list.',
  'jobs.file': 'Path of its first file.',
  'jobs.files': 'Paths of all its files, as a list.',
  'jobs.text': 'The text that a chat model returned.',
  'jobs.title': 'Title that the gateway gave the result.',
  'jobs.lyrics': 'Lyrics of the song.',
  'jobs.duration': 'Length of its first result, in seconds.',
  'jobs.task_id': 'Identifier of its task at the gateway.',
  'jobs.amount_usd': 'Its cost in US dollars.',
  'job.id': 'Its id under "jobs". Empty for a job at the root.',
  'job.name': 'Its id under "jobs", or the name of the file for a job at the root.',
  'job.model': 'Its model.',
  'job.index': 'The number of this request in its job, starting at 1.',
  'job.fingerprint': 'Fingerprint of the request. Equal requests have the same fingerprint.',
  'file.base': 'Its name without ".gen.yaml".',
  'file.dir': 'Its folder in the workspace.',
  'file.name': 'Its name.',
  'run.id': 'Identifier of the run.',
  'run.n': 'The number of this run of the file, starting at 1.',
  'result.index': 'The number of this result of the request, starting at 1.',
  'result.count': 'How many results the request has.',
  'result.title': 'Title that the gateway gave the result.',
  'result.width': 'Width in pixels.',
  'result.height': 'Height in pixels.',
};

export const filterDescriptions: Readonly<Record<string, string>> = {
  slug: 'Words with hyphens between them, suitable for a file name.',
  lower: 'The string in lower case.',
  upper: 'The string in upper case.',
  trim: 'The string without spaces at its start and end.',
  words: 'The first n words.',
  truncate: 'The first n characters.',
  pad: 'The value with leading zeros, n characters long.',
  date: 'A date in a format such as "YYYY-MM-DD" or "HH:mm".',
  default: 'The value to use if there is none.',
  json: 'The value as JSON.',
  join: 'The items of a list as one string, with a separator between them.',
  first: 'The first item of a list.',
  lines: 'The lines of a string as a list, without empty lines.',
};

/** Describes how a filter is written: `truncate(n)`. An optional argument has a question mark. */
export function describeUsage(filter: string): string {
  const params = (Object.hasOwn(filters, filter) ? filters[filter]?.params : undefined) ?? [];
  const names = params.map(({ name, isOptional }) => (isOptional ? `${name}?` : name));
  return names.length === 0 ? filter : `${filter}(${names.join(', ')})`;
}
