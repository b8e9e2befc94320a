import { hasJobFileName } from '../../artifact/jobFileName.ts';
import { reservedWords } from '../../catalog/reservedKeys.ts';

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

/** Other tools use the suffix of job files too, so the name alone does not decide. */
export function isJobFile(document: NamedText): boolean {
  return findNotJobFile(document) === null;
}

/** Null for a job file. Accepts any text, also one that is not valid YAML yet. */
export function findNotJobFile({ name, text }: NamedText): NotJobFile | null {
  if (!hasJobFileName(name)) return 'name';
  // `buf.gen.yaml`, `buf.go.gen.yaml`: Buf reads its templates for code generation from these.
  if (/^buf\.(?:.*\.)?gen\.ya?ml$/i.test(name)) return 'tool-name';
  const { kind, keys } = scanRoot(text);
  if (kind === 'empty' || kind === 'scalar' || [...keys].some((key) => decisive.has(key))) return null;
  if (toolKeys.some((group) => group.every((key) => keys.has(key)))) return 'tool-content';
  return jobKeys.some((key) => keys.has(key)) ? null : 'no-job-key';
}

/** Whether a text without a name says what to generate. Unlike a file with the right name, it must have a key of a job. */
export function isJobText(text: string): boolean {
  return findNotJobFile({ name: 'job.gen.yaml', text }) === null && scanRoot(text).keys.size > 0;
}

/** Length, in UTF-16 units, of the part that is scanned. A key after it is not seen. */
export const maxScannedLength = 256 * 1024;

const documentMarker = /^(?:---|\.\.\.)(?=[ \t]|$)/;
const blankOrComment = /^[ \t]*(?:#|$)/;
/** Anchors and tags before a node. */
const properties = /^(?:[&!][^ \t]*(?:[ \t]+|$))+/;
/** What a plain scalar cannot start with. */
const indicator = /^(?:[\][{},#&*!|>'"%@`]|[-?:](?=[ \t]|$))/;

/** `scalar`: one plain scalar. `empty`: only comments and directives. `other`: anything else. */
type RootKind = 'empty' | 'scalar' | 'other';

/**
 * Finds the keys of the root of the first YAML document, up to the first one that is decisive. Reads line by line and
 * does not parse, so that the text need not be valid while it is typed. Takes linear time and never throws.
 */
function scanRoot(text: string): { readonly kind: RootKind; readonly keys: ReadonlySet<string> } {
  const scanned = text.slice(text.startsWith('\ufeff') ? 1 : 0, maxScannedLength);
  const keys = new Set<string>();
  let kind: RootKind = 'empty';
  /** Column of the keys of the root. A line that is indented more is part of a value. */
  let column = Infinity;
  let isStarted = false;
  for (const { 0: line, index } of scanned.matchAll(/[^\r\n]+/g)) {
    const marker = documentMarker.exec(line)?.[0];
    if (marker !== undefined && isStarted) break;
    if (marker === undefined && !isStarted && line.startsWith('%')) continue;
    isStarted ||= marker === '---';
    const content = line.slice(marker?.length);
    const indent = content.search(/[^ \t]/);
    if (blankOrComment.test(content) || indent > column) continue;
    isStarted = true;
    const node = content.slice(indent).replace(properties, '');
    if (blankOrComment.test(node)) continue;
    column = indent;
    const isFirst = kind === 'empty';
    const key = readKey(node);
    if (isFirst || key !== null) kind = key === null && !indicator.test(node) ? 'scalar' : 'other';
    if (key !== null) keys.add(key);
    if (isFirst && node.startsWith('{')) {
      for (const each of listFlowKeys(scanned.slice(index + line.length - node.length))) keys.add(each);
    }
    // The rest of the text is inside this node, or cannot change the outcome.
    if ((isFirst && /^[{[|>]/.test(node)) || (key !== null && decisive.has(key))) break;
  }
  return { kind, keys };
}

/** Returns the key that a line of a block map starts with. Empty if the key is not text. Null if there is none. */
function readKey(node: string): string | null {
  if (/^:(?=[ \t]|$)/.test(node)) return '';
  const explicit = /^\?(?:[ \t]+|$)/.exec(node)?.[0];
  const written = explicit === undefined ? node : node.slice(explicit.length).replace(properties, '');
  if (blankOrComment.test(written)) return '';
  const quoted = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)/.exec(written)?.[0];
  const end = quoted?.length ?? written.search(/:(?=[ \t]|$)|[ \t]#|$/);
  const hasColon = /^[ \t]*:/.test(written.slice(end)) && (quoted !== undefined || !indicator.test(written));
  if (explicit === undefined && !hasColon) return null;
  return quoted?.slice(1, -1) ?? written.slice(0, end).trimEnd();
}

/** Quoted strings, comments, brackets and separators, and plain text, in which quotes have no meaning. */
const flowToken =
  /"(?:[^"\\]|\\[^])*"?|'(?:[^']|'')*'?|(?<=\s)#[^\r\n]*|[[\]{},]|:(?=[\s,[\]{}]|$)|(?<=["']):|[^\s,[\]{}](?:[^,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<!\s)#)*/g;

/** Keys of the flow map that a text starts with, as they are written without their quotes. It need not be closed. */
function listFlowKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  /** The text of the present entry, until its key has been listed. */
  let written: string | null = '';
  const endKey = (): void => {
    const key = written?.replace(/^\?\s+/, '').replace(/^(?:[&!]\S*\s+)+/, '');
    if (key) keys.push(key.replace(/^(["'])(.*)\1$/s, '$2'));
    written = null;
  };
  for (const [token] of text.matchAll(flowToken)) {
    if (depth === 1 && (token === ':' || token === ',')) endKey();
    if (depth === 1 && token === ',') written = '';
    else if (/^[\]}]$/.test(token)) depth -= 1;
    else if (/^[[{]$/.test(token)) depth += 1;
    else if (depth === 1 && written !== null && !token.startsWith('#')) written += token.trimEnd();
    if (depth === 0) break;
  }
  endKey();
  return keys;
}
