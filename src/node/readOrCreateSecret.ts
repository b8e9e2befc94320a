import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { nodeFileSystem as files } from './files/fileSystem.ts';
import { makeFolder } from './files/folder.ts';
import { ifMissing } from './files/systemCode.ts';
import { readFile, withFile, writeWhole } from './files/wholeFile.ts';
import { buildPartName } from './partFiles/partFile.ts';
import { placeFile } from './partFiles/placeFile.ts';
import { nodeProcesses } from './processes/nodeProcesses.ts';

/**
 * Returns the secret in a file (absolute path): the prefix and 48 hex digits, random, created once, readable only by
 * its owner. A damaged file gets a new secret. If another process is faster, its secret is returned.
 */
export async function readOrCreateSecret(file: string, prefix = ''): Promise<string> {
  await makeFolder(dirname(file), files, 0o700);
  const stored = await readSecret(file, prefix);
  if (stored) return stored;
  // Another process may have created a missing file meanwhile.
  if (stored === null) await files.unlink(file).catch(() => undefined);
  const ports = { files, processes: nodeProcesses };
  const part = join(dirname(file), buildPartName(basename(file), ports));
  try {
    const secret = `${prefix}${randomBytes(24).toString('hex')}`;
    await withFile(await files.open(part, 'wx', 0o600), async (opened) => {
      await writeWhole(opened, Buffer.from(secret));
      await opened.sync();
    });
    if ((await placeFile(part, file, ports)) === 'placed') return secret;
  } finally {
    await files.unlink(part).catch(() => undefined);
  }
  const theirs = await readSecret(file, prefix);
  if (!theirs) throw new Error(`${file} is damaged`);
  return theirs;
}

/** Returns undefined if the file is missing, and null if it is damaged. Rejects when it cannot be read. */
async function readSecret(file: string, prefix: string): Promise<string | null | undefined> {
  const text = await readFile(file, files).then(String, ifMissing(undefined));
  if (text === undefined) return undefined;
  return text.startsWith(prefix) && /^[0-9a-f]{48}$/.test(text.slice(prefix.length)) ? text : null;
}
