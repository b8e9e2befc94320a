import { dirname, resolve } from 'node:path';
import type { Mark } from '../../core/artifact/marks.ts';
import type { Engine } from '../../engine/index.ts';
import { findArtifactFile } from '../../node/files/artifactFile.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { hashRegularFile } from '../../node/files/regularFile.ts';

/** An artifact as it is recorded. Its file may have changed since. */
interface RecordedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A file that leads to real bytes inside the workspace folder. */
interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

/** More or larger changed files are taken as they are recorded. */
const maxHashed = 50;
const maxHashedBytes = 64 * 1024 * 1024;

/**
 * Returns a function that finds the mark of an artifact by the content of its file. Files are compared with their records
 * only if a mark belongs to no record, and by their size before they are hashed. `find` returns null for a file that is
 * missing or may not be read.
 */
export async function matchMarks<File extends RecordedFile>(
  marks: ReadonlyMap<string, Mark>,
  artifacts: readonly File[],
  find: (artifact: File) => Promise<FoundFile | null>,
): Promise<(artifact: RecordedFile) => Mark | undefined> {
  const recorded = new Set(artifacts.map(({ sha256 }) => sha256));
  const changed = new Map<string, string>();
  if ([...marks.keys()].some((sha256) => !recorded.has(sha256))) {
    for (const artifact of artifacts) {
      if (changed.size >= maxHashed) break;
      const file = await find(artifact).catch(() => null);
      if (!file || file.bytes === artifact.bytes || file.bytes > maxHashedBytes) continue;
      const hash = hashRegularFile(file.path, nodeFileSystem).catch(() => artifact.sha256);
      changed.set(keyOf(artifact), await hash);
    }
  }
  return (artifact) => marks.get(changed.get(keyOf(artifact)) ?? artifact.sha256);
}

/** Returns a key of the artifact, which contains the hash, so that a replaced file has another one. */
export function keyOf({ path, sha256 }: Pick<RecordedFile, 'path' | 'sha256'>): string {
  return `${sha256} ${path}`;
}

/**
 * Returns the marked artifacts of a job file by their absolute paths. The newest line of a path counts. No artifact may
 * leave the folder `boundary`.
 */
export async function readMarkedFiles(
  jobFile: string,
  { engine, boundary }: { readonly engine: Pick<Engine, 'readRuns' | 'readMarks'>; readonly boundary: string },
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
