import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { buildPartName } from '../../node/partFiles/partFile.ts';
import { placeFile } from '../../node/partFiles/placeFile.ts';
import { nodeProcesses } from '../../node/processes/nodeProcesses.ts';

/**
 * The key of a data folder: random, created once, readable only by its owner. A damaged file gets a new key. If another
 * server on this folder is faster, its key is used.
 */
export async function readOrCreateKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'key');
  await mkdir(dataDir, { recursive: true });
  const stored = await readKey(file);
  if (stored !== null) return stored;
  await rm(file, { force: true });
  const ports = { files: nodeFileSystem, processes: nodeProcesses };
  const part = join(dataDir, buildPartName('key', ports));
  try {
    const key = `sk-sandbox-${randomBytes(24).toString('hex')}`;
    await writeFile(part, key, { flag: 'wx', mode: 0o600, flush: true });
    if ((await placeFile(part, file, ports)) === 'placed') return key;
  } finally {
    await rm(part, { force: true });
  }
  const theirs = await readKey(file);
  if (theirs === null) throw new Error(`The key of the sandbox cannot be read: ${file}`);
  return theirs;
}

async function readKey(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^sk-sandbox-[0-9a-f]{48}$/.test(text) ? text : null;
}
