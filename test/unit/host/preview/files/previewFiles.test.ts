import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { findOpenable } from '../../../../../src/artifacts/findOpenable.ts';
import type { Artifact } from '../../../../../src/core/task/model/task.ts';
import { PreviewFiles } from '../../../../../src/host/preview/files/previewFiles.ts';
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
  const done: string[] = [];
  const note = (what: string) => async (path: string) => void done.push(`${what} ${relative(boundary, path)}`);
  const previewFiles = new PreviewFiles({
    jobFile: join(boundary, 'hero.gen.yaml'),
    boundary,
    isTrusted: () => isTrusted,
    toUri: (path, query) => `web:${relative(realpathSync(boundary), path)}?${query}`,
    engine: async () => ({
      findOpenable: (file, folder) => findOpenable(file, folder, { media: mediaHere, files: nodeFileSystem }),
      readCodecs: async (file) => ({ video: [basename(file)], audio: [] }),
    }),
    actions: {
      reveal: note('reveal'),
      copyPath: note('copy'),
      recall: note('recall'),
      openInEditor: note('edit'),
      openOutside: note('open'),
      openJobFile: async () => void done.push('open the job file'),
      useCombination: note('use'),
    },
  });
  /** Returns the effect of the button, and whether it is offered. */
  const openOutside = async (path: string): Promise<string> => {
    const artifact: Artifact = buildArtifact(path);
    await previewFiles.act('openOutside', artifact);
    const isOffered = await previewFiles.canOpenOutside(artifact);
    return [done.splice(0).join(', '), ...(isOffered ? ['offered'] : [])].join(', ');
  };
  return { previewFiles, done, openOutside };
}

describe('Open Outside', () => {
  for (const [extension, content] of Object.entries(mediaHeads)) {
    const name = `hero.${extension}`;
    test(`opens a ${extension} file in a trusted workspace, and only reveals it in another one`, async (context) => {
      const trusted = await arrange(context, { [name]: content });
      const restricted = await arrange(context, { [name]: content }, { isTrusted: false });
      assert.deepEqual(
        [await trusted.openOutside(name), await restricted.openOutside(name)],
        [`open ${name}, offered`, `reveal ${name}`],
      );
    });

    test(`only reveals a script with the name of a ${extension} file`, async (context) => {
      const { openOutside } = await arrange(context, { [name]: script });
      assert.equal(await openOutside(name), `reveal ${name}`);
    });
  }

  for (const extension of 'exe bat cmd com command sh lnk desktop app scpt vbs js jar msi html svg pdf opus md txt'.split(
    ' ',
  )) {
    test(`only reveals a ${extension} file, whatever its content`, async (context) => {
      const files = { [`hero.${extension}`]: mediaHeads['mp4'] ?? '', [`hero.mp4.${extension}`]: script };
      const { openOutside } = await arrange(context, files);
      const outcomes = [await openOutside(`hero.${extension}`), await openOutside(`hero.mp4.${extension}`)];
      assert.deepEqual(outcomes, [`reveal hero.${extension}`, `reveal hero.mp4.${extension}`]);
    });
  }

  test('only reveals a medium whose kind differs from its extension', async (context) => {
    const { openOutside } = await arrange(context, { 'hero.mp4': mediaHeads['png'] ?? '' });
    assert.equal(await openOutside('hero.mp4'), 'reveal hero.mp4');
  });

  test('only reveals a medium of a kind that Genwright does not save', async (context) => {
    const { openOutside } = await arrange(context, { 'hero.bmp': Buffer.from('BM'.padEnd(64, '\0')) });
    assert.equal(await openOutside('hero.bmp'), 'reveal hero.bmp');
  });

  test('only reveals a link that leads out of the workspace folder, a folder, and a missing file', async (context) => {
    const { openOutside } = await arrange(context, { 'hero.png': '../stranger.png', 'folder.png/a': script });
    assert.deepEqual(
      [await openOutside('hero.png'), await openOutside('folder.png'), await openOutside('gone.png')],
      ['reveal hero.png', 'reveal folder.png', 'reveal gone.png'],
    );
  });

  test('only reveals a pipe, without waiting for its content', { skip: !isPosix }, async (context) => {
    const { previewFiles, openOutside } = await arrange(context, {});
    execFileSync('mkfifo', [previewFiles.pathOf(buildArtifact('hero.png')) ?? '']);
    assert.equal(await openOutside('hero.png'), 'reveal hero.png');
  });

  test('uses the name of a linked file, because the system may select the program by it', async (context) => {
    const png = mediaHeads['png'] ?? '';
    const { openOutside } = await arrange(context, {
      'evil.command': png,
      'hero.png': 'evil.command',
      'other.png': 'out/real.png',
      'out/real.png': png,
    });
    assert.deepEqual(
      [await openOutside('hero.png'), await openOutside('other.png')],
      ['reveal hero.png', `open ${join('out', 'real.png')}, offered`],
    );
  });

  test('does nothing for a path that leaves the workspace folder', async (context) => {
    const { openOutside } = await arrange(context, {});
    assert.equal(await openOutside('../stranger.png'), '');
  });
});

describe('the page', () => {
  const uris = async ({ previewFiles }: Awaited<ReturnType<typeof arrange>>, paths: readonly string[]) =>
    Promise.all(paths.map((path) => previewFiles.readUri(buildArtifact(path))));
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
  const look = async ({ previewFiles }: Awaited<ReturnType<typeof arrange>>, path: string) => {
    const artifact = buildArtifact(path);
    const [facts, start, codecs] = await Promise.all([
      previewFiles.find(artifact),
      previewFiles.readStart(artifact, 5),
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
    execFileSync('mkfifo', [arranged.previewFiles.pathOf(buildArtifact('pipe.md')) ?? '']);
    const contents = ['gone.md', 'folder.md', 'pipe.md'].map((path) => look(arranged, path));
    assert.deepEqual(await Promise.all(contents), [nothing, nothing, nothing]);
  });
});

test('files without a view are revealed, others open in an editor', async (context) => {
  const { previewFiles, done } = await arrange(context, {});
  for (const path of ['hero.exe', 'hero.png', 'hero.md']) await previewFiles.act('openFile', buildArtifact(path));
  assert.deepEqual(done, ['reveal hero.exe', 'edit hero.png', 'edit hero.md']);
});

test('the other buttons act on the file of the id, and on the job file', async (context) => {
  const { previewFiles, done } = await arrange(context, {});
  for (const action of ['reveal', 'copyPath', 'recall'] as const)
    await previewFiles.act(action, buildArtifact('a.png'));
  await previewFiles.act('openJobFile', null);
  assert.deepEqual(done, ['reveal a.png', 'copy a.png', 'recall a.png', 'open the job file']);
});
