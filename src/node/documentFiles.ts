import { basename, dirname, relative, resolve, sep } from 'node:path';
import { maxTextBytes } from '../core/jobFile/lookups.ts';
import type { DocumentFiles } from '../core/language/languageService.ts';
import { isWithin } from './files/confine.ts';
import type { FileFact, FileCache } from './fileCache.ts';

interface DocumentFilesOptions {
  /** Absolute path. `boundary` is also absolute: no file beyond that folder is read. */
  readonly jobFile: string;
  readonly boundary: string;
  readonly isTrusted: () => boolean;
  readonly cache: FileCache;
}

/**
 * Reads the files around one job file. While the workspace is not trusted, nothing is read and every path is accepted.
 */
export function createDocumentFiles({ jobFile, boundary, isTrusted, cache }: DocumentFilesOptions): DocumentFiles {
  const folder = dirname(jobFile);
  const isWithinBoundary = (realPath: string): boolean => isWithin(realPath, cache.find(boundary).realPath);
  // If nothing exists at a path, the path as written decides whether it would be inside.
  const isInside = ({ kind, realPath }: FileFact): boolean =>
    kind === 'none' ? isWithin(realPath, boundary) : isWithinBoundary(realPath);
  const find = (path: string): FileFact => cache.find(resolve(folder, path));
  return Object.assign(new Trust(isTrusted), {
    name: basename(jobFile),
    dir: relative(boundary, folder).split(sep).join('/'),
    readText(path) {
      if (!isTrusted()) return { ok: false, reason: 'unreadable' };
      const fact = find(path);
      if (fact.kind !== 'file') return { ok: false, reason: 'missing' };
      if (!isInside(fact)) return { ok: false, reason: 'outside' };
      if (fact.bytes > maxTextBytes) return { ok: false, reason: 'too-large' };
      const text = cache.readText(resolve(folder, path));
      return text === null ? { ok: false, reason: 'unreadable' } : { ok: true, text };
    },
    inspect(path) {
      if (!isTrusted()) return { exists: true, isInside: true, bytes: 0 };
      const fact = find(path);
      // A folder does not count as a file, wherever it is.
      const inspected = { exists: fact.kind === 'file', isInside: isInside(fact), bytes: fact.bytes };
      // Generate reads the whole file to detect its type. A text file can be recognized immediately.
      const mediaType = inspected.exists && inspected.isInside ? cache.textType(resolve(folder, path)) : null;
      return mediaType === null ? inspected : { ...inspected, mediaType };
    },
    list(path) {
      if (!isTrusted()) return [];
      const target = resolve(folder, path);
      const fact = cache.find(target);
      if (fact.kind !== 'folder' || !isInside(fact)) return [];
      return cache.list(target).filter(({ linkedTo }) => linkedTo === undefined || isWithinBoundary(linkedTo));
    },
  } satisfies Omit<DocumentFiles, 'isTrusted'>);
}

/** The trust changes. A literal with a getter would have a shape of its own for each document, which V8 keeps long. */
class Trust {
  readonly #isTrusted: () => boolean;

  constructor(isTrusted: () => boolean) {
    this.#isTrusted = isTrusted;
  }

  get isTrusted(): boolean {
    return this.#isTrusted();
  }
}
