import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { FolderEntry } from '../../core/language/languageService.ts';
import { maxTextBytes } from '../../engine/planLookups.ts';
import { readRegularFileSync } from '../../engine/regularFileSync.ts';
import { isTextFile } from './isTextFile.ts';

export interface ListedEntry extends FolderEntry {
  /** Where a link leads; nothing else can lead out of its folder. */
  readonly linkedTo?: string;
}

/** What is at a path, links followed. Nothing there is `none`, without size; so is what is neither file nor folder. */
export interface FileFact {
  readonly kind: 'file' | 'folder' | 'none';
  /** With links resolved; the path itself where nothing is. */
  readonly realPath: string;
  readonly bytes: number;
  /** Unix ms; 0 where nothing is. */
  readonly modifiedMs: number;
}

/**
 * The disk as an editor asks it: the same few paths at each keystroke. Answers are kept until somebody says that they may
 * have changed. All paths are absolute; nothing throws.
 */
export interface FileFacts {
  find(path: string): FileFact;
  /** Null where it can not be read. Ask `find` for its size first. */
  readText(path: string): string | null;
  /** Whether the file starts as a text does, and as no medium does. Ask `find` whether it is a file first. */
  isText(path: string): boolean;
  /** By name, not more than a few hundred; empty where there is no such folder. */
  list(folder: string): readonly ListedEntry[];
  /** Something has happened at a path. Tells whether anybody had asked about it, or about what is below. */
  forget(path: string): boolean;
  /** Looks at everything that is kept, and forgets what is no longer true. Tells whether there was such a thing. */
  recheck(): boolean;
}

/** A job file that asks about more is not worth more memory. */
const maxKept = 2_000;
const maxListed = 500;

export function createFileFacts(): FileFacts {
  const facts = new Map<string, FileFact>();
  const texts = new Map<string, string | null>();
  const areTexts = new Map<string, boolean>();
  const lists = new Map<string, readonly ListedEntry[]>();
  const drop = (path: string): boolean => {
    texts.delete(path);
    areTexts.delete(path);
    return facts.delete(path);
  };
  const find = (path: string): FileFact => keep(facts, path, readFact);
  return {
    find,
    readText: (path) => keep(texts, path, () => readText(find(path).realPath)),
    isText: (path) => keep(areTexts, path, () => isTextFile(find(path).realPath)),
    list: (folder) => keep(lists, folder, (each) => listFolder(each, find)),
    forget(path) {
      lists.delete(path);
      lists.delete(dirname(path));
      const touched = [...facts.keys()].filter((each) => each === path || each.startsWith(path + sep));
      return touched.map(drop).length > 0;
    },
    recheck() {
      lists.clear();
      const changed = [...facts].filter(([path, fact]) => !isSame(fact, readFact(path)));
      for (const [path] of changed) drop(path);
      return changed.length > 0;
    },
  };
}

/** The oldest answer makes room. */
function keep<Value>(kept: Map<string, Value>, path: string, read: (path: string) => Value): Value {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const value = read(path);
  kept.set(path, value);
  for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest);
  return value;
}

function isSame(one: FileFact, other: FileFact): boolean {
  return (
    one.kind === other.kind &&
    one.realPath === other.realPath &&
    one.bytes === other.bytes &&
    one.modifiedMs === other.modifiedMs
  );
}

function readFact(path: string): FileFact {
  try {
    const realPath = realpathSync.native(path);
    const found = statSync(realPath);
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'none';
    if (kind !== 'none') return { kind, realPath, bytes: found.size, modifiedMs: found.mtimeMs };
  } catch {
    // Missing, a link to nothing, or not ours to look at: for a job file that is the same.
  }
  return { kind: 'none', realPath: path, bytes: 0, modifiedMs: 0 };
}

function readText(path: string): string | null {
  try {
    return readRegularFileSync(path, maxTextBytes).toString();
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
