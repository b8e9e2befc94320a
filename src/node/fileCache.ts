import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isLfsPointer, lfsPointerType, maxTextBytes } from '../core/jobFile/lookups.ts';
import type { FolderEntry } from '../core/language/languageService.ts';
import { decodeText } from './files/decodeText.ts';
import { readRegularFileSync } from './files/regularFileSync.ts';

interface ListedEntry extends FolderEntry {
  /** Target of a link. Only a link can lead out of its folder. */
  readonly linkedTo?: string;
}

/** The entry at a path, with links followed. `none`, with size 0, is nothing, or neither a file nor a folder. */
export interface FileFact {
  readonly kind: 'file' | 'folder' | 'none';
  /** The path with links resolved, or the path itself if nothing exists there. */
  readonly realPath: string;
  readonly bytes: number;
  /** Unix ms. 0 if nothing exists there. */
  readonly modifiedMs: number;
}

/** What is known of a path, each part since it was first requested. */
interface KnownPath {
  readonly fact: FileFact;
  text?: string | null;
  textType?: string | null;
  list?: readonly ListedEntry[];
}

/** What an editor knows of the disk. */
export type FileCache = ReturnType<typeof createFileCache>;

/** Maximum number of cached paths. A job file with more paths is not worth more memory. */
const maxKept = 2_000;
const maxListed = 500;

/**
 * Reads the disk for an editor, which asks about the same few paths at each keystroke. Results are cached until a
 * caller reports that they may have changed. All paths are absolute, and no function throws.
 */
export function createFileCache() {
  const known = new Map<string, KnownPath>();
  const look = (path: string): KnownPath => {
    const before = known.get(path);
    if (before) return before;
    const found = { fact: readFact(path) };
    known.set(path, found);
    for (const oldest of known.keys()) if (known.size > maxKept) known.delete(oldest);
    return found;
  };
  const find = (path: string): FileFact => look(path).fact;
  return {
    find,
    /** Null if the file cannot be read. Call `find` for its size first. */
    readText(path: string): string | null {
      const own = look(path);
      return (own.text ??= readText(own.fact.realPath));
    },
    /** The media type of a file that starts like text, else null. Call `find` first to learn whether it is a file. */
    textType(path: string): string | null {
      const own = look(path);
      return own.textType === undefined ? (own.textType = readTextType(own.fact.realPath)) : own.textType;
    },
    /** Lists at most a few hundred entries by name. Empty if the folder does not exist. */
    list(folder: string): readonly ListedEntry[] {
      const own = look(folder);
      return (own.list ??= listFolder(folder, find));
    },
    /** Forgets a path after a change. Returns whether the path or a path below it was in the cache. */
    forget(path: string): boolean {
      delete known.get(dirname(path))?.list;
      const touched = [...known.keys()].filter((each) => each === path || each.startsWith(path + sep));
      for (const each of touched) known.delete(each);
      return touched.length > 0;
    },
    /** Checks everything in the cache and forgets what has changed. Returns whether anything had changed. */
    recheck(): boolean {
      const changed = [...known].filter(([path, { fact }]) => !isDeepStrictEqual(fact, readFact(path)));
      for (const own of known.values()) delete own.list;
      for (const [path] of changed) known.delete(path);
      return changed.length > 0;
    },
  };
}

function readFact(path: string): FileFact {
  try {
    const realPath = realpathSync.native(path);
    const found = statSync(realPath);
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'none';
    if (kind !== 'none') return { kind, realPath, bytes: found.size, modifiedMs: found.mtimeMs };
  } catch {
    // A missing file, a broken link and a file without permission are the same for a job file.
  }
  return { kind: 'none', realPath: path, bytes: 0, modifiedMs: 0 };
}

function readText(path: string): string | null {
  try {
    return decodeText(readRegularFileSync(path, maxTextBytes));
  } catch {
    return null;
  }
}

function listFolder(folder: string, find: (path: string) => FileFact): readonly ListedEntry[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, maxListed);
    return entries.flatMap((entry): readonly ListedEntry[] => {
      const { name } = entry;
      if (entry.isFile()) return [{ name, kind: 'file' }];
      if (entry.isDirectory()) return [{ name, kind: 'folder' }];
      const { kind, realPath } = find(join(folder, name));
      return kind === 'none' ? [] : [{ name, kind, linkedTo: realPath }];
    });
  } catch {
    return [];
  }
}

/** Every media file has a byte in or shortly after its signature that cannot occur in text. */
const headBytes = 1024;

/** Returns null for a file at a real path that starts unlike text, or that cannot be read. Never throws. */
function readTextType(path: string): string | null {
  try {
    const head = readRegularFileSync(path, headBytes);
    // Decoding as a stream allows the last character to be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    if (text.includes('\0')) return null;
    return isLfsPointer(text) ? lfsPointerType : 'text/plain';
  } catch {
    return null;
  }
}
