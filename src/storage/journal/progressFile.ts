import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { TaskProgress } from '../../core/task/model/taskProgress.ts';
import { fileFlags, type FileSystem } from '../files/fileSystem.ts';
import { openRegularFile } from '../files/regularFile.ts';
import { readWhole, withFile, writeWhole } from '../files/wholeFile.ts';
import { errorSchema, numeric } from './journalRecordSchema.ts';
import { progressName } from './journalNames.ts';

/**
 * How far the tasks of each process are, in a file beside its journal that is written over and over. It is worth nothing
 * after its process: no sync, and whoever reads it in the middle of a write goes on with what was there before.
 */
export interface ProgressFiles {
  /** Of this process: at once, and then now and then for as long as there is news. */
  share(read: () => readonly TaskProgress[]): void;
  /** By the mark of a process; the same object while nothing changes. Never rejects. */
  read(mark: string): Promise<readonly TaskProgress[]>;
}

const schema = z.array(
  z.object({
    task: z.string(),
    state: z.enum(['pending', 'running']),
    progress: z.nullable(numeric),
    statusWord: z.nullable(z.string()),
    error: z.nullable(errorSchema),
  }),
);

const nothing: readonly TaskProgress[] = [];

/** Of tens of thousands of tasks. What is larger is none of ours, and would be read each time that somebody looks. */
const maxBytes = 8 * 1024 * 1024;

/** Between two writes, however many tasks move. */
const shareMs = 2_000;

export interface ProgressFilesOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** The mark of this process. */
  readonly owner: string;
  /** Ends the writing. */
  readonly signal: AbortSignal;
}

export function createProgressFiles({ folder, files, owner, signal }: ProgressFilesOptions): ProgressFiles {
  const known = new Map<string, { readonly text: string; readonly progress: readonly TaskProgress[] }>();
  const own = join(folder, progressName(owner));
  let next: (() => readonly TaskProgress[]) | null = null;
  let isSharing = false;

  const write = async (progress: readonly TaskProgress[]): Promise<void> => {
    if (progress.length === 0) return files.unlink(own);
    await files.mkdir(folder);
    const text = Buffer.from(stringifyJson(progress as unknown as JsonValue));
    await withFile(await files.open(own, 'w', 0o600), (file) => writeWhole(file, text));
  };
  const keepSharing = async (): Promise<void> => {
    isSharing = true;
    while (next !== null && !signal.aborted) {
      const read = next;
      next = null;
      // The journal says what others must know: nothing hangs on this.
      await write(read()).catch(() => undefined);
      await setTimeout(shareMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    isSharing = false;
  };
  return {
    share(read) {
      next = read;
      if (!isSharing) void keepSharing();
    },
    async read(mark) {
      const text = await readText(join(folder, progressName(mark)), files).catch(() => null);
      if (text === null) return nothing;
      const before = known.get(mark);
      if (before?.text === text) return before.progress;
      const progress = parseProgress(text);
      if (progress) known.set(mark, { text, progress });
      return progress ?? before?.progress ?? nothing;
    },
  };
}

/** Null for a file that no window can have written. */
async function readText(path: string, files: FileSystem): Promise<string | null> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), async (file) =>
    (await file.stat()).size <= maxBytes ? (await readWhole(file)).toString() : null,
  );
}

/** Null for half a file. */
function parseProgress(text: string): readonly TaskProgress[] | null {
  try {
    const parsed = z.safeParse(schema, parseJson(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
