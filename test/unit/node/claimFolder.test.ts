import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { claimFolder } from '../../../src/node/claimFolder.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { useHome } from '../../fakes/disk/useHome.ts';

async function arrange(context: TestContext) {
  const root = await makeTempFolder(context);
  useHome(context, join(root, 'home'));
  const folder = join(root, 'storage');
  return { root, folder, claim: (options = {}) => claimFolder(folder, options).then(() => 'claimed', String) };
}

const refused = /^TypeError: .* has files that Genwright did not create there/;

test('a new folder is claimed once, by several calls at once, and stays claimed when it has files', async (context) => {
  const { folder, claim } = await arrange(context);

  const first = await Promise.all([claim(), claim(), claim()]);
  await writeFile(join(folder, 'journal-1-0a.jsonl'), '');

  assert.deepEqual(
    [...first, await claim()],
    Array.from({ length: 4 }, () => 'claimed'),
  );
  assert.deepEqual((await readdir(folder)).toSorted(), ['.gitignore', 'journal-1-0a.jsonl', 'owner']);
  assert.equal(await readFile(join(folder, '.gitignore'), 'utf8'), '*\n');
});

const brought: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a journal': [['journal-nobody-0a.jsonl', '']],
  'a journal and a mark of others': [
    ['journal-nobody-0a.jsonl', ''],
    ['owner', '0'.repeat(64)],
    ['.gitignore', '*\n'],
  ],
  'a spool': [['spool/a', 'text']],
};

for (const [what, files] of Object.entries(brought)) {
  test(`a folder that a repository brings with ${what} is refused, and nothing in it changes`, async (context) => {
    const { folder, claim } = await arrange(context);
    for (const [name, text] of files) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const before = await readdir(folder, { recursive: true });

    assert.match(await claim(), refused);
    assert.deepEqual(await readdir(folder, { recursive: true }), before);
    assert.deepEqual([await claim({ isTrusted: true }), await claim()], ['claimed', 'claimed']);
  });
}

test('the mark is worth nothing in another folder and for another user', async (context) => {
  const { root, folder, claim } = await arrange(context);
  await claim();
  await writeFile(join(folder, 'journal-1-0a.jsonl'), '');
  const copy = join(root, 'copy');
  await cp(folder, copy, { recursive: true });

  await assert.rejects(claimFolder(copy), TypeError);
  useHome(context, join(root, 'other home'));
  assert.match(await claim(), refused);
});

test('a link in place of the mark is replaced, and the file that it leads to stays', async (context) => {
  const { root, folder, claim } = await arrange(context);
  const precious = join(root, 'precious');
  await writeFile(precious, 'text');
  await mkdir(folder);
  for (const name of ['owner', '.gitignore']) await symlink('../precious', join(folder, name));

  assert.equal(await claim(), 'claimed');
  assert.equal(await readFile(precious, 'utf8'), 'text');
});
