import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isMissing } from '../../node/files/systemError.ts';

const journalPattern = /^journal-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const latePattern = /^late-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const ownerPattern = /^(?:journal|late)-([0-9a-z.]+)-[0-9a-f]+\.jsonl$/;
const draftPattern = /^((?:journal|late)-[0-9a-z.]+-[0-9a-f]+\.jsonl)\.part$/;

const progressPattern = /^progress-([0-9a-z.]+)\.json$/;

/** Owner of tasks whose folder is not open in any window. */
export const noOwner = 'nobody';

/** Returns a name for a file of one owner: `journal-<mark of the process>-<random>.jsonl`. */
export function createJournalName(owner: string, files: Pick<FileSystem, 'createSuffix'>): string {
  return `journal-${owner}-${files.createSuffix(6)}.jsonl`;
}

/**
 * Returns a name for a response that this process has read for a task of another one: `late-<mark of the
 * process>-<random>.jsonl`.
 */
export function createLateName(owner: string, files: Pick<FileSystem, 'createSuffix'>): string {
  return `late-${owner}-${files.createSuffix(6)}.jsonl`;
}

/** Returns the mark of the process that writes this file, or `noOwner`. */
export function ownerOf(name: string): string {
  return ownerPattern.exec(name)?.[1] ?? '';
}

/** Returns the name under which a journal is written until it is whole. */
export function draftName(name: string): string {
  return `${name}.part`;
}

/** Returns the name under which a claimed journal with unreadable lines is kept, so that the user can examine it. */
export function damagedName(name: string): string {
  return `damaged-${name}`;
}

/** Returns the name of the file with the progress of a process. The file exists only as long as the process runs. */
export function progressName(mark: string): string {
  return `progress-${mark}.json`;
}

export interface JournalFolder {
  readonly journals: readonly string[];
  readonly late: readonly string[];
  /** Names of the journals that the drafts were to become. */
  readonly drafts: readonly string[];
  /** Marks of the processes that have shared progress. */
  readonly progress: readonly string[];
}

/** Lists the files of the folder. A missing folder contains none. Rejects when the folder cannot be read. */
export async function listJournals(folder: string, files: FileSystem): Promise<JournalFolder> {
  const found: readonly string[] = await files.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = [...found].sort();
  return {
    journals: names.filter((name) => journalPattern.test(name)),
    late: names.filter((name) => latePattern.test(name)),
    drafts: names.flatMap((name) => draftPattern.exec(name)?.[1] ?? []),
    progress: names.flatMap((name) => progressPattern.exec(name)?.[1] ?? []),
  };
}
