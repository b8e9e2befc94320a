import { randomBytes } from 'node:crypto';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/support/clock.ts';
import { findProcess, markProcess } from './processMark.ts';
import { systemCode } from './systemError.ts';

const lockName = 'adopt.lock';
const retryMs = 50;
const maxWaitMs = 5_000;
/** An empty lock is being written this moment; older than this, its writer was cut off. */
const maxEmptyAgeMs = 5_000;
/** The work takes moments: whoever holds a lock for so long hangs, or is on a machine that is gone. */
const maxHeldAgeMs = 2 * 60_000;

/**
 * Runs the work while no other process does the same in this folder. Answers null when another one does not finish: try
 * again later.
 */
export async function withFolderLock<T>(folder: string, clock: Clock, work: () => Promise<T>): Promise<T | null> {
  const path = join(folder, lockName);
  const ownText = `${markProcess()} ${randomBytes(6).toString('hex')}`;
  const { signal } = new AbortController();
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += retryMs) {
    if (await takeLock(path, ownText)) {
      try {
        return await work();
      } finally {
        const { text } = await readLock(path);
        if (text === ownText) await unlink(path).catch(() => undefined);
      }
    }
    await clock.sleep(retryMs, signal);
  }
  return null;
}

async function takeLock(path: string, ownText: string): Promise<boolean> {
  if (await createLock(path, ownText)) return true;
  const lock = await readLock(path);
  if (!isAbandoned(lock)) return false;
  await moveAway(path, lock);
  return createLock(path, ownText);
}

async function createLock(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

interface Lock {
  /** The mark of its process and what makes it unique; empty when it can not be read. */
  readonly text: string;
  /** Null when it is gone. */
  readonly writtenAt: number | null;
}

async function readLock(path: string): Promise<Lock> {
  const [text, facts] = await Promise.all([readFile(path, 'utf8').catch(() => ''), stat(path).catch(() => null)]);
  return { text, writtenAt: facts?.mtimeMs ?? null };
}

function isAbandoned({ text, writtenAt }: Lock): boolean {
  if (writtenAt === null) return false;
  const [mark = ''] = text.split(' ');
  if (findProcess(mark) === 'gone') return true;
  return Date.now() - writtenAt > (text === '' ? maxEmptyAgeMs : maxHeldAgeMs);
}

/** To a name of its own, since another window may do the same: a lock that is new by then is given back. */
async function moveAway(path: string, judged: Lock): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readLock(aside);
  const isJudged = moved.text === judged.text && moved.writtenAt === judged.writtenAt;
  if (!isJudged) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}
