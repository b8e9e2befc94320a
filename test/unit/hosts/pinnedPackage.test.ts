import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../../hosts/commandResult.ts';
import { unpackTarball } from '../../hosts/pinnedPackage.ts';

/** Arranges a tarball like those of npm, with its hash, and an empty folder. */
async function arrange(t: TestContext) {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-pinned-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'package/bin'), { recursive: true });
  await writeFile(join(dir, 'package/bin/tool'), 'echo hello\n');
  const tarball = join(dir, 'tool-1.0.0.tgz');
  await runCommand('tar', ['-czf', tarball, 'package'], { cwd: dir });
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  const target = join(dir, 'target');
  await mkdir(target);
  return { tarball, integrity: `sha512-${hash}` as const, target };
}

test('a package is unpacked if it is the pinned one', async (t) => {
  const { tarball, integrity, target } = await arrange(t);
  await unpackTarball(tarball, integrity, target);
  assert.equal(await readFile(join(target, 'bin/tool'), 'utf8'), 'echo hello\n');
});

test('nothing is unpacked of another package', async (t) => {
  const { tarball, integrity, target } = await arrange(t);
  await writeFile(tarball, 'more', { flag: 'a' });
  await assert.rejects(unpackTarball(tarball, integrity, target), /is not the package that was pinned/);
  assert.deepEqual(await readdir(target), []);
});
