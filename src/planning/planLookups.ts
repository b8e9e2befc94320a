import { realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { maxTextBytes, type FileLookups, type FoundInput, type TextOutcome } from '../core/jobFile/lookups.ts';
import { isWithin } from '../node/files/confine.ts';
import type { InputFacts } from './inputs/inputFacts.ts';
import { readRegularFileSync } from '../node/files/regularFileSync.ts';
import type { LocalFile } from './runPlan.ts';

export interface PlanFiles extends FileLookups {
  /** Absolute paths of input files whose content is not known yet: read them and plan again. */
  readonly unread: ReadonlySet<string>;
  readonly knowsUrl: (sha256: string) => boolean;
  /** The files that were read or inspected and may be sent. */
  localFiles(): readonly LocalFile[];
  /** Returns the real path of a file (relative to the job file). Null if it does not exist inside the boundary. */
  find(path: string): Omit<LocalFile, 'use'> | null;
}

export interface PlanFilesOptions {
  readonly jobFile: string;
  /** Nothing outside this folder (absolute) is read. */
  readonly boundary: string;
  readonly inputs: InputFacts;
  readonly knowsUrl: (sha256: string) => boolean;
}

/** Reads what planning needs to know about files. Synchronous, like planning: only a few small reads. */
export function createPlanFiles({ jobFile, boundary, inputs, knowsUrl }: PlanFilesOptions): PlanFiles {
  const unread = new Set<string>();
  const realBoundary = realPath(boundary) ?? boundary;
  const find = (path: string) => findFile(resolve(dirname(jobFile), path), realBoundary);
  const files = new Map<string, LocalFile>();
  const describe = (path: string, { path: real, bytes }: FoundFile): Omit<LocalFile, 'use'> => ({
    path,
    name: relative(realBoundary, real).split(sep).join('/'),
    bytes,
  });
  const note = (use: LocalFile['use'], path: string, found: FoundFile): void => {
    files.set(JSON.stringify([use, path]), { ...describe(path, found), use });
  };
  return {
    unread,
    localFiles: () => [...files.values()],
    find(path) {
      const found = find(path);
      return found.exists && found.isInside ? describe(path, found) : null;
    },
    knowsUrl,
    readText(path): TextOutcome {
      const found = find(path);
      if (!found.exists) return { ok: false, reason: 'missing' };
      if (!found.isInside) return { ok: false, reason: 'outside' };
      if (found.bytes > maxTextBytes) return { ok: false, reason: 'too-large' };
      try {
        const text = readRegularFileSync(found.path, maxTextBytes).toString();
        note('text', path, found);
        return { ok: true, text };
      } catch {
        return { ok: false, reason: 'unreadable' };
      }
    },
    inspect(path): FoundInput {
      const found = find(path);
      const { exists, isInside, bytes } = found;
      const fact = exists && isInside ? inputs.known(found.path) : null;
      if (exists && isInside) note('input', path, found);
      if (exists && isInside && fact === null) unread.add(found.path);
      return { exists, isInside, bytes, ...fact };
    },
  };
}

/** A file is checked at its real path, so that a link allows no more than its target. */
interface FoundFile {
  /** With links resolved. */
  readonly path: string;
  readonly exists: boolean;
  readonly isInside: boolean;
  readonly bytes: number;
}

/** A folder is not a file. If nothing exists, the path as written decides whether it would be inside. */
function findFile(path: string, realBoundary: string): FoundFile {
  const real = realPath(path);
  const facts = real === null ? undefined : statSync(real, { throwIfNoEntry: false });
  if (real === null || !facts?.isFile())
    return { path, exists: false, isInside: isWithin(path, realBoundary), bytes: 0 };
  return { path: real, exists: true, isInside: isWithin(real, realBoundary), bytes: facts.size };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
