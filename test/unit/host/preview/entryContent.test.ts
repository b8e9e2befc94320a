import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { picturesBeside, readContent, type ContentPorts } from '../../../../src/host/preview/entryContent.ts';
import { buildEntries, type EntryPorts, type PreviewEntry } from '../../../../src/host/preview/previewEntries.ts';
import { mergeFacts } from '../../../../src/host/preview/taskFacts.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';

const text = '![door](hero-door.png) ![away](../../away.png) ![gone](gone.png)';

const entryPorts: EntryPorts = {
  isTrusted: () => true,
  markOf: () => noMark,
  uriOf: ({ path }) => `web:${path}`,
  describe: ({ code }) => code,
  describeHolder: () => null,
};

const ports: ContentPorts = {
  readUri: async ({ path }) => (/^(?:\.\.\/|gone\.)/.test(path) ? null : `web:${path}`),
  statArtifact: async ({ path }) => (path.startsWith('gone.') ? null : { bytes: text.length }),
  readArtifact: async () => new TextEncoder().encode(text),
  readCodecs: async () => null,
  canOpenOutside: async ({ path }) => path === 'hero-door.png',
};

const files = (...names: readonly string[]) =>
  names.map((name) => makeArtifact(name, name.endsWith('.md') ? 'text/markdown' : 'image/png'));
const answer = makeRecord(1, { artifacts: files('hero.md', 'hero-door.png', 'hero-rail.png') });
const arrange = (): readonly PreviewEntry[] =>
  buildEntries(mergeFacts([answer], [makeTask('t', { text: '# Tide' })]), entryPorts);
const named = (name: string): PreviewEntry => {
  const found = arrange().find(({ item }) => item.name === name);
  assert.ok(found);
  return found;
};

test('images that a text links to get URIs, except those that are missing or may not be read', async () => {
  const { images } = await readContent(named('hero.md'), ports);
  assert.deepEqual(images, [{ name: 'hero-door.png', uri: 'web:hero-door.png' }]);
});

test('a running task has the text that it has written, and a missing file has none', async () => {
  const [gone] = buildEntries(mergeFacts([makeRecord(1, { artifacts: files('gone.md') })], []), entryPorts);
  assert.ok(gone);
  const contents = [await readContent(named('hero'), ports), await readContent(gone, ports)];
  assert.deepEqual(
    contents.map(({ isMissing, text }) => [isMissing, text]),
    [
      [false, '# Tide'],
      [true, null],
    ],
  );
});

test('the images of a response are shown next to its text, and nowhere else', () => {
  const entries = arrange();
  const beside = (name: string) =>
    picturesBeside(entries.find(({ item }) => item.name === name) ?? named(name), entries).map((each) => each.name);
  assert.deepEqual([beside('hero.md'), beside('hero-door.png')], [['hero-door.png', 'hero-rail.png'], []]);
});

test('only media that exist can be opened outside VS Code', async () => {
  const contents = await Promise.all(
    ['hero-door.png', 'hero-rail.png', 'hero.md'].map(async (name) => readContent(named(name), ports)),
  );
  assert.deepEqual(
    contents.map(({ canOpenOutside }) => canOpenOutside),
    [true, false, false],
  );
});
