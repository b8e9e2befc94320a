import { stat } from 'node:fs/promises';
import { runsFileOf } from '../../../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { newestByJob } from './lastResult.ts';

type NewestResults = ReadonlyMap<string | null, RunsRecord>;

/** Returns the last saved record of each job of a file, whose path is absolute. */
export type ResultReader = (jobFile: string) => Promise<NewestResults>;

interface KnownResults {
  /** Stamp of the runs file as it was read. */
  readonly stamp: string;
  readonly newest: NewestResults;
}

/**
 * Reads the last result of each job of a file. The engine is loaded only if there is something to read, and a runs file
 * of thousands of lines is read again only after a change, because the lens is requested after every letter.
 */
export function createResultReader({ engine }: Pick<EngineHost, 'engine'>): ResultReader {
  const known = new Map<string, KnownResults>();
  return async (jobFile) => {
    const facts = await stat(runsFileOf(jobFile)).catch(() => undefined);
    if (!facts) return new Map();
    const stamp = `${facts.size} ${facts.mtimeMs}`;
    const before = known.get(jobFile);
    if (before?.stamp === stamp) return before.newest;
    // A runs file that cannot be read must not remove Generate.
    const records = await (await engine()).readRuns(jobFile).catch(() => null);
    if (records === null) return new Map();
    const newest = newestByJob(records);
    known.set(jobFile, { stamp, newest });
    return newest;
  };
}
