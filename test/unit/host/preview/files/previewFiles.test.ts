import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { findOpenable } from '../../../../../src/artifacts/findOpenable.ts';
import { createPreviewFiles } from '../../../../../src/host/preview/files/previewFiles.ts';
import { nodeFileSystem } from '../../../../../src/node/files/fileSystem.ts';
import { mediaHeads } from '../../../../fakes/media/mediaHeads.ts';
import { mediaHere } from '../../../../fakes/media/parseHere.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { buildArtifact } from '../../fakes/builders.ts';

const isPosix = process.platform !== 'win32';
const script = Buffer.from('#!/bin/sh\necho hello\n');

/** Arranges files beside a job file in a workspace folder, and a file beside the folder. Links are given by target. */
async function arrange(
  context: TestContext,
  files: Readonly<Record<string, Buffer | string>>,
  { isTrusted = true }: { readonly isTrusted?: boolean } = {},
) {
  const folder = await makeTempFolder(context);
  const boundary = join(folder, 'workspace');
  await mkdir(boundary);
  await writeFile(join(folder, 'stranger.png'), mediaHeads['png'] ?? '');
  for (const [name, content] of Object.entries(files)) {
    const path = join(boundary, name);
    await mkdir(dirname(path), { recursive: true });
    await (typeof content === 'string' ? symlink(content, path) : writeFile(path, content));
  }
  const previewFiles = createPreviewFiles({
    boundaryOf: () => boundary,
    isTrusted: () => isTrusted,
    toUri: (path, query) => `web:${relative(realpathSync(boundary), path)}?${query}`,
    engine: async () => ({
      findOpenable: (file, folder) => findOpenable(file, folder, { media: mediaHere, files: nodeFileSystem }),
      readCodecs: async (file) => ({ video: [basename(file)], audio: [] }),
    }),
  });
  const artifactOf = (path: string) => ({ ...buildArtifact(path), jobFile: join(boundary, 'hero.gen.yaml') });
  /** Returns the path to open in another program. Null if the file may not be. */
  const findPath = async (path: string): Promise<string | null> => {
    const found = await previewFiles.findOpenable(artifactOf(path));
    assert.equal(await previewFiles.canOpenOutside(artifactOf(path)), found !== null);
    return found && relative(realpathSync(boundary), found);
  };
  return { previewFiles, artifactOf, findPath };
}

describe('Open Outside', () => {
  for (const [extension, content] of Object.entries(mediaHeads)) {
    const name = `hero.${extension}`;
    test(`opens a ${extension} file in a trusted workspace, and no script with such a name`, async (context) => {
      const trusted = await arrange(context, { [name]: content });
      const restricted = await arrange(context, { [name]: content }, { isTrusted: false });
      const hidden = await arrange(context, { [name]: script });
      const found = [trusted, restricted, hidden].map(({ findPath }) => findPath(name));
      assert.deepEqual(await Promise.all(found), [name, null, null]);
    });
  }

  for (const extension of 'exe bat cmd com command sh lnk desktop app scpt vbs js jar msi html svg pdf opus md txt'.split(
    ' ',
  )) {
    test(`opens no ${extension} file, whatever its content`, async (context) => {
      const files = { [`hero.${extension}`]: mediaHeads['mp4'] ?? '', [`hero.mp4.${extension}`]: script };
      const { findPath } = await arrange(context, files);
      assert.deepEqual(await Promise.all(Object.keys(files).map(findPath)), [null, null]);
    });
  }

  for (const [title, name, files] of [
    ['medium whose kind differs from its extension', 'hero.mp4', { 'hero.mp4': mediaHeads['png'] ?? '' }],
    ['medium of a kind that Genwright does not save', 'hero.bmp', { 'hero.bmp': Buffer.from('BM'.padEnd(64, '\0')) }],
    ['link that leads out of the workspace folder', 'hero.png', { 'hero.png': '../stranger.png' }],
    ['folder', 'folder.png', { 'folder.png/a': script }],
    ['missing file', 'gone.png', {}],
    ['file beside the workspace folder', '../stranger.png', {}],
  ] as const) {
    test(`opens no ${title}`, async (context) => {
      const { findPath } = await arrange(context, files);
      assert.equal(await findPath(name), null);
    });
  }

  test('opens no pipe, and does not wait for its content', { skip: !isPosix }, async (context) => {
    const { previewFiles, artifactOf, findPath } = await arrange(context, {});
    execFileSync('mkfifo', [previewFiles.pathOf(artifactOf('hero.png')) ?? '']);
    assert.equal(await findPath('hero.png'), null);
  });

  test('uses the name of a linked file, because the system may select the program by it', async (context) => {
    const png = mediaHeads['png'] ?? '';
    const { findPath } = await arrange(context, {
      'evil.command': png,
      'hero.png': 'evil.command',
      'other.png': 'out/real.png',
      'out/real.png': png,
    });
    assert.deepEqual([await findPath('hero.png'), await findPath('other.png')], [null, join('out', 'real.png')]);
  });
});

