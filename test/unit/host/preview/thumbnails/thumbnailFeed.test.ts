import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ThumbnailFeed } from '../../../../../src/host/preview/thumbnails/thumbnailFeed.ts';
import type { HostMessage } from '../../../../../src/protocol/preview.ts';
import { makeArtifact, makeRecord } from '../../../../support/previewHarness/scene.ts';
import { makeWebp } from '../../../../support/previewHarness/webp.ts';
import { arrange as arrangeSession, settle, type Stage } from '../arrangeSession.ts';

/** SHA-256 of the three bytes of each file. */
const realHash = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81';
const recorded = 'b'.repeat(64);

/** Arranges a session whose page has the list of these files. Returns what the page then got about thumbnails. */
async function arrange(...paths: readonly string[]) {
  return arrangeRecords(
    paths.map((path, index) =>
      makeRecord(index, { artifacts: [makeArtifact(path, '', { sha256: recorded, bytes: 3 })] }),
    ),
  );
}

async function arrangeRecords(records: Stage['records']) {
  const stage = arrangeSession();
  const paths = records.flatMap(({ artifacts }) => artifacts.map(({ path }) => path));
  stage.records = records;
  for (const path of paths) stage.files.set(path, Uint8Array.of(1, 2, 3));
  stage.session.receive({ type: 'ready' });
  await settle();
  const items = stage.take().flatMap((message) => (message.type === 'items' ? message.changed : []));
  const idOf = (path: string): string => items.find(({ name }) => name === path)?.id ?? path;
  const want = async (...names: readonly string[]): Promise<readonly string[]> => {
    stage.session.receive({ type: 'wantThumbnails', ids: names.map(idOf) });
    return take(stage, items);
  };
  const make = async (path: string, bytes: Uint8Array | null): Promise<readonly string[]> => {
    stage.session.receive({ type: 'thumbnailMade', id: idOf(path), bytes });
    return take(stage, items);
  };
  return { stage, want, make };
}

async function take(stage: Stage, items: readonly { id: string; name: string }[]): Promise<readonly string[]> {
  for (let turn = 0; turn < 20; turn += 1) await settle();
  return stage.take().flatMap((message: HostMessage) => {
    if (message.type !== 'thumbnail' && message.type !== 'original' && message.type !== 'thumbnailText') return [];
    const name = items.find(({ id }) => id === message.id)?.name ?? '';
    return [[message.type, name, 'bytes' in message ? message.bytes?.length : message.text].join(' ')];
  });
}

