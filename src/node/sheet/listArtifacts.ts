import type { ArrangedSheet } from '../../core/artifact/arrangedSheet.ts';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { withoutLyrics } from '../../core/artifact/withoutLyrics.ts';
import type { RecordedArtifact } from './buildSheet.ts';

/**
 * Lists the artifacts of a job file: the newest run first, and each run in the order of its requests. Of artifacts with
 * the same path, only the newest one is still there.
 */
export function listArtifacts(records: readonly RunsRecord[], jobFile: string): readonly RecordedArtifact[] {
  const paths = new Set<string>();
  const runTimes = new Map<string, number>();
  const found: RecordedArtifact[] = [];
  for (const record of records.toReversed()) {
    if (!runTimes.has(record.run)) runTimes.set(record.run, Date.parse(record.at));
    const artifacts = withoutLyrics(record.artifacts).filter(({ path }) => !paths.has(path));
    for (const artifact of artifacts) {
      paths.add(artifact.path);
      found.push({ jobFile, artifact, record });
    }
  }
  const timeOf = ({ record }: RecordedArtifact): number => runTimes.get(record.run) ?? 0;
  const jobOf = ({ record }: RecordedArtifact): string => record.job ?? '';
  return found.toSorted(
    (a, b) => timeOf(b) - timeOf(a) || jobOf(a).localeCompare(jobOf(b)) || a.record.index - b.record.index,
  );
}

/** Arranges all results as one list. */
export function arrangeList(cells: readonly RecordedArtifact[]): ArrangedSheet<RecordedArtifact> {
  return { rowsName: null, columnLabels: null, lines: [{ kind: 'cells', label: null, cells }] };
}
