import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { EnvAnswer, FileLookups, InputAnswer, TextAnswer } from '../core/jobFile/lookups.ts';
import { isWithin } from '../storage/confine.ts';
import type { FileHashes } from '../storage/fileHashes.ts';

/** A text that goes into a prompt; more is a mistake. */
export const maxTextBytes = 1024 * 1024;

export interface PlanFiles extends FileLookups {
  /** Absolute paths of input files whose hash is not known yet: hash them and plan again. */
  readonly unhashed: ReadonlySet<string>;
}

export interface PlanFilesOptions {
  readonly jobFile: string;
  /** Nothing outside of this folder (absolute) is read. */
  readonly boundary: string;
  readonly hashes: FileHashes;
  readonly knowsUrl: (sha256: string) => boolean;
}

/** Answers what planning asks about files. Synchronous, as planning is: only a few small reads. */
export function createPlanFiles({ jobFile, boundary, hashes, knowsUrl }: PlanFilesOptions): PlanFiles {
  const unhashed = new Set<string>();
  const realBoundary = realPath(boundary) ?? boundary;
  const find = (path: string) => findFile(resolve(dirname(jobFile), path), realBoundary);
  return {
    unhashed,
    knowsUrl,
    readText(path): TextAnswer {
      const found = find(path);
      if (!found.exists) return { ok: false, reason: 'missing' };
      if (!found.isInside) return { ok: false, reason: 'outside' };
      if (found.bytes > maxTextBytes) return { ok: false, reason: 'too-large' };
      try {
        return { ok: true, text: readFileSync(found.path, 'utf8') };
      } catch {
        return { ok: false, reason: 'unreadable' };
      }
    },
    inspect(path): InputAnswer {
      const found = find(path);
      const { exists, isInside, bytes } = found;
      const sha256 = exists && isInside ? hashes.known(found.path) : null;
      if (exists && isInside && sha256 === null) unhashed.add(found.path);
      return { exists, isInside, bytes, ...(sha256 === null ? {} : { sha256 }) };
    },
  };
}

/** Judged by where it really is, so that a link is worth no more than what it leads to. */
interface FoundFile {
  /** With links resolved. */
  readonly path: string;
  readonly exists: boolean;
  readonly isInside: boolean;
  readonly bytes: number;
}

/** A folder is no file. Where nothing is, the path as it is written decides whether it would be inside. */
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

/** Only names that the user allows are read, whatever the job file asks for. */
export function createEnvLookup(allowed: readonly string[]): (name: string) => EnvAnswer {
  return (name) => {
    if (!allowed.includes(name)) return { state: 'blocked' };
    const value = process.env[name];
    return value === undefined ? { state: 'unset' } : { state: 'set', value };
  };
}
