import { dirname, resolve } from 'node:path';
import type { Mark } from '../../core/artifact/marks.ts';
import type { Engine } from '../../engine/index.ts';
import { findArtifactFile } from '../../node/files/artifactFile.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { matchMarks } from './matchMarks.ts';

interface MarkedFilesPorts {
  readonly engine: Pick<Engine, 'readRuns' | 'readMarks'>;
  /** The folder that no artifact may leave. */
  readonly boundary: string;
}

/** Returns the marked artifacts of a job file by their absolute paths. The newest line of a path counts. */
export async function readMarkedFiles(
  jobFile: string,
  { engine, boundary }: MarkedFilesPorts,
): Promise<ReadonlyMap<string, Mark>> {
  const marks = await engine.readMarks(jobFile);
  if (marks.size === 0) return new Map();
  const folder = dirname(jobFile);
  const all = (await engine.readRuns(jobFile)).flatMap((record) => record.artifacts);
  const artifacts = [...new Map(all.map((artifact) => [resolve(folder, artifact.path), artifact]))];
  const markOf = await matchMarks(
    marks,
    artifacts.map(([, artifact]) => artifact),
    ({ path }) => findArtifactFile(path, { jobFile, boundary, files: nodeFileSystem }),
  );
  return new Map(
    artifacts.flatMap(([path, artifact]): readonly (readonly [string, Mark])[] => {
      const mark = markOf(artifact);
      return mark ? [[path, mark]] : [];
    }),
  );
}
