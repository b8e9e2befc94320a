import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createDraft, type Draft, type PlaceOptions } from '../../../src/artifacts/draft.ts';
import type { OutputPlan } from '../../../src/core/jobFile/request.ts';
import { OutsideBoundaryError } from '../../../src/node/files/confine.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { identityOf, unknownIdentity } from '../../fakes/processes.ts';
import { makeTempFolder } from '../../fakes/tempFolder.ts';

const options: PlaceOptions = {
  number: 1,
  claimed: null,
  onPlacing: () => Promise.resolve(),
  isOurs: () => Promise.resolve(false),
};

async function arrange(context: TestContext, output: Partial<OutputPlan> = {}) {
  const outside = await makeTempFolder(context);
  const folder = join(outside, 'work');
  await mkdir(folder);
  const place = {
    jobFile: join(folder, 'hero.gen.yaml'),
    boundary: folder,
    output: { dir: '', name: 'hero', collision: 'number', ...output } as const,
    siblingPaths: () => new Set<string>(),
  };
  return {
    folder,
    outside,
    draft: () => createDraft(place, { now: Date.now(), files: nodeFileSystem, processes: nodeProcesses }),
  };
}

async function fill(draft: Draft, text: string): Promise<Draft> {
  await draft.part.write(Buffer.from(text));
  await draft.part.finish();
  return draft;
}

test('an artifact has no name until it is whole, and no part is left after that', async (context) => {
  const { folder, draft } = await arrange(context);
  const open = await draft();
  const before = await readdir(folder);

  const path = await (await fill(open, 'bytes')).place('png', options);
  await open.discard();

  assert.match(before.join(), /^\.hero\.part-[0-9a-f]{8}(?:\.[0-9a-z]+){4}\.[0-9a-f]{8}$/);
  assert.deepEqual(
    [path, await readdir(folder), await readFile(join(folder, 'hero.png'), 'utf8')],
    ['hero.png', ['hero.png'], 'bytes'],
  );
});

test('a name that is taken at the last moment is not overwritten, and the next one is tried', async (context) => {
  const { folder, draft } = await arrange(context);
  const tried: string[] = [];
  const onPlacing = async (path: string): Promise<void> => {
    tried.push(path);
    if (tried.length < 3) await writeFile(join(folder, path), 'of another process');
  };

  const path = await (await fill(await draft(), 'ours')).place('png', { ...options, onPlacing });

  assert.deepEqual(
    [path, tried, await readFile(join(folder, 'hero.png'), 'utf8')],
    ['hero-3.png', ['hero.png', 'hero-2.png', 'hero-3.png'], 'of another process'],
  );
});

test('many artifacts at once get different names', async (context) => {
  const { folder, draft } = await arrange(context);

  const paths = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => (await fill(await draft(), `bytes ${at}`)).place('png', options)),
  );

  const contents = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  assert.deepEqual([new Set(paths).size, new Set(contents).size], [12, 12]);
});

test('a discarded artifact leaves nothing', async (context) => {
  const { folder, draft } = await arrange(context);
  const open = await draft();
  await open.part.write(Buffer.alloc(3_000_000));

  await open.discard();

  assert.deepEqual(await readdir(folder), []);
});

test('a large artifact keeps its bytes in order', async (context) => {
  const { folder, draft } = await arrange(context);
  const open = await draft();
  const hash = createHash('sha256');
  for (let at = 0; at < 200; at += 1) {
    const chunk = Buffer.alloc(30_011, at);
    hash.update(chunk);
    await open.part.write(chunk);
  }
  await open.part.finish();

  await open.place('bin', options);

  const saved = createHash('sha256').update(await readFile(join(folder, 'hero.bin')));
  assert.equal(saved.digest('hex'), hash.digest('hex'));
});

test('after a restart of the part, only the bytes written since are saved, even if they are fewer', async (context) => {
  const { folder, draft } = await arrange(context);
  const open = await draft();
  await open.part.write(Buffer.alloc(300_000, 'a'));
  open.part.restart();
  await fill(open, 'bytes');

  await open.place('bin', options);

  assert.equal(await readFile(join(folder, 'hero.bin'), 'utf8'), 'bytes');
});

test('a folder outside the boundary is refused, and nothing is created there', async (context) => {
  const { outside, draft } = await arrange(context, { dir: '../made-by-mistake' });

  await assert.rejects(draft(), OutsideBoundaryError);

  assert.deepEqual(await readdir(outside), ['work']);
});

test('a link that leads out of the boundary is refused, also in the middle of a path', async (context) => {
  const elsewhere = await makeTempFolder(context);
  const { folder, draft } = await arrange(context, { dir: 'a/link/b' });
  await mkdir(join(folder, 'a'));
  await symlink(elsewhere, join(folder, 'a/link'));

  await assert.rejects(draft(), OutsideBoundaryError);

  assert.deepEqual(await readdir(elsewhere), []);
});

test('a link that stays inside the boundary is followed', async (context) => {
  const { folder, draft } = await arrange(context, { dir: 'link' });
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'link'));

  const path = await (await fill(await draft(), 'bytes')).place('png', options);

  assert.deepEqual([path, await readdir(join(folder, 'real'))], ['link/hero.png', ['hero.png']]);
});

test('parts of ended processes are removed, and those of living ones, of other machines and of earlier versions are not', async (context) => {
  const { folder, draft } = await arrange(context);
  const part = (identity: string): string => `.old.part-${identity}.01234567`;
  const dead = part(identityOf());
  const kept = [part(nodeProcesses.self), part(unknownIdentity), '.old.part-00000000.17.1.0123456789ab'];
  for (const name of [dead, ...kept]) await writeFile(join(folder, name), 'half');

  await (await draft()).discard();

  assert.deepEqual((await readdir(folder)).toSorted(), kept.toSorted());
});

test('two windows that replace the same file at once keep both results', async (context) => {
  const { folder, draft } = await arrange(context, { collision: 'replace' });
  await writeFile(join(folder, 'hero.png'), 'old');
  const isOurs = (sha256: string): Promise<boolean> =>
    Promise.resolve(sha256 === createHash('sha256').update('old').digest('hex'));
  const [one, other] = [await fill(await draft(), 'one'), await fill(await draft(), 'other')];
  let otherPath = '';
  const onPlacing = async (): Promise<void> => {
    if (otherPath === '') otherPath = await other.place('png', { ...options, isOurs });
  };

  const onePath = await one.place('png', { ...options, isOurs, onPlacing });

  const contents = await Promise.all(['hero.png', 'hero-2.png'].map((name) => readFile(join(folder, name), 'utf8')));
  assert.deepEqual(
    [otherPath, onePath, contents, (await readdir(folder)).length],
    ['hero.png', 'hero-2.png', ['other', 'one'], 2],
  );
});

test('a file that is changed by hand while it is about to be replaced stays', async (context) => {
  const { folder, draft } = await arrange(context, { collision: 'replace' });
  await writeFile(join(folder, 'hero.png'), 'old');
  const onPlacing = (path: string): Promise<void> =>
    path === 'hero.png' ? writeFile(join(folder, path), 'changed by hand') : Promise.resolve();

  const path = await (
    await fill(await draft(), 'new')
  ).place('png', {
    ...options,
    isOurs: () => Promise.resolve(true),
    onPlacing,
  });

  assert.deepEqual(
    [path, await readFile(join(folder, 'hero.png'), 'utf8'), (await readdir(folder)).toSorted()],
    ['hero-2.png', 'changed by hand', ['hero-2.png', 'hero.png']],
  );
});
