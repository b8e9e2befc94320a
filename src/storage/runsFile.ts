import { marksFileOf, runsFileOf } from '../core/artifact/jobFileName.ts';
import { parseRunsRecord, type RunsRecord } from '../core/artifact/runsRecord.ts';
import { type JsonValue, stringifyJson } from '../core/support/json/json.ts';
import { endKey } from '../core/task/model/buildRunsRecord.ts';
import type { RunsFilePort } from '../core/task/ports.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { createLineFile, moveFile } from './lineFile.ts';

interface RunsFile extends RunsFilePort {
  /** Returns only the records whose lines contain the needle, which is ASCII in any case. Remembers nothing. */
  scan(jobFile: string, needle: string): Promise<readonly RunsRecord[]>;
}

/** Creates a runs file with one line per record. Users may put it under version control and edit it. */
export function createRunsFile(ports: PartPorts): RunsFile {
  const file = createLineFile({ parse: parseRunsRecord, ...ports });
  return {
    append(record, { jobFile, boundary }) {
      const line = stringifyJson({ ...record } as unknown as JsonValue);
      return file.append(runsFileOf(jobFile), line, boundary);
    },
    read: async (jobFile) => latest(await file.read(runsFileOf(jobFile))),
    scan: async (jobFile, needle) => latest(await file.scan(runsFileOf(jobFile), needle)),
    sync: (jobFile) => file.sync(runsFileOf(jobFile)),
    async move({ from, to, boundary }) {
      await Promise.all([
        file.move(runsFileOf(from), runsFileOf(to), boundary),
        moveFile(marksFileOf(from), marksFileOf(to), { boundary, ...ports }),
      ]);
    },
  };
}

/** The same list for the same records, because readers compare lists. */
const latestOf = new WeakMap<readonly RunsRecord[], readonly RunsRecord[]>();

/** Returns each record with the last known places of its artifacts. */
function latest(records: readonly RunsRecord[]): readonly RunsRecord[] {
  if (!records.some(({ moved }) => moved)) return records;
  const known = latestOf.get(records) ?? [...new Map(records.map((record) => [endKey(record), record])).values()];
  latestOf.set(records, known);
  return known;
}
