import { hasJobFileName } from '../../artifact/jobFileName.ts';
import { reservedWords } from '../../catalog/reservedKeys.ts';
import { scanRoot } from './scanRoot.ts';

/** A document by its file name, without folders, and its text. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Why a document is not a job file. `name`: its name has another ending. `tool-name`: another tool owns the name.
 * `tool-content`: another tool owns the content. `no-job-key`: no key of the root belongs to a job.
 */
export type NotJobFile = 'name' | 'tool-name' | 'tool-content' | 'no-job-key';

/** The messages that say why, each with a `{name}`. */
export const notJobFileMessages: Readonly<Record<NotJobFile, string>> = {
  name: '"{name}" is not a job file, because its name does not end in .gen.yaml or .gen.yml.',
  'tool-name': '"{name}" is not a job file, because Buf uses files with this name.',
  'tool-content':
    '"{name}" is not a job file, because its keys belong to another tool. A job file has "model", "jobs" or "gen".',
  'no-job-key':
    '"{name}" is not a job file, because it does not say what to generate. Add "model" or "jobs" to its first level.',
};

/** Each group of root keys belongs to another tool. */
const toolKeys = [['apiVersion', 'kind'], ['openapi'], ['swagger'], ['version', 'plugins']] as const;

/** A document with one of these keys is a job file even if it has the keys of another tool. */
const decisive: ReadonlySet<string> = new Set(['model', 'jobs', 'gen']);

/** A merge key counts, because it is not resolved here and may merge a model. */
const jobKeys = [...reservedWords, 'model', 'prompt', 'messages', 'text', '<<'];

const wanted: ReadonlySet<string> = new Set([...toolKeys.flat(), ...jobKeys]);

/** Other tools use the suffix of job files too, so the name alone does not decide. */
export function isJobFile(document: NamedText): boolean {
  return findNotJobFile(document) === null;
}

/** Null for a job file. Accepts any text, also one that is not valid YAML yet. */
export function findNotJobFile({ name, text }: NamedText): NotJobFile | null {
  if (!hasJobFileName(name)) return 'name';
  if (isBufName(name)) return 'tool-name';
  const { kind, keys } = scanRoot(text, { wanted, decisive });
  if (kind === 'empty' || kind === 'scalar' || [...keys].some((key) => decisive.has(key))) return null;
  if (toolKeys.some((group) => group.every((key) => keys.has(key)))) return 'tool-content';
  return jobKeys.some((key) => keys.has(key)) ? null : 'no-job-key';
}

/** Whether a text without a name says what to generate. Unlike a file with the right name, it must have a key of a job. */
export function isJobText(text: string): boolean {
  const isNamed = findNotJobFile({ name: 'job.gen.yaml', text }) === null;
  return isNamed && scanRoot(text, { wanted, decisive }).keys.size > 0;
}

/** `buf.gen.yaml`, `buf.go.gen.yaml`: Buf reads its templates for code generation from these. */
function isBufName(name: string): boolean {
  return /^buf\.(?:.*\.)?gen\.ya?ml$/i.test(name);
}
