import { COPYFILE_EXCL } from 'node:constants';
import { randomBytes } from 'node:crypto';
import { dirname, sep } from 'node:path';
import { fileFlags, type FileSystem, type OpenFile, type Stats } from '../../../src/node/files/fileSystem.ts';
import { fault } from './faultyFiles.ts';

/** A disk in memory, which knows what a power cut would leave of it. */
export interface MemoryDisk {
  readonly files: FileSystem;
  /** The files by absolute path. */
  readonly list: () => ReadonlyMap<string, Buffer>;
  /** The files that a power cut would leave in any case, with the content that they would have. */
  readonly listDurable: () => ReadonlyMap<string, Buffer>;
  /** Puts a file there, durably, and the folders above it. */
  readonly put: (path: string, text: string) => void;
  /** Removes a file or a folder, durably. */
  readonly remove: (path: string) => void;
  /**
   * Hides the last bytes of a file from all who read it, as while they are being written. Call the result to show them.
   */
  readonly conceal: (path: string, bytes: number) => () => void;
  /** Forgets what was not synced: bytes of files, and names in folders. `survives` is asked of each such change. */
  readonly cutPower: (survives?: () => boolean) => void;
}

interface Inode {
  readonly number: number;
  bytes: Buffer;
  /** The bytes at the last sync; null before the first one. */
  synced: Buffer | null;
  changedMs: number;
  /** Number of bytes at the end that are being written. */
  concealed: number;
  /** The names in a folder. Null for a file. */
  readonly names: Map<string, Inode> | null;
  syncedNames: ReadonlyMap<string, Inode>;
  /** Renames in the folder since its last sync. Each of them survives a power cut as a whole or not at all. */
  renames: readonly { readonly from: string; readonly to: string }[];
}

export interface MemoryDiskOptions {
  /** Unix ms. If omitted, the times of a file count its changes. */
  readonly now?: () => number;
  readonly createSuffix?: FileSystem['createSuffix'];
}

export function createMemoryDisk({ now, createSuffix }: MemoryDiskOptions = {}): MemoryDisk {
  const change = (inode: Inode): void => void (inode.changedMs = now?.() ?? inode.changedMs + 1);
  let count = 0;
  const create = (isFolder: boolean): Inode => ({
    number: (count += 1),
    bytes: Buffer.alloc(0),
    synced: null,
    changedMs: now?.() ?? count,
    concealed: 0,
    names: isFolder ? new Map() : null,
    syncedNames: new Map(),
    renames: [],
  });
  const root = create(true);
  const split = (path: string): readonly string[] => path.split(sep).filter((name) => name !== '');
  const find = (path: string): Inode | undefined =>
    split(path).reduce<Inode | undefined>((inode, name) => inode?.names?.get(name), root);
  const get = (path: string): Inode => {
    const inode = find(path);
    if (!inode) throw fault('ENOENT');
    return inode;
  };
  const folderOf = (path: string): Map<string, Inode> => {
    const { names } = get(dirname(path));
    if (!names) throw fault('ENOTDIR');
    return names;
  };
  const nameOf = (path: string): string => split(path).at(-1) ?? '';
  const enter = (path: string, inode: Inode): void => void folderOf(path).set(nameOf(path), inode);
  const makeFolders = (path: string): void => {
    let folder = root;
    for (const name of split(path)) {
      const next = folder.names?.get(name) ?? create(true);
      folder.names?.set(name, next);
      folder = next;
    }
  };
  const openInode = (path: string, flags: ParsedFlags): Inode => {
    const known = find(path);
    if (known && flags.isNew) throw fault('EEXIST');
    if (!known && !flags.creates) throw fault('ENOENT');
    const inode = known ?? create(false);
    if (!known) enter(path, inode);
    if (flags.empties) inode.bytes = Buffer.alloc(0);
    return inode;
  };
  const files: FileSystem = {
    open: async (path, flags) => {
      const parsed = parseFlags(flags);
      return openFile(openInode(path, parsed), { ...parsed, change });
    },
    stat: async (path) => statOf(get(path)),
    lstat: async (path) => statOf(get(path)),
    statSync: (path) => {
      const inode = find(path);
      return inode && statOf(inode);
    },
    realpath: async (path) => (get(path), path),
    readdir: async (path) => [...(get(path).names?.keys() ?? [])],
    mkdir: async (path) => {
      if (find(path)) throw fault('EEXIST');
      enter(path, create(true));
    },
    rename: async (from, to) => {
      const inode = get(from);
      enter(to, inode);
      folderOf(from).delete(nameOf(from));
      const folder = get(dirname(to));
      if (dirname(from) === dirname(to)) folder.renames = [...folder.renames, { from: nameOf(from), to: nameOf(to) }];
    },
    link: async (existing, name) => {
      if (find(name)) throw fault('EEXIST');
      enter(name, get(existing));
    },
    unlink: async (path) => {
      get(path);
      folderOf(path).delete(nameOf(path));
    },
    rmdir: async (path) => {
      if ((get(path).names?.size ?? 0) > 0) throw fault('ENOTEMPTY');
      folderOf(path).delete(nameOf(path));
    },
    copyFile: async (from, to, mode) => {
      if (find(to) && (mode & COPYFILE_EXCL) !== 0) throw fault('EEXIST');
      enter(to, { ...create(false), bytes: get(from).bytes });
    },
    touch: async (path) => change(get(path)),
    createSuffix: createSuffix ?? ((bytes) => randomBytes(bytes).toString('hex')),
    watch: () => {
      throw fault('ENOSYS');
    },
  };
  const listDurable = (): ReadonlyMap<string, Buffer> => {
    const found = new Map<string, Buffer>();
    const visitBelow = (folder: Inode, path: string): void => {
      for (const [name, inode] of folder.syncedNames) {
        if (inode.names) visitBelow(inode, `${path}${sep}${name}`);
        else if (inode.synced) found.set(`${path}${sep}${name}`, inode.synced);
      }
    };
    visitBelow(root, '');
    return found;
  };
  const walk = (visit: (path: string, inode: Inode) => void): void => {
    const visitBelow = (folder: Inode, path: string): void => {
      for (const [name, inode] of folder.names ?? []) {
        visit(`${path}${sep}${name}`, inode);
        visitBelow(inode, `${path}${sep}${name}`);
      }
    };
    visitBelow(root, '');
  };
  return {
    files,
    list: () => {
      const found = new Map<string, Buffer>();
      walk((path, inode) => {
        if (!inode.names) found.set(path, inode.bytes);
      });
      return found;
    },
    listDurable,
    put(path, text) {
      makeFolders(dirname(path));
      enter(path, { ...create(false), bytes: Buffer.from(text) });
      walk((_path, inode) => {
        inode.synced = inode.bytes;
        inode.syncedNames = new Map(inode.names);
      });
      root.syncedNames = new Map(root.names);
    },
    remove(path) {
      const folder = get(dirname(path));
      folder.names?.delete(nameOf(path));
      folder.syncedNames = new Map([...folder.syncedNames].filter(([name]) => name !== nameOf(path)));
    },
    conceal(path, bytes) {
      const inode = find(path);
      if (inode) inode.concealed = bytes;
      return () => void (inode && (inode.concealed = 0));
    },
    cutPower(survives = () => false) {
      const cut = (inode: Inode): void => {
        if (!inode.names) {
          // No bytes are being written any longer.
          inode.concealed = 0;
          if (inode.bytes !== inode.synced && !survives()) inode.bytes = inode.synced ?? Buffer.alloc(0);
          return;
        }
        const decided = new Map<string, boolean>();
        for (const { from, to } of inode.renames) {
          const isKept = decided.get(from) ?? survives();
          for (const name of [from, to]) decided.set(name, isKept);
        }
        for (const name of new Set([...inode.names.keys(), ...inode.syncedNames.keys()])) {
          const before = inode.syncedNames.get(name);
          if (before === inode.names.get(name) || (decided.get(name) ?? survives())) continue;
          if (before) inode.names.set(name, before);
          else inode.names.delete(name);
        }
        inode.names.forEach(cut);
      };
      cut(root);
    },
  };
}

