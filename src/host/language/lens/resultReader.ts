import { existsSync } from 'node:fs';
import { runsFileOf } from '../../../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';

/** Returns the last saved record of each job of a file, whose path is absolute. */
export type ResultReader = (jobFile: string) => Promise<ReadonlyMap<string | null, RunsRecord>>;

/**
 * Reads the last result of each job of a file. The engine is loaded only if there is something to read. It returns the
 * same records as long as nothing changes, because the lens is requested after every letter.
 */
export function createResultReader({ engine }: Pick<EngineHost, 'engine'>): ResultReader {
  const known = new WeakMap<readonly RunsRecord[], Awaited<ReturnType<ResultReader>>>();
  return async (jobFile) => {
    if (!existsSync(runsFileOf(jobFile))) return new Map();
    // A runs file that cannot be read must not remove Generate.
    const records = await (await engine()).readRuns(jobFile).catch(() => []);
    const newest =
      known.get(records) ??
      new Map(records.filter(({ status }) => status === 'saved').map((record) => [record.job, record]));
    known.set(records, newest);
    return newest;
  };
}
