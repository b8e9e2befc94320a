import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';

await import('../fakes/fakeVscode.ts');
const { SessionSources } = await import('../../../../src/host/preview/sessionSources.ts');

test('each file is looked at once, again if it was replaced, and if it may have changed', async () => {
  const looked: string[] = [];
  let names = ['a', 'gone'];
  let hash = 'a';
  const sources = new SessionSources(
    {
      readRuns: async () =>
        names.map((name, index) =>
          makeRecord(9 - index, { artifacts: [makeArtifact(`${name}.png`, 'image/png', { sha256: hash })] }),
        ),
      readTasks: async () => [],
      readMarks: async () => () => undefined,
      readUri: async ({ path }) => {
        looked.push(path);
        return path === 'gone.png' ? null : `web:${path}`;
      },
      isTrusted: () => true,
      groupOf: () => null,
      listJobFiles: async () => ({ jobFiles: ['/project/hero.gen.yaml'], limit: null }),
    },
    () => undefined,
  );
  const read = async () => {
    await sources.read(new AbortController().signal);
    const uris = [...sources.entries.values()].map(({ item }) => (item.kind === 'artifact' ? item.uri : ''));
    return [looked.splice(0), uris];
  };
  assert.deepEqual(await read(), [
    ['a.png', 'gone.png'],
    ['web:a.png', null],
  ]);
  names = ['a', 'gone', 'b'];
  sources.runsChanged();
  assert.deepEqual(await read(), [['b.png'], ['web:a.png', null, 'web:b.png']]);
  sources.filesChanged([...sources.entries.values()].flatMap(({ artifact }) => artifact ?? []).slice(1, 2));
  assert.deepEqual((await read())[0], ['gone.png']);
  sources.allFilesChanged();
  assert.deepEqual((await read())[0], ['a.png', 'gone.png', 'b.png']);
  hash = 'b';
  sources.runsChanged();
  assert.deepEqual((await read())[0], ['a.png', 'gone.png', 'b.png']);
});

test('a list of job files that could not be made is made by the next read', async () => {
  let isBroken = true;
  const sources = new SessionSources(
    {
      readRuns: async () => [makeRecord(1, { artifacts: [makeArtifact('a.png', 'image/png')] })],
      readTasks: async () => [],
      readMarks: async () => () => undefined,
      readUri: async () => null,
      isTrusted: () => true,
      groupOf: () => null,
      listJobFiles: async () => {
        if (isBroken) throw new Error('The storage is in use');
        return { jobFiles: ['/project/hero.gen.yaml'], limit: null };
      },
    },
    () => undefined,
  );
  const { signal } = new AbortController();
  await assert.rejects(sources.read(signal), /in use/);
  isBroken = false;
  sources.tasksChanged();
  await sources.read(signal);
  assert.equal(sources.entries.size, 1);
});
