import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import {
  picturesBeside,
  readAudio,
  readContent,
  type ContentPorts,
  type EntryContent,
} from '../../../../src/host/preview/entryContent.ts';
import type { EntryPorts, PreviewEntry } from '../../../../src/host/preview/previewEntries.ts';
import { mergeFacts } from '../../../../src/host/preview/taskFacts.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';

await import('../fakes/fakeVscode.ts');
const { buildPreviewEntries } = await import('../../../../src/host/preview/previewEntries.ts');

const text = '![door](hero-door.png) ![away](../../away.png) ![gone](gone.png)';

const entryPorts: EntryPorts = {
  group: null,
  isTrusted: () => true,
  markOf: () => noMark,
  uriOf: ({ path }) => `web:${path}`,
};

const ports: ContentPorts = {
  readUri: async ({ path }) => (/^(?:\.\.\/|gone\.)/.test(path) ? null : `web:${path}`),
  statArtifact: async ({ path }) => (path.startsWith('gone.') ? null : { path, bytes: text.length }),
  readArtifact: async () => new TextEncoder().encode(text),
  readCodecs: async () => null,
  canOpenOutside: async ({ path }) => path === 'hero-door.png',
};

const files = (...names: readonly string[]) =>
  names.map((name) => makeArtifact(name, name.endsWith('.md') ? 'text/markdown' : 'image/png'));
const answer = makeRecord(1, { artifacts: files('hero.md', 'hero-door.png', 'hero-rail.png') });
const arrange = (): readonly PreviewEntry[] =>
  buildPreviewEntries(mergeFacts([answer], [makeTask('t', { text: '# Tide' })], '/project/hero.gen.yaml'), entryPorts);
const named = (name: string): PreviewEntry => {
  const found = arrange().find(({ item }) => item.name === name);
  assert.ok(found);
  return found;
};

test('images that a text links to get URIs, except those that are missing or may not be read', async () => {
  const { images } = await readContent(named('hero.md'), ports);
  assert.deepEqual(images, [{ name: 'hero-door.png', uri: 'web:hero-door.png' }]);
});

/** Returns the images that this text in a subfolder links to, with the path of each from the job file. */
async function imagesIn(written: string): Promise<EntryContent['images']> {
  const [entry] = buildPreviewEntries(
    mergeFacts([makeRecord(1, { artifacts: files('out/hero.md') })], [], '/project/hero.gen.yaml'),
    entryPorts,
  );
  assert.ok(entry);
  const { images } = await readContent(entry, {
    ...ports,
    readUri: async ({ path }) => path,
    readArtifact: async () => new TextEncoder().encode(written),
  });
  return images;
}

const namesIn = async (written: string): Promise<readonly string[]> =>
  (await imagesIn(written)).map(({ name }) => name);

test('images next to the text are found by their path from the job file, each once', async () => {
  const written = '![a](hero.png) and ![b](<more pictures/two.webp> "title") ![a](hero.png) ![c](../up.jpg)';
  assert.deepEqual(await imagesIn(written), [
    { name: 'hero.png', uri: 'out/hero.png' },
    { name: 'more pictures/two.webp', uri: 'out/more pictures/two.webp' },
    { name: '../up.jpg', uri: 'up.jpg' },
  ]);
});

test('percent escapes in the name of an image are decoded, and invalid ones stay', async () => {
  assert.deepEqual(await namesIn('![a](see%20stern.png) ![b](100%.png)'), ['see stern.png', '100%.png']);
});

test('URLs, absolute paths and files that are not images are not images of a text', async () => {
  const names = [
    'https://a.test/b.png',
    'data:image/png;base64,AA.png',
    'file:///a.png',
    '/a.png',
    '\\\\a\\b.png',
    'a.txt',
  ];
  assert.deepEqual(await namesIn(names.map((name) => `![x](${name})`).join(' ')), []);
});

test('a text in nested brackets is not a description of an image, as in Markdown', async () => {
  assert.deepEqual(await namesIn('![a [b](link.png) ![c](<a<b.png>) ![d\ne](image.png)'), ['image.png']);
});

test('of a text made of images only the first hundred are read', async () => {
  const written = Array.from({ length: 20_000 }, (_, index) => `![x](${index}.png)`).join('');
  assert.equal((await namesIn(written + '!['.repeat(50_000))).length, 100);
});

test('a running task has the text that it has written, and a missing file has none', async () => {
  const [gone] = buildPreviewEntries(
    mergeFacts([makeRecord(1, { artifacts: files('gone.md') })], [], '/project/hero.gen.yaml'),
    entryPorts,
  );
  assert.ok(gone);
  const contents = [await readContent(named('hero'), ports), await readContent(gone, ports)];
  assert.deepEqual(
    contents.map(({ isMissing, text }) => [isMissing, text]),
    [
      [false, '# Tide'],
      [true, null],
    ],
  );
  const nothing = { isTextCut: false, images: [], codecs: null, canOpenOutside: false };
  assert.deepEqual(contents[0], { ...nothing, isMissing: false, text: '# Tide' });
  assert.deepEqual(contents[1], { ...nothing, isMissing: true, text: null });
});

test('a text and an audio file are shown whole unless they are longer than the limit of a read', async () => {
  const sized = (bytes: number): ContentPorts => ({ ...ports, statArtifact: async ({ path }) => ({ path, bytes }) });
  const isCut = async (bytes: number): Promise<boolean> =>
    (await readContent(named('hero.md'), sized(bytes))).isTextCut;
  const { artifact } = named('hero.md');
  assert.ok(artifact);
  const isRead = async (of: ContentPorts): Promise<boolean> => (await readAudio(artifact, of)) !== null;
  const [textLimit, audioLimit] = [512 * 1024, 24 * 1024 * 1024];
  assert.deepEqual([await isCut(textLimit), await isCut(textLimit + 1)], [false, true]);
  assert.deepEqual([await isRead(sized(audioLimit)), await isRead(sized(audioLimit + 1))], [true, false]);
  assert.equal(await isRead({ ...ports, statArtifact: async () => null }), false);
});

test('the images of a response are shown next to its text, and nowhere else', () => {
  const answers = [answer, makeRecord(2, { artifacts: files('other.md', 'other.png', '../hidden.png') })];
  const hide = ({ path }: { readonly path: string }) => (path.startsWith('..') ? null : path);
  const entries = buildPreviewEntries(
    mergeFacts(answers, [makeTask('t', { text: '# Tide' })], '/project/hero.gen.yaml'),
    {
      ...entryPorts,
      uriOf: hide,
    },
  );
  const beside = (name: string) =>
    picturesBeside(entries.find(({ item }) => item.name === name) ?? named(name), entries).map((each) => each.name);
  assert.deepEqual(
    [beside('hero.md'), beside('other.md'), beside('hero-door.png')],
    [['hero-door.png', 'hero-rail.png'], ['other.png'], []],
  );
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
