import { filters } from '../../jobFile/expression/filters.ts';

/** What expressions can start with, in one line each. */
export const contextDescriptions: Readonly<Record<string, string>> = {
  vars: 'The variables of the file and of this job.',
  matrix: 'What the axes of the matrix are in this request.',
  jobs: 'The results of other jobs, which are made first.',
  job: 'This job.',
  file: 'This job file.',
  run: 'The run: one press of Generate.',
  now: 'When the run began, as an ISO date and time; `date` puts it into a form.',
  env: 'Variables of the environment that your setting "genwright.env.allow" names.',
  result: 'The result that is being saved.',
  ext: 'The extension that the content asks for, without a dot.',
};

/** The members of contexts, in one line each, by their path without names: `jobs.url`. */
export const memberDescriptions: Readonly<Record<string, string>> = {
  'jobs.url': 'Address of its first result.',
  'jobs.urls': 'Addresses of all its results, as a list.',
  'jobs.file': 'Path of its first file.',
  'jobs.files': 'Paths of all its files, as a list.',
  'jobs.text': 'What a chat model answered.',
  'jobs.title': 'Title that the gateway gave the result.',
  'jobs.lyrics': 'Lyrics of the song.',
  'jobs.duration': 'Length of its first result, in seconds.',
  'jobs.task_id': 'Identifier of its task at the gateway.',
  'jobs.amount_usd': 'What it has cost, in US dollars.',
  'job.id': 'Its id under "jobs"; nothing for a job at the root.',
  'job.name': 'Its name: that of the file, or else its id.',
  'job.model': 'Its model.',
  'job.index': 'Which of its requests this is, from 1 on.',
  'job.fingerprint': 'Fingerprint of the request: the same for the same request.',
  'file.base': 'Its name without ".gen.yaml".',
  'file.dir': 'Its folder in the workspace.',
  'file.name': 'Its name.',
  'run.id': 'Identifier of the run.',
  'run.n': 'Which run of this file it is, from 1 on.',
  'result.index': 'Which result of the request this is, from 1 on.',
  'result.count': 'How many results the request has.',
  'result.title': 'Title that the gateway gave the result.',
  'result.width': 'Width in pixels.',
  'result.height': 'Height in pixels.',
};

/** What filters do, in one line each. */
export const filterDescriptions: Readonly<Record<string, string>> = {
  slug: 'Words with hyphens between them, fit for a file name.',
  lower: 'In small letters.',
  upper: 'In capital letters.',
  trim: 'Without the blanks around it.',
  words: 'The first words, so many of them.',
  truncate: 'The first characters, so many of them.',
  pad: 'With zeros in front, up to so many characters.',
  date: 'A date in a form such as "YYYY-MM-DD" or "HH:mm".',
  default: 'What stands in where there is nothing.',
  json: 'As JSON.',
  join: 'A list as one text, with a separator between its items.',
  first: 'The first item of a list.',
  lines: 'The lines of a text as a list, without empty ones.',
};

/** How a filter is written: `truncate(n)`; what may be left out has a question mark. */
export function describeUsage(filter: string): string {
  const params = (Object.hasOwn(filters, filter) ? filters[filter]?.params : undefined) ?? [];
  const names = params.map(({ name, isOptional }) => (isOptional ? `${name}?` : name));
  return names.length === 0 ? filter : `${filter}(${names.join(', ')})`;
}