describe('Thumbnails for the page', () => {
  test('are made by it of the bytes of images and songs, and of the URI of a video', async () => {
    const { want, make } = await arrange('a.png', 'a.mp3', 'a.mp4');
    assert.deepEqual(await want('a.png', 'a.mp3', 'a.mp4'), ['original a.png 3', 'original a.mp3 3']);
    assert.deepEqual(await make('a.png', makeWebp(9, 9)), ['original a.mp4 ']);
  });

  test('are kept by the hash of the content, and come from there the next time', async () => {
    const { stage, want, make } = await arrange('a.png');
    await want('a.png');
    await make('a.png', makeWebp(9, 9));
    assert.deepEqual([...stage.thumbnails.keys()], [realHash]);
    stage.thumbnails.set(recorded, makeWebp(9, 9));
    assert.deepEqual(await want('a.png'), ['thumbnail a.png 64']);
  });

  test('that the page asks for again while it makes them follow', async () => {
    const { want, make } = await arrange('a.png', 'b.png');
    await want('a.png', 'b.png');
    assert.deepEqual(await want('a.png'), []);
    assert.deepEqual(await make('b.png', null), []);
    assert.deepEqual(await make('a.png', makeWebp(9, 9)), ['original a.png 3']);
  });

  test('of a file that has another size than its record are made again', async () => {
    const { stage, want } = await arrange('a.png');
    stage.thumbnails.set(recorded, makeWebp(9, 9));
    stage.files.set('a.png', Uint8Array.of(1, 2, 3, 4));
    assert.deepEqual(await want('a.png'), ['original a.png 4']);
  });

  test('are kept only if they were requested and are small WebP images', async () => {
    const { stage, want, make } = await arrange('a.png', 'b.png', 'c.png');
    await make('a.png', makeWebp(9, 9));
    await want('b.png', 'c.png');
    await make('b.png', makeWebp(999, 9));
    await make('c.png', Uint8Array.of(1));
    await make('c.png', makeWebp(9, 9));
    stage.session.receive({ type: 'thumbnailMade', id: 'other', bytes: makeWebp(9, 9) });
    await settle();
    assert.equal(stage.thumbnails.size, 0);
  });

  test('are no longer made for what was scrolled away', async () => {
    const { want, make } = await arrange('a.png', 'b.png', 'c.png', 'd.png');
    assert.deepEqual(await want('a.png', 'b.png', 'c.png'), ['original a.png 3', 'original b.png 3']);
    assert.deepEqual(await want('d.png'), []);
    assert.deepEqual(await make('a.png', null), ['original d.png 3']);
  });

  test('of a text are its first lines, and a missing or unknown file has none', async () => {
    const { stage, want } = await arrange('a.md', 'gone.png', 'x.bin');
    stage.files.set('a.md', new TextEncoder().encode('# Tide'));
    stage.files.delete('gone.png');
    assert.deepEqual(await want('a.md', 'gone.png', 'x.bin', 'no item'), [
      'thumbnailText a.md # Tide',
      'thumbnail gone.png ',
      'thumbnail x.bin ',
    ]);
  });

  test('are made of what the page does not show, one after the other, when the host needs them', async () => {
    const { stage, make } = await arrange('a.png', 'b.png');
    const done = stage.session.thumbnails.makeAll(new Set([recorded]), new AbortController().signal);
    const sent = [await make('none', null), await make('b.png', makeWebp(9, 9)), await make('a.png', null)];
    await done;
    assert.deepEqual(sent, [['original b.png 3'], ['original a.png 3'], []]);
    assert.deepEqual([...stage.thumbnails.keys()], [realHash]);
  });

  test('that the host needs are made only of the given contents, and no longer after an abort or without the page', async () => {
    const other = makeRecord(7, { artifacts: [makeArtifact('other.png', '', { sha256: 'c'.repeat(64), bytes: 3 })] });
    const card = makeRecord(8, { status: 'failed', artifacts: [] });
    const own = ['a.png', 'b.png'].map((path, index) =>
      makeRecord(index, { artifacts: [makeArtifact(path, '', { sha256: recorded, bytes: 3 })] }),
    );
    for (const [leave, expected] of [
      ['', ['original a.png 3']],
      ['signal', []],
      ['page', []],
    ] as const) {
      const { stage, make } = await arrangeRecords([...own, other, card]);
      const abort = new AbortController();
      const done = stage.session.thumbnails.makeAll(new Set([recorded]), abort.signal);
      const first = await make('none', null);
      if (leave === 'signal') abort.abort();
      if (leave === 'page') stage.session.pageLeft();
      const rest = await make('b.png', null);
      if (leave === '') await make('a.png', null);
      await done;
      assert.deepEqual([first, rest], [['original b.png 3'], expected], leave);
    }
  });

  test('that the host needs wait for the page, and end with it or with the signal', async () => {
    const stage = arrangeSession();
    stage.files.set('a.png', Uint8Array.of(1, 2, 3));
    const hashes = new Set(stage.records.flatMap(({ artifacts }) => artifacts.map(({ sha256 }) => sha256)));
    const abort = new AbortController();
    const canceled = stage.session.thumbnails.makeAll(hashes, abort.signal);
    abort.abort();
    await canceled;
    const left = stage.session.thumbnails.makeAll(hashes, new AbortController().signal);
    stage.session.receive({ type: 'ready' });
    for (let turn = 0; turn < 20; turn += 1) await settle();
    const originals = stage.take().filter(({ type }) => type === 'original');
    assert.deepEqual(
      originals.map((message) => message.type === 'original' && message.isNeeded),
      [true],
    );
    stage.session.pageLeft();
    await left;
  });

  test('stop with the page, and a new page gets its own', async () => {
    const { stage, want, make } = await arrange('a.png');
    await want('a.png');
    stage.session.pageLeft();
    await make('a.png', makeWebp(9, 9));
    assert.equal(stage.thumbnails.size, 0);
    stage.session.receive({ type: 'ready' });
    await settle();
    assert.deepEqual(await want('a.png'), ['original a.png 3']);
  });

  test('of a file that cannot be read are missing, and the error is reported while the page is there', async () => {
    for (const [isLeft, expected] of [
      [false, [['Error: unreadable'], [{ type: 'thumbnail', id: 'a', bytes: null }]]],
      [true, [[], []]],
    ] as const) {
      const failures: string[] = [];
      const posted: HostMessage[] = [];
      const ports = {
        readArtifact: () => settle().then(() => Promise.reject(new Error('unreadable'))),
        post: (message: HostMessage) => void posted.push(message),
        fail: (error: unknown) => void failures.push(String(error)),
      };
      const entry = { artifact: makeArtifact('a.md', 'text/markdown'), item: { kind: 'artifact', media: 'markdown' } };
      const feed = new ThumbnailFeed(ports as never, () => new Map([['a', entry as never]]));
      feed.want(['a']);
      if (isLeft) feed.stop();
      for (let turn = 0; turn < 3; turn += 1) await settle();
      assert.deepEqual([failures, posted], expected);
    }
  });
});
