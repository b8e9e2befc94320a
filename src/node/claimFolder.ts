import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { nodeFileSystem as files } from './files/fileSystem.ts';
import { makeFolder } from './files/folder.ts';
import { readFile, writeByDraft } from './files/wholeFile.ts';
import { readOrCreateSecret } from './readOrCreateSecret.ts';
import { stateFolder } from './stateFolder.ts';

/** What a claim writes, and its drafts. */
const ownName = /^(?:\.gitignore|owner)(?:\.[0-9a-f]+\.part)?$/;

/**
 * Makes a folder (absolute path) this user's own, and returns its real path. Only this user can read it, and Git ignores
 * it. If it has files, it must have the user's mark, which depends on its path and on a secret in the state folder: a
 * repository can bring files, but not the mark. Rejects with a TypeError for the folder of others, unless `isTrusted`.
 */
export async function claimFolder(folder: string, { isTrusted = false } = {}): Promise<string> {
  await makeFolder(folder, files, 0o700);
  const path = await files.realpath(folder);
  const secret = await readOrCreateSecret(join(stateFolder(), 'secret'));
  const mark = createHmac('sha256', secret).update(path).digest('hex');
  // The names are read before the mark, because another process may claim the folder meanwhile and fill it.
  const names = await files.readdir(path);
  const found = await readFile(join(path, 'owner'), files).then(String, () => '');
  if (found === mark) return path;
  if (!isTrusted && names.some((name) => !ownName.test(name))) {
    throw new TypeError(`${folder} has files that Genwright did not create there for this user. Use another folder.`);
  }
  // A rename replaces a link instead of following it. The mark comes last.
  for (const [name, text] of Object.entries({ '.gitignore': '*\n', owner: mark })) {
    await writeByDraft(join(path, name), Buffer.from(text), { files });
  }
  return path;
}
