import { dirname, resolve } from 'node:path';
import type { Mark } from '../../core/artifact/marks.ts';
import type { Engine } from '../../engine/index.ts';

/**
 * Returns the marked artifacts of a job file by their absolute paths. No artifact is read: its hash is that of the runs
 * file, where the newest line of a path counts.
 */
export async function readMarkedFiles(
  jobFile: string,
  engine: Pick<Engine, 'readRuns' | 'readMarks'>,
): Promise<ReadonlyMap<string, Mark>> {
  const marks = await engine.readMarks(jobFile);
  if (marks.size === 0) return new Map();
  const folder = dirname(jobFile);
  const artifacts = (await engine.readRuns(jobFile)).flatMap((record) => record.artifacts);
  const hashes = new Map(artifacts.map(({ path, sha256 }) => [resolve(folder, path), sha256]));
  const marked = [...hashes].flatMap(([path, sha256]): readonly (readonly [string, Mark])[] => {
    const mark = marks.get(sha256);
    return mark ? [[path, mark]] : [];
  });
  return new Map(marked);
}
