import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { findProcess, markProcess } from './processMark.ts';

const pattern = /^journal-([0-9a-z.]+)-[0-9a-f]+\.jsonl$/;

/** Owner of tasks whose folder is open nowhere. */
export const nobody = 'nobody';

/** The file of one owner: `journal-<mark of the process>-<random>.jsonl`. */
export function createJournalName(owner: string = markProcess()): string {
  return `journal-${owner}-${randomBytes(6).toString('hex')}.jsonl`;
}

export async function listJournals(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).sort();
}

/**
 * Whether the process that wrote this file is gone. A file of this very process that is not its own is from an engine
 * that it had before. What another machine writes is left to that machine.
 */
export async function isOrphan(folder: string, name: string): Promise<boolean> {
  const owner = pattern.exec(name)?.[1] ?? '';
  if (owner === nobody) return true;
  const found = findProcess(owner);
  if (found !== 'alive') return found !== 'elsewhere';
  // Where the start of a process is not known, its id may have been given again since the machine was started.
  const startedAt = Date.now() - uptime() * 1_000;
  const facts = await stat(join(folder, name)).catch(() => null);
  return facts !== null && facts.mtimeMs < startedAt;
}
