import { setImmediate } from 'node:timers/promises';
import { isReservedKey } from '../../../core/catalog/reservedKeys.ts';
import { parseYamlValue } from '../../../core/support/json/parseYamlValue.ts';

/** A job file or a runs file of the workspace. */
export interface ValueSource {
  readonly path: string;
  /** Unix ms. Values of the file that was changed last are offered first. */
  readonly modifiedMs: number;
  /** Returns null if the file cannot be read or is too large. */
  readonly read: () => Promise<string | null>;
}

interface SeenValuesPorts {
  /** Returns few enough files to read in the background. */
  readonly listSources: (signal: AbortSignal) => Promise<readonly ValueSource[]>;
  /** Unix ms. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Values that fields have elsewhere in the workspace. */
interface SeenValues {
  /** Returns the known values, the newest first. A call starts a search for more, for later calls. */
  readonly of: (field: string) => readonly string[];
  /** Searches in the background, unless that was done a moment ago. */
  look(): void;
  dispose(): void;
}

const lookAgainMs = 30_000;
/** More values would be too many to select from. */
const maxValues = 40;
/** Longer strings are written, not selected. */
const maxLength = 80;
/** Deep enough for the members of a field's items. */
const maxDepth = 6;

export function createSeenValues({ listSources, now, onError }: SeenValuesPorts): SeenValues {
  const aborted = new AbortController();
  /** Files by path, so that a file is read again only after a change. */
  let read = new Map<string, ReadSource>();
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  let lookedAt: number | undefined;

  const readAll = async (): Promise<void> => {
    const sources = await listSources(aborted.signal);
    const next = new Map<string, ReadSource>();
    for (const source of sources.toSorted((a, b) => b.modifiedMs - a.modifiedMs)) {
      if (aborted.signal.aborted) return;
      const earlier = read.get(source.path);
      const isSame = earlier?.modifiedMs === source.modifiedMs;
      next.set(source.path, isSame ? earlier : await readSource(source));
    }
    read = next;
    known = mergeValues([...next.values()]);
  };
  const look = (): void => {
    if (aborted.signal.aborted || (lookedAt !== undefined && now() - lookedAt < lookAgainMs)) return;
    lookedAt = now();
    readAll().catch(onError);
  };
  return {
    look,
    of(field) {
      look();
      return known.get(field) ?? [];
    },
    dispose: () => aborted.abort(),
  };
}

interface ReadSource {
  readonly modifiedMs: number;
  readonly values: readonly (readonly [field: string, value: string])[];
}

/** Reads one file per turn of the event loop, so that typing stays fast. */
async function readSource({ path, modifiedMs, read }: ValueSource): Promise<ReadSource> {
  const text = (await read()) ?? '';
  await setImmediate();
  const values: [string, string][] = [];
  const take = (field: string, value: string): void => void values.push([field, value]);
  if (!path.endsWith('.jsonl')) collectValues(parseYamlValue(text), take);
  // The newest record is the last one.
  else for (const line of text.split('\n').toReversed()) collectFields(readRequest(line), take);
  return { modifiedMs, values };
}

/** Reads the request of a line of a runs file. Empty for lines of other versions or incomplete ones. */
function readRequest(line: string): Readonly<Record<string, unknown>> {
  try {
    const { request } = JSON.parse(line) as { readonly request?: unknown };
    return typeof request === 'object' ? { ...request } : {};
  } catch {
    return {};
  }
}

/** Receives one value of a field. */
type TakeValue = (field: string, value: string) => void;

/** Collects the short strings that a job file, parsed as plain data, sets for its fields. */
function collectValues(jobFile: unknown, take: TakeValue): void {
  const root = asMap(jobFile);
  const gen = asMap(root['gen']);
  for (const job of [root, ...Object.values(asMap(root['jobs'])).map(asMap)]) {
    collectFields(job, take);
    collectFields(asMap(job['matrix']), take);
  }
  collectFields(asMap(gen['defaults']), take);
}

/** The same for a map of fields alone, such as the request of a record. */
function collectFields(fields: Readonly<Record<string, unknown>>, take: TakeValue): void {
  for (const [field, value] of Object.entries(fields)) {
    if (!isReservedKey(field) && field !== 'model') collect(field, value, { depth: 0, take });
  }
}

function collect(field: string, value: unknown, at: { readonly depth: number; readonly take: TakeValue }): void {
  if (typeof value === 'string') {
    if (isChoice(value)) at.take(field, value);
    return;
  }
  if (at.depth === maxDepth) return;
  const below = { ...at, depth: at.depth + 1 };
  if (Array.isArray(value)) for (const item of value) collect(field, item, below);
  else for (const [key, member] of Object.entries(asMap(value))) collect(key, member, below);
}

/** Prose, expressions, URLs, files of one job and digests are not offered. */
function isChoice(value: string): boolean {
  return (
    value.trim() !== '' &&
    value.length <= maxLength &&
    !/[\n\r]|\$\{\{/.test(value) &&
    !/^(?:https?:|data:|file:|sha256:|\.{0,2}\/)/i.test(value)
  );
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function mergeValues(sources: readonly ReadSource[]): ReadonlyMap<string, readonly string[]> {
  const merged = new Map<string, Set<string>>();
  for (const [field, value] of sources.flatMap(({ values }) => values)) {
    const own = merged.get(field) ?? new Set();
    if (own.size < maxValues) merged.set(field, own.add(value));
  }
  return new Map([...merged].map(([field, own]) => [field, [...own]]));
}
