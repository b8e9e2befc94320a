import { setImmediate } from 'node:timers/promises';
import { parseYamlValue } from '../../core/support/parseYamlValue.ts';
import { collectFields, collectValues } from './collectValues.ts';

/** A job file or a runs file of the workspace. */
export interface ValueSource {
  readonly path: string;
  /** Unix ms. What was changed last is offered first. */
  readonly modifiedMs: number;
  /** Null where it can not be read or is too large. */
  readonly read: () => Promise<string | null>;
}

export interface SeenValuesPorts {
  /** Few enough to be read in the background. */
  readonly listSources: (signal: AbortSignal) => Promise<readonly ValueSource[]>;
  /** Unix ms. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Values that fields have elsewhere in the workspace. */
export interface SeenValues {
  /** What is known now, the newest first. Asking looks for more, for those who ask later. */
  readonly of: (field: string) => readonly string[];
  /** Looks in the background, unless that was done just now. */
  look(): void;
  dispose(): void;
}

const lookAgainMs = 30_000;
/** More would be no choice. */
const maxValues = 40;

export function createSeenValues({ listSources, now, onFault }: SeenValuesPorts): SeenValues {
  const aborted = new AbortController();
  /** By path, so that a file is read again only when it has changed. */
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
    readAll().catch(onFault);
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

/** One file a turn of the loop: typing goes on in between. */
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

/** Of a line of a runs file; lines of other versions or cut ones give nothing. */
function readRequest(line: string): Readonly<Record<string, unknown>> {
  try {
    const record: unknown = JSON.parse(line);
    const request = typeof record === 'object' && record !== null && 'request' in record ? record.request : null;
    return typeof request === 'object' && request !== null ? { ...request } : {};
  } catch {
    return {};
  }
}

function mergeValues(sources: readonly ReadSource[]): ReadonlyMap<string, readonly string[]> {
  const merged = new Map<string, Set<string>>();
  for (const [field, value] of sources.flatMap(({ values }) => values)) {
    const own = merged.get(field) ?? new Set();
    if (own.size < maxValues) merged.set(field, own.add(value));
  }
  return new Map([...merged].map(([field, own]) => [field, [...own]]));
}
