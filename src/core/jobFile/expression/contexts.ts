/** The first names of expressions. */
export type ContextName = 'vars' | 'matrix' | 'jobs' | 'job' | 'file' | 'run' | 'now' | 'env' | 'result' | 'ext';

/** The part of a job file that contains an expression. It determines which contexts are known. */
export type EvaluationStage =
  | 'vars'
  | 'matrix'
  /** The model, which the rest depends on. */
  | 'model'
  /** A value that is sent: fields, defaults and `request`. */
  | 'field'
  | 'output';

interface Context {
  readonly name: ContextName;
  readonly stages: readonly EvaluationStage[];
  /** Null if the members are names of the file. Empty if the context is a value itself. */
  readonly members: readonly string[] | null;
}

const everywhere: readonly EvaluationStage[] = ['vars', 'matrix', 'model', 'field', 'output'];

/** Contexts in the order in which completion offers them. */
export const contexts: readonly Context[] = [
  { name: 'vars', stages: everywhere, members: null },
  { name: 'matrix', stages: ['model', 'field', 'output'], members: null },
  { name: 'jobs', stages: ['field', 'output'], members: null },
  { name: 'job', stages: ['field', 'output'], members: ['id', 'name', 'model', 'index', 'fingerprint'] },
  { name: 'file', stages: everywhere, members: ['base', 'dir', 'name'] },
  { name: 'run', stages: everywhere, members: ['id', 'n'] },
  { name: 'now', stages: everywhere, members: [] },
  { name: 'env', stages: everywhere, members: null },
  { name: 'result', stages: ['output'], members: ['index', 'count', 'title', 'width', 'height'] },
  { name: 'ext', stages: ['output'], members: [] },
];

/** The members of `jobs.<id>` and their types. */
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
