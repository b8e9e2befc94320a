import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../core/support/clock.ts';
import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import type { TaskProgress } from '../../core/task/journalPort.ts';
import { fileFlags, type FileSystem } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readWhole, withFile, writeWhole } from '../../node/files/wholeFile.ts';
import { parseStored } from '../../node/parseStored.ts';
import { type JournalPlace, progressName } from './journalFile.ts';
import { errorSchema, numeric } from './storedRecord.ts';

export type ProgressFiles = ReturnType<typeof createProgressFiles>;

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

/** Enough for tens of thousands of tasks. A larger file is not from Genwright, and would be read at each look. */
const maxBytes = 8 * 1024 * 1024;

/** Interval between two writes, however many tasks change. */
const shareMs = 2_000;

interface ProgressFilesOptions extends JournalPlace {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends the writing when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * The progress of the tasks of each process, in a file next to its journal that is overwritten repeatedly. It is
 * worthless after its process has ended, so it is not synced. If a reader reads half a file, it keeps the progress that
 * it read before.
 */
export function createProgressFiles({ folder, files, owner, clock, signal }: ProgressFilesOptions) {
  const known = new Map<string, { readonly text: string; readonly progress: readonly TaskProgress[] }>();
  const own = join(folder, progressName(owner));
  let next: (() => readonly TaskProgress[]) | null = null;
  let isSharing = false;

  const write = async (progress: readonly TaskProgress[]): Promise<void> => {
    if (progress.length === 0) return files.unlink(own);
    await files.mkdir(folder).catch(() => undefined);
    const text = Buffer.from(stringifyJson(progress as unknown as JsonValue));
    await withFile(await files.open(own, 'w', 0o600), (file) => writeWhole(file, text));
  };
  const keepSharing = async (): Promise<void> => {
    isSharing = true;
    while (next !== null && !signal.aborted) {
      const read = next;
      next = null;
      // An error is ignored, because everything that other processes must know is in the journal.
      await write(read()).catch(() => undefined);
      await clock.sleep(shareMs, signal).catch(() => undefined);
    }
    isSharing = false;
  };
  return {
    /** Shares the progress of this process: at once, then at intervals as long as it changes. */
    share(read: () => readonly TaskProgress[]): void {
      next = read;
      if (!isSharing) void keepSharing();
    },
    /** Reads the progress of a process. The same object as long as nothing changes. Never rejects. */
    async read(identity: string): Promise<readonly TaskProgress[]> {
      const text = await readText(join(folder, progressName(identity)), files).catch(() => null);
      if (text === null) return nothing;
      const before = known.get(identity);
      if (before?.text === text) return before.progress;
      const progress = parseStored(schema, text);
      if (progress) known.set(identity, { text, progress });
      return progress ?? before?.progress ?? nothing;
    },
  };
}

/** Returns null for a file that no window can have written. */
async function readText(path: string, files: FileSystem): Promise<string | null> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), async (file) =>
    (await file.stat()).size <= maxBytes ? (await readWhole(file)).toString() : null,
  );
}
