/** What an expression can start with. */
export type ContextName = 'vars' | 'matrix' | 'jobs' | 'job' | 'file' | 'run' | 'now' | 'env' | 'result' | 'ext';

/** Where in a job file an expression stands: it decides what is known there. */
export type ExpressionPlace =
  /** A value of `vars:`. */
  | 'vars'
  /** A value of `matrix:`. */
  | 'matrix'
  /** The model, which the rest depends on. */
  | 'model'
  /** What is sent: fields, defaults and `request`. */
  | 'field'
  | 'output';

interface Context {
  readonly name: ContextName;
  readonly places: readonly ExpressionPlace[];
  /** Null where the names are those of the file; empty where the context is a value itself. */
  readonly members: readonly string[] | null;
}

const everywhere: readonly ExpressionPlace[] = ['vars', 'matrix', 'model', 'field', 'output'];

/** In the order in which completion offers them. */
export const contexts: readonly Context[] = [
  { name: 'vars', places: everywhere, members: null },
  { name: 'matrix', places: ['model', 'field', 'output'], members: null },
  { name: 'jobs', places: ['field', 'output'], members: null },
  { name: 'job', places: ['field', 'output'], members: ['id', 'name', 'model', 'index', 'fingerprint'] },
  { name: 'file', places: everywhere, members: ['base', 'dir', 'name'] },
  { name: 'run', places: everywhere, members: ['id', 'n'] },
  { name: 'now', places: everywhere, members: [] },
  { name: 'env', places: everywhere, members: null },
  { name: 'result', places: ['output'], members: ['index', 'count', 'title', 'width', 'height'] },
  { name: 'ext', places: ['output'], members: [] },
];

/** What `jobs.<id>` has, and of what type it is. */
export const jobValueTypes: Readonly<Record<string, 'text' | 'list' | 'number'>> = {
  url: 'text',
  urls: 'list',
  file: 'text',
  files: 'list',
  text: 'text',
  title: 'text',
  lyrics: 'text',
  duration: 'number',
  task_id: 'text',
  amount_usd: 'number',
};

export const jobValueNames: readonly string[] = Object.keys(jobValueTypes);

export function findContext(name: string): Context | undefined {
  return contexts.find((each) => each.name === name);
}
