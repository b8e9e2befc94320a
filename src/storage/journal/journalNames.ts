import { randomBytes } from 'node:crypto';
import type { FileSystem } from '../files/fileSystem.ts';
import { isMissing } from '../files/systemError.ts';

const journalPattern = /^journal-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const latePattern = /^late-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const ownerPattern = /^(?:journal|late)-([0-9a-z.]+)-[0-9a-f]+\.jsonl$/;
const draftPattern = /^((?:journal|late)-[0-9a-z.]+-[0-9a-f]+\.jsonl)\.part$/;

const progressPattern = /^progress-([0-9a-z.]+)\.json$/;

/** Owner of tasks whose folder is open nowhere. */
export const nobody = 'nobody';

/** The file of one owner: `journal-<mark of the process>-<random>.jsonl`. */
export function createJournalName(owner: string): string {
  return `journal-${owner}-${randomBytes(6).toString('hex')}.jsonl`;
}

/** A response that this process has read for a task of another one: `late-<mark of the process>-<random>.jsonl`. */
export function createLateName(owner: string): string {
  return `late-${owner}-${randomBytes(6).toString('hex')}.jsonl`;
}

/** The mark of the process that writes this file, or `nobody`. */
export function ownerOf(name: string): string {
  return ownerPattern.exec(name)?.[1] ?? '';
}

/** A journal that is being written, and will have this name when it is whole. */
export function draftName(name: string): string {
  return `${name}.part`;
}

/** A journal that was taken over, all but the lines that nobody could read: kept for whoever wants to look into it. */
export function damagedName(name: string): string {
  return `damaged-${name}`;
}

/** What goes with the journals of this process, as long as it runs. */
export function progressName(mark: string): string {
  return `progress-${mark}.json`;
}

export interface JournalFolder {
  readonly journals: readonly string[];
  readonly late: readonly string[];
  /** By the journals that they were to become. */
  readonly drafts: readonly string[];
  /** Marks of processes that have told how far their tasks are. */
  readonly progress: readonly string[];
}

/** A folder that is missing holds nothing. Rejects when it cannot be read. */
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