describe('the page', () => {
  const uris = async ({ previewFiles, artifactOf }: Awaited<ReturnType<typeof arrange>>, paths: readonly string[]) =>
    Promise.all(paths.map((path) => previewFiles.readUri(artifactOf(path))));
  const png = mediaHeads['png'] ?? '';
  const version = `?v=${buildArtifact('hero.png').sha256.slice(0, 12)}`;

  test('gets the URI of a file by its real path, so that the URI follows no link', async (context) => {
    const arranged = await arrange(context, { 'hero.png': png, 'linked.png': 'hero.png', out: '.' });
    const expected = `web:hero.png${version}`;
    assert.deepEqual(await uris(arranged, ['hero.png', 'linked.png', 'out/hero.png']), [expected, expected, expected]);
  });

  test('gets no URI for a link out of the workspace folder, a folder or a missing file', async (context) => {
    const arranged = await arrange(context, { 'hero.png': '../stranger.png', out: '..', 'folder.png/a': png });
    const paths = ['hero.png', 'out/stranger.png', '../stranger.png', 'folder.png', 'gone.png'];
    assert.deepEqual(await uris(arranged, paths), [null, null, null, null, null]);
  });
});

describe('the content of an artifact', () => {
  const look = async ({ previewFiles, artifactOf }: Awaited<ReturnType<typeof arrange>>, path: string) => {
    const artifact = artifactOf(path);
    const [facts, start, codecs] = await Promise.all([
      previewFiles.statArtifact(artifact),
      previewFiles.readArtifact(artifact, 5),
      previewFiles.readCodecs(artifact),
    ]);
    return [facts?.bytes ?? null, Buffer.from(start).toString(), codecs?.video[0] ?? null];
  };
  const nothing = [null, '', null];
  const hello = Buffer.from('hello world');

  for (const isTrusted of [true, false]) {
    test(`is not read through a link that leaves the folder, trusted: ${isTrusted}`, async (context) => {
      const files = { 'hero.md': '../stranger.png', out: '..' };
      const arranged = await arrange(context, files, { isTrusted });
      assert.deepEqual([await look(arranged, 'hero.md'), await look(arranged, 'out/stranger.png')], [nothing, nothing]);
    });
  }

  test('is read from a file of the folder, also through a link', async (context) => {
    const arranged = await arrange(context, { 'a.md': hello, 'b.md': 'a.md' });
    const expected = [hello.length, 'hello', 'a.md'];
    assert.deepEqual([await look(arranged, 'a.md'), await look(arranged, 'b.md')], [expected, expected]);
  });

  test('is not read from a missing file, a folder or a pipe', { skip: !isPosix }, async (context) => {
    const arranged = await arrange(context, { 'folder.md/a': hello });
    execFileSync('mkfifo', [arranged.previewFiles.pathOf(arranged.artifactOf('pipe.md')) ?? '']);
    const contents = ['gone.md', 'folder.md', 'pipe.md'].map((path) => look(arranged, path));
    assert.deepEqual(await Promise.all(contents), [nothing, nothing, nothing]);
  });
});
