import { readFile } from 'node:fs/promises';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';

/** Returns the records of the runs file beside this job file, oldest first; none if it is missing. */
export async function readRunsFile(jobFile: string): Promise<readonly RunsRecord[]> {
  const path = jobFile.replace(/\.ya?ml$/, '.runs.jsonl');
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as RunsRecord);
}
