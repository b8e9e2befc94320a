import { type Address, type IsExcluded, judgeAddress, judgeText, type NotJobFileHere } from './judgeJobFile.ts';

export interface DiskPorts<Uri extends Address> {
  readonly isExcluded: IsExcluded<Uri>;
  /** Files of the workspace with the name of a job file, not more than `max`. */
  readonly findFiles: (max: number) => Promise<readonly Uri[]>;
  /** The start of a file. Null where it cannot be read. */
  readonly readHead: (uri: Uri) => Promise<string | null>;
  readonly onFault: (error: unknown) => void;
}

/** The job files of the workspace, as they are on disk. */
export interface FilesOnDisk<Uri extends Address> {
  /** Those that are known by now, by path. */
  readonly known: ReadonlyMap<string, Uri>;
  judge(uri: Uri): Promise<NotJobFileHere | null>;
  /** Searches the workspace. */
  look(): Promise<void>;
  /** Something has happened to a file. */
  touch(uri: Uri): Promise<void>;
  dispose(): void;
}

/** A workspace may be a whole disk, and all menus look into the list. */
const maxKnown = 1_000;

/** Files that are open at the same time. */
const batch = 16;

/** `onChange` is called when `known` has changed. */
export function createFilesOnDisk<Uri extends Address>(
  { isExcluded, findFiles, readHead, onFault }: DiskPorts<Uri>,
  onChange: () => void,
): FilesOnDisk<Uri> {
  const known = new Map<string, Uri>();
  let isDisposed = false;
  let queue = Promise.resolve();
  // One after the other, so that the newest state of a file counts.
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(() => (isDisposed ? undefined : work())).catch(onFault);
    return queue;
  };
  const judge = async (uri: Uri): Promise<NotJobFileHere | null> => {
    const reason = judgeAddress(uri, isExcluded);
    if (reason !== null) return reason;
    // A file that cannot be read counts by its name.
    return judgeText(uri, (await readHead(uri)) ?? '');
  };
  const look = async (): Promise<void> => {
    const uris = await findFiles(maxKnown);
    const found = new Map<string, Uri>();
    for (let at = 0; at < uris.length; at += batch) {
      const judged = await Promise.all(
        uris.slice(at, at + batch).map(async (uri) => ({ uri, reason: await judge(uri) })),
      );
      for (const { uri, reason } of judged) if (reason === null) found.set(uri.fsPath, uri);
    }
    known.clear();
    for (const [path, uri] of found) known.set(path, uri);
    onChange();
  };
  const touch = async (uri: Uri): Promise<void> => {
    const head = judgeAddress(uri, isExcluded) === null ? await readHead(uri) : null;
    const isJobFile = head !== null && judgeText(uri, head) === null;
    if (isJobFile === known.has(uri.fsPath)) return;
    if (!isJobFile) known.delete(uri.fsPath);
    else if (known.size < maxKnown) known.set(uri.fsPath, uri);
    onChange();
  };
  return {
    known,
    judge,
    look: () => enqueue(look),
    touch: (uri) => enqueue(() => touch(uri)),
    dispose: () => (isDisposed = true),
  };
}