interface ParsedFlags {
  readonly creates: boolean;
  readonly isNew: boolean;
  readonly empties: boolean;
  readonly appends: boolean;
}

function parseFlags(flags: string | number): ParsedFlags {
  if (typeof flags === 'number') {
    return {
      creates: (flags & fileFlags.O_CREAT) !== 0,
      isNew: false,
      empties: false,
      appends: (flags & fileFlags.O_APPEND) !== 0,
    };
  }
  const appends = flags.startsWith('a');
  return { creates: appends || flags.startsWith('w'), isNew: flags.includes('x'), empties: flags === 'w', appends };
}

function openFile(
  inode: Inode,
  { appends, change }: ParsedFlags & { readonly change: (inode: Inode) => void },
): OpenFile {
  let position = 0;
  const sync = async (): Promise<void> => {
    inode.synced = inode.bytes;
    inode.syncedNames = new Map(inode.names);
    inode.renames = [];
  };
  const resize = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    inode.bytes.copy(bytes);
    return bytes;
  };
  const write = (data: Uint8Array, at: number | null): { readonly bytesWritten: number } => {
    const start = appends ? inode.bytes.length : (at ?? position);
    const bytes = resize(Math.max(inode.bytes.length, start + data.length));
    bytes.set(data, start);
    inode.bytes = bytes;
    change(inode);
    position = start + data.length;
    return { bytesWritten: data.length };
  };
  return {
    read: async (buffer, offset, length, at) => {
      const end = Math.min(at + length, inode.bytes.length - inode.concealed);
      const bytes = inode.bytes.subarray(at, Math.max(at, end));
      buffer.set(bytes, offset);
      return { bytesRead: bytes.length };
    },
    write: async (data, offset, length, at) => write(data.subarray(offset, offset + length), at),
    writev: async (chunks, at) => write(Buffer.concat(chunks), at),
    stat: async () => statOf(inode),
    sync,
    datasync: sync,
    truncate: async (size) => void (inode.bytes = resize(size)),
    close: async () => undefined,
  };
}

function statOf({ number, bytes, names, changedMs, concealed }: Inode): Stats {
  return {
    dev: 1,
    ino: number,
    size: Math.max(0, bytes.length - concealed),
    mtimeMs: changedMs,
    ctimeMs: changedMs,
    isFile: () => names === null,
    isDirectory: () => names !== null,
    isSymbolicLink: () => false,
  } as Stats;
}
