import { sep } from 'node:path';
import { type UriParts, type IsExcluded, checkLocation, checkContent, type NotJobFileHere } from './checkLocation.ts';

export interface DiskPorts<Uri extends UriParts> {
  readonly isExcluded: IsExcluded<Uri>;
  /** Finds at most `max` files of the workspace with the name of a job file. */
  readonly findFiles: (max: number) => Promise<readonly Uri[]>;
  /** Reads the start of a file. Empty if it cannot be read, null if it is gone or not a file. */
  readonly readHead: (uri: Uri) => Promise<string | null>;
  readonly onError: (error: unknown) => void;
}

/** The job files of the workspace, as they are on disk. */
interface FilesOnDisk<Uri extends UriParts> {
  /** The job files that are known so far, by path. */
  readonly known: ReadonlyMap<string, Uri>;
  check(uri: Uri): Promise<NotJobFileHere | null>;
  /** Searches the workspace. */
  look(): Promise<void>;
  /** Checks a file again after a change. If the path is gone, everything below it is forgotten. */
  touch(uri: Uri): Promise<void>;
  dispose(): void;
}

/** Maximum number of known job files. A workspace may be a whole disk, and all menus search this list. */
const maxKnown = 1_000;

/** Number of files that are open at the same time. */
const batch = 16;

/** `onChange` is called when `known` has changed. */
export function createFilesOnDisk<Uri extends UriParts>(
  { isExcluded, findFiles, readHead, onError }: DiskPorts<Uri>,
  onChange: () => void,
): FilesOnDisk<Uri> {
  const known = new Map<string, Uri>();
  let isDisposed = false;
  let queue = Promise.resolve();
  // Runs one after the other, so that the newest state of a file wins.
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(() => (isDisposed ? undefined : work())).catch(onError);
    return queue;
  };
  const check = async (uri: Uri): Promise<NotJobFileHere | null> => {
    const reason = checkLocation(uri, isExcluded);
    if (reason !== null) return reason;
    // The name decides about a file without text.
    return checkContent(uri, (await readHead(uri)) ?? '');
  };
  const look = async (): Promise<void> => {
    const uris = await findFiles(maxKnown);
    const found = new Map<string, Uri>();
    for (let at = 0; at < uris.length; at += batch) {
      const checked = await Promise.all(
        uris.slice(at, at + batch).map(async (uri) => ({ uri, reason: await check(uri) })),
      );
      for (const { uri, reason } of checked) if (reason === null) found.set(uri.fsPath, uri);
    }
    known.clear();
    for (const [path, uri] of found) known.set(path, uri);
    onChange();
  };
  const touch = async (uri: Uri): Promise<void> => {
    const head = checkLocation(uri, isExcluded) === null ? await readHead(uri) : null;
    const isJobFile = head !== null && checkContent(uri, head) === null;
    if (isJobFile) {
      if (known.has(uri.fsPath) || known.size >= maxKnown) return;
      known.set(uri.fsPath, uri);
    } else {
      // VS Code does not report the files of a deleted folder separately.
      const gone = [...known.keys()].filter((path) => path === uri.fsPath || path.startsWith(uri.fsPath + sep));
      if (gone.length === 0) return;
      for (const path of gone) known.delete(path);
    }
    onChange();
  };
  return {
    known,
    check,
    look: () => enqueue(look),
    touch: (uri) => enqueue(() => touch(uri)),
    dispose: () => (isDisposed = true),
  };
}
