import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Draft, probePlace, tidyPlace } from '../../../src/artifacts/draft.ts';
import type { OutputPlan } from '../../../src/core/jobFile/request.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { identityOf, unknownIdentity } from '../../fakes/disk/processes.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const options: Parameters<Draft['place']>[1] = {
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
  const listed: string[] = [];
  const readdir = (path: string): Promise<readonly string[]> => {
    listed.push(relative(folder, path));
    return nodeFileSystem.readdir(path);
  };
  const ports = { now: Date.now(), files: { ...nodeFileSystem, readdir }, processes: nodeProcesses };
  return {
    folder,
    outside,
    /** The folders that were read, relative to that of the job file. */
    listed,
    draft: () => Draft.create(place, ports),
    probe: () => probePlace(place, ports),
    tidy: () => tidyPlace(place, ports),
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
  await open.part.discard();

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

test('each artifact reads its folder once, and a probe does not read it', async (context) => {
  const { draft, probe, listed } = await arrange(context);

  for (let artifact = 0; artifact < 5; artifact += 1) {
    await probe();
    await (await fill(await draft(), 'bytes')).place('png', options);
  }

  assert.deepEqual(listed, ['', '', '', '', '']);
});

test('an artifact gets the first free number, however high other numbers are', async (context) => {
  const { folder, draft } = await arrange(context);
  for (const name of ['hero.png', 'hero-2.png', 'HERO-4.PNG', 'hero-900.png', 'hero-123456789012345.png'])
    await writeFile(join(folder, name), '');

  const paths: string[] = [];
  for (let artifact = 0; artifact < 3; artifact += 1) {
    paths.push(await (await fill(await draft(), 'bytes')).place('png', options));
  }

  assert.deepEqual(paths, ['hero-3.png', 'hero-5.png', 'hero-6.png']);
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

  await (await fill(await draft(), 'bytes')).place('png', options);

  assert.deepEqual((await readdir(folder)).toSorted(), [...kept, 'hero.png'].toSorted());
});

test('tidying removes parts of ended processes, and does nothing without a folder', async (context) => {
  const { folder, tidy } = await arrange(context, { dir: 'images' });
  await tidy();
  const part = `.old.part-${identityOf()}.01234567`;
  await mkdir(join(folder, 'images'));
  for (const name of [part, 'hero.png']) await writeFile(join(folder, 'images', name), 'half');

  await tidy();

  assert.deepEqual(await readdir(join(folder, 'images')), ['hero.png']);
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
