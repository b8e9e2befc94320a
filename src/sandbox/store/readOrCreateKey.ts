import { randomBytes } from 'node:crypto';
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, writeOnce } from './writeOnce.ts';

const keyPattern = /^sk-sandbox-[0-9a-f]{48}$/;

/** The key of a data folder: random, created once, readable only by its owner. A damaged file gets a new key. */
export async function readOrCreateKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'key');
  await mkdir(dataDir, { recursive: true });
  const stored = await readKey(file);
  if (stored !== null) return stored;
  await unlink(file).catch(() => undefined);
  const key = `sk-sandbox-${randomBytes(24).toString('hex')}`;
  try {
    await writeOnce(file, key);
    return key;
  } catch (error) {
    // Another server on this folder was faster, so its key is used.
    const theirs = hasCode(error, 'EEXIST') ? await readKey(file) : null;
    if (theirs === null) throw error;
    return theirs;
  }
}

async function readKey(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return keyPattern.test(text) ? text : null;
}
