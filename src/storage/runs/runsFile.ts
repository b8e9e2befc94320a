import { marksFileOf, runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { JsonValue } from '../../core/support/json.ts';
import { stringifyJson } from '../../core/support/json.ts';
import type { RunsFilePort } from '../../core/task/ports.ts';
import { createLineFile } from '../lines/lineFile.ts';
import { moveFile } from '../lines/moveFile.ts';
import type { PartPorts } from '../../node/files/partFile.ts';
import { parseRunsRecord } from './runsRecordSchema.ts';

/** Creates a runs file with one line per record. Users may put it under version control and edit it. */
export function createRunsFile(ports: PartPorts): RunsFilePort {
  const file = createLineFile({ parse: parseRunsRecord, ...ports });
  return {
    append(record, { jobFile, boundary }) {
      const line = stringifyJson({ ...record } as unknown as JsonValue);
      return file.append(runsFileOf(jobFile), line, boundary);
    },
    read: (jobFile) => file.read(runsFileOf(jobFile)),
    async move({ from, to, boundary }) {
      await Promise.all([
        file.move(runsFileOf(from), runsFileOf(to), boundary),
        moveFile(marksFileOf(from), marksFileOf(to), { boundary, ...ports }),
      ]);
    },
  };
}
