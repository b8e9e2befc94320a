import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileHeadBytes, type MediaReader } from '../artifacts/media/mediaReader.ts';
import {
  isLfsPointer,
  lfsPointerType,
  maxTextBytes,
  type FileLookups,
  type FoundInput,
  type TextOutcome,
} from '../core/jobFile/lookups.ts';
import { isWithin } from '../node/files/confine.ts';
import { decodeText } from '../node/files/decodeText.ts';
import { fileFlags, type FileSystem } from '../node/files/fileSystem.ts';
import { openRegularFile } from '../node/files/regularFile.ts';
import { readRegularFileSync } from '../node/files/regularFileSync.ts';
import { readChunks, withFile } from '../node/files/wholeFile.ts';
import type { LocalFile } from './jobFilePlan.ts';

export interface PlanFiles extends FileLookups {
  /** Absolute paths of input files whose content is not known yet: read them and plan again. */
  readonly unread: ReadonlySet<string>;
  readonly knowsUrl: (sha256: string) => boolean;
  /** The files that were read or inspected and may be sent. */
  localFiles(): readonly LocalFile[];
  /** Returns the real path of a file (relative to the job file). Null if it does not exist inside the boundary. */
  find(path: string): Omit<LocalFile, 'use'> | null;
}

interface PlanFilesOptions extends Pick<PlanFiles, 'knowsUrl'> {
  readonly jobFile: string;
  /** Nothing outside this folder (absolute) is read. */
  readonly boundary: string;
  readonly inputs: InputFacts;
}

/**
 * Reads what one plan needs to know about files. Synchronous, like planning: only a few small reads, when the user
 * generates or looks at requests, and not while the user types.
 */
export function createPlanFiles({ jobFile, boundary, inputs, knowsUrl }: PlanFilesOptions): PlanFiles {
  const realBoundary = realPath(boundary) ?? boundary;
  const unread = new Set<string>();
  const files = new Map<string, LocalFile>();
  const find = (path: string) => findFile(resolve(dirname(jobFile), path), realBoundary);
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
        const text = decodeText(readRegularFileSync(found.path, maxTextBytes));
        note('text', path, found);
        return { ok: true, text };
      } catch {
        return { ok: false, reason: 'unreadable' };
      }
    },
    inspect(path): FoundInput {
      const found = find(path);
      const { exists, isInside, bytes } = found;
      if (!exists || !isInside) return { exists, isInside, bytes };
      note('input', path, found);
      const fact = inputs.known(found.path);
      if (!fact) unread.add(found.path);
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

/** Facts about the content of an input file. */
interface InputFact {
  /** 64 hex digits. */
  readonly sha256: string;
  /** Null if the kind of the content is unknown. */
  readonly mediaType: string | null;
}

/** Facts about input files, remembered until the size or time of a file changes. Paths are real paths. */
export interface InputFacts {
  /** Returns null if the file does not exist, has changed, or was never read. */
  known(path: string): InputFact | null;
  /** Reads the files whose facts are unknown. Files that cannot be read are left out. */
  learn(paths: readonly string[]): Promise<void>;
}

interface InputFactsPorts {
  readonly media: Pick<MediaReader, 'detect'>;
  readonly files: FileSystem;
}

export function createInputFacts(ports: InputFactsPorts): InputFacts {
  const { files } = ports;
  const facts = new Map<string, { readonly factsKey: string; readonly fact: InputFact }>();
  return {
    known(path) {
      const now = files.statSync(path);
      const entry = facts.get(path);
      return now && entry?.factsKey === factsKeyOf(now) ? entry.fact : null;
    },
    async learn(paths) {
      for (const path of paths) {
        try {
          const factsKey = factsKeyOf(await files.stat(path));
          if (facts.get(path)?.factsKey !== factsKey) facts.set(path, { factsKey, fact: await readFact(path, ports) });
        } catch {
          // Planning has already reported that the file is missing.
        }
      }
    },
  };
}

function factsKeyOf({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }): string {
  return `${mtimeMs} ${size}`;
}

/** Reads the file once, so that the hash and the kind are of the same bytes. */
async function readFact(path: string, { media, files }: InputFactsPorts): Promise<InputFact> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let headBytes = 0;
  await withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), async (file) => {
    for await (const chunk of readChunks(file)) {
      hash.update(chunk);
      if (headBytes < fileHeadBytes) head.push(chunk);
      headBytes += chunk.length;
    }
  });
  const start = Buffer.concat(head);
  const mediaType = isLfsPointer(start.toString('latin1')) ? lfsPointerType : (await media.detect(start))?.mediaType;
  return { sha256: hash.digest('hex'), mediaType: mediaType ?? null };
}
