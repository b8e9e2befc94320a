import type { Mark } from '../../core/artifact/marks.ts';
import { fileFlags, nodeFileSystem } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { hashOpenFile, withFile } from '../../node/files/wholeFile.ts';

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
      changed.set(keyOf(artifact), await hash(file.path).catch(() => artifact.sha256));
    }
  }
  return (artifact) => marks.get(changed.get(keyOf(artifact)) ?? artifact.sha256);
}

function keyOf({ path, sha256 }: RecordedFile): string {
  return `${sha256} ${path}`;
}

async function hash(path: string): Promise<string> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, nodeFileSystem), hashOpenFile);
}
