import type { RunsArtifact, RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';

/** An artifact with the record of its task. */
export interface RecordedArtifact {
  readonly artifact: RunsArtifact;
  readonly record: RunsRecord;
}

/**
 * Lists the artifacts of a job file: the newest run first, and each run in the order of its requests. Of artifacts with
 * the same path, only the newest one is still there.
 */
export function listArtifacts(records: readonly RunsRecord[]): readonly RecordedArtifact[] {
  const paths = new Set<string>();
  const runTimes = new Map<string, number>();
  const found: RecordedArtifact[] = [];
  for (const record of records.toReversed()) {
    if (!runTimes.has(record.run)) runTimes.set(record.run, Date.parse(record.at));
    const artifacts = withoutLyrics(record.artifacts).filter(({ path }) => !paths.has(path));
    for (const artifact of artifacts) {
      paths.add(artifact.path);
      found.push({ artifact, record });
    }
  }
  const timeOf = ({ record }: RecordedArtifact): number => runTimes.get(record.run) ?? 0;
  return found.toSorted((a, b) => timeOf(b) - timeOf(a) || compareRequests(a.record, b.record));
}

function compareRequests(a: RunsRecord, b: RunsRecord): number {
  return (a.job ?? '').localeCompare(b.job ?? '') || a.index - b.index;
}
