import assert from 'node:assert/strict';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { lfsPointerType } from '../../../src/core/jobFile/lookups.ts';
import { createDocumentFiles } from '../../../src/node/documentFiles.ts';
import { createFileCache } from '../../../src/node/fileCache.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { mediaHeads } from '../../fakes/media/mediaHeads.ts';

const png = mediaHeads['png'] ?? '';

/** Arranges a workspace folder `shop` with a job file in `shop/posters`, and a file outside the folder. */
async function arrange(context: TestContext, { isTrusted = true } = {}) {
  const dir = await makeTempFolder(context);
  const boundary = join(dir, 'shop');
  await mkdir(join(boundary, 'posters/images'), { recursive: true });
  await writeFile(join(boundary, 'brief.md'), 'A door.');
  await writeFile(join(boundary, 'posters/images/door.png'), png);
  await writeFile(join(dir, 'secret.md'), 'secret');
  const cache = createFileCache();
  const jobFile = join(boundary, 'posters/hero.gen.yaml');
  const files = createDocumentFiles({ jobFile, boundary, isTrusted: () => isTrusted, cache });
  return { dir, boundary, cache, files };
}

describe('the files around a job file', () => {
  test('are found next to it, and above it inside the workspace folder', async (context) => {
    const { files } = await arrange(context);
    assert.deepEqual(
      [files.name, files.dir, files.inspect('images/door.png'), files.readText('../brief.md')],
      ['hero.gen.yaml', 'posters', { exists: true, isInside: true, bytes: png.length }, { ok: true, text: 'A door.' }],
    );
  });

  test('are missing if there is nothing, or a folder', async (context) => {
    const { files } = await arrange(context);
    const missing = { ok: false, reason: 'missing' };
    assert.deepEqual(
      [files.inspect('none.png').exists, files.inspect('images').exists, files.readText('none.md')],
      [false, false, missing],
    );
    assert.deepEqual(files.readText('images'), missing);
  });

  test('are text only in UTF-8, or in UTF-16 with its mark', async (context) => {
    const { boundary, files } = await arrange(context);
    await writeFile(join(boundary, 'wide.md'), Buffer.from('\ufeffA café.', 'utf16le'));
    await writeFile(join(boundary, 'western.md'), Buffer.from('A café.', 'latin1'));
    assert.deepEqual(
      ['../wide.md', '../western.md'].map((path) => files.readText(path)),
      [
        { ok: true, text: 'A café.' },
        { ok: false, reason: 'unreadable' },
      ],
    );
  });

  test('end at the workspace folder, with links followed', async (context) => {
    const { dir, boundary, files } = await arrange(context);
    await symlink(join(dir, 'secret.md'), join(boundary, 'posters/link.md'));
    await symlink(dir, join(boundary, 'posters/up'));
    assert.deepEqual(
      {
        above: files.readText('../../secret.md'),
        link: files.readText('link.md'),
        inspected: files.inspect('link.md').isInside,
        missing: files.inspect('../../none.png').isInside,
        listed: files.list('.').map(({ name }) => name),
        aboveListed: files.list('../..'),
        linkListed: files.list('up'),
      },
      {
        above: { ok: false, reason: 'outside' },
        link: { ok: false, reason: 'outside' },
        inspected: false,
        missing: false,
        listed: ['images'],
        aboveListed: [],
        linkListed: [],
      },
    );
  });

  test('are all there in a workspace folder that is reached through a link', async (context) => {
    const { dir, boundary, cache } = await arrange(context);
    const linked = join(dir, 'linked');
    await symlink(boundary, linked);
    const jobFile = join(linked, 'posters/hero.gen.yaml');
    const files = createDocumentFiles({ jobFile, boundary: linked, isTrusted: () => true, cache });
    assert.deepEqual(
      [files.inspect('images/door.png'), files.inspect('none.png'), files.list('images')],
      [
        { exists: true, isInside: true, bytes: png.length },
        { exists: false, isInside: true, bytes: 0 },
        [{ name: 'door.png', kind: 'file' }],
      ],
    );
  });

  test('are listed with their folders', async (context) => {
    const { files } = await arrange(context);
    assert.deepEqual(
      files.list('..').toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      [
        { name: 'brief.md', kind: 'file' },
        { name: 'posters', kind: 'folder' },
      ],
    );
  });

  test('are not read while the workspace is not trusted, and are not reported as missing', async (context) => {
    const { files } = await arrange(context, { isTrusted: false });
    assert.deepEqual(
      [files.isTrusted, files.inspect('none.png').exists, files.readText('../brief.md'), files.list('.')],
      [false, true, { ok: false, reason: 'unreadable' }, []],
    );
  });

  test('are not read as text if they are too large', async (context) => {
    const { boundary, files } = await arrange(context);
    await truncate(join(boundary, 'brief.md'), 1024 * 1024 + 1);
    assert.deepEqual(files.readText('../brief.md'), { ok: false, reason: 'too-large' });
  });

  test('are looked up on the disk once, until they may have changed', async (context) => {
    const { boundary, cache, files } = await arrange(context);
    const path = join(boundary, 'posters/images/door.png');
    const seen = [files.inspect('images/door.png').exists];
    await rm(path);
    seen.push(files.inspect('images/door.png').exists);
    const isKnown = cache.forget(path);
    seen.push(files.inspect('images/door.png').exists);
    assert.deepEqual([seen, isKnown, cache.forget(join(boundary, 'other.png'))], [[true, true, false], true, false]);
  });

  test('are looked up again when a folder above them is created or removed', async (context) => {
    const { boundary, cache, files } = await arrange(context);
    const folder = join(boundary, 'posters/late');
    const seen = [files.inspect('late/a.png').exists, files.list('late').length];
    await mkdir(folder);
    await writeFile(join(folder, 'a.png'), 'png');
    const isKnown = cache.forget(folder);
    assert.deepEqual(
      [seen, isKnown, files.inspect('late/a.png').exists, files.list('late').length],
      [[false, 0], true, true, 1],
    );
  });

  test('are listed again when a file is created, even if it was not looked up before', async (context) => {
    const { boundary, cache, files } = await arrange(context);
    const before = files.list('images').length;
    const path = join(boundary, 'posters/images/new.png');
    await writeFile(path, 'png');
    const isKnown = cache.forget(path);
    assert.deepEqual([before, isKnown, files.list('images').length], [1, false, 2]);
  });

  test('are looked up again if a second look finds a difference', async (context) => {
    const { boundary, cache, files } = await arrange(context);
    const first = files.readText('../brief.md');
    const isSame = !cache.recheck();
    await writeFile(join(boundary, 'brief.md'), 'A blue door.');
    assert.deepEqual(
      [first, isSame, cache.recheck(), files.readText('../brief.md'), cache.recheck()],
      [{ ok: true, text: 'A door.' }, true, true, { ok: true, text: 'A blue door.' }, false],
    );
  });

  test('are recognized as text by their start, whatever their names, and no medium is', async (context) => {
    const { boundary, files } = await arrange(context);
    const texts = { '.env': 'STRIPE_KEY=live_123', 'ö.png': `a${'ö'.repeat(600)}`, 'empty.png': '', 'ref.jpg': '{}' };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(boundary, 'posters', name), text);
    for (const [name, head] of Object.entries(mediaHeads)) await writeFile(join(boundary, 'posters', name), head);
    const kindOf = (name: string) => files.inspect(name).mediaType;
    assert.deepEqual(
      [new Set(Object.keys(texts).map(kindOf)), new Set(Object.keys(mediaHeads).map(kindOf))],
      [new Set(['text/plain']), new Set([undefined])],
    );
  });

  test('are recognized as pointers of Git LFS', async (context) => {
    const { boundary, files } = await arrange(context);
    await writeFile(join(boundary, 'ref.png'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
    assert.deepEqual(files.inspect('../ref.png').mediaType, lfsPointerType);
  });

  test('that contain a text outside are not opened', async (context) => {
    const { files } = await arrange(context);
    assert.deepEqual(files.inspect('../../secret.md').mediaType, undefined);
  });
});
