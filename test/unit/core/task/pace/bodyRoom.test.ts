import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBodyRoom } from '../../../../../src/core/task/pace/bodyRoom.ts';

const { signal: never } = new AbortController();
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Arranges a room for 100 bytes. `load` notes what is loaded, and resolves with a function that disposes it. */
function arrange() {
  const room = createBodyRoom(100);
  const loaded: string[] = [];
  const load = async (name: string, bytes: number, signal = never): Promise<() => void> => {
    const body = await room.load(async () => {
      loaded.push(name);
      return { bytes };
    }, signal);
    return () => body.dispose();
  };
  return { room, loaded, load };
}

test('a body is loaded when other bodies have left enough room', async () => {
  const { loaded, load } = arrange();
  const leaveA = await load('a', 60);
  const leaveB = await load('b', 60);
  void load('c', 60);
  void load('d', 60);
  const seen: string[] = [];
  for (const leave of [() => undefined, leaveA, leaveB]) {
    leave();
    await settle();
    seen.push(loaded.join(' '));
  }

  assert.deepEqual(seen, ['a b', 'a b c', 'a b c d']);
});

test('a body that is larger than the room is loaded alone', async () => {
  const { loaded, load } = arrange();
  const leave = await load('huge', 1_000);
  void load('small', 1);
  await settle();
  const before = loaded.join(' ');
  leave();
  await settle();

  assert.deepEqual([before, loaded.join(' ')], ['huge', 'huge small']);
});

test('a body that fails to load or is no longer wanted occupies no room', async () => {
  const { room, loaded, load } = arrange();
  await assert.rejects(
    room.load(() => Promise.reject(new Error('disk')), never),
    /disk/,
  );
  const leave = await load('full', 100);
  const controller = new AbortController();
  const unwanted = load('unwanted', 100, controller.signal);
  void load('next', 100);
  await settle();
  controller.abort(new Error('stopped'));
  await assert.rejects(unwanted, /stopped/);
  leave();
  await settle();

  assert.deepEqual(loaded, ['full', 'next']);
});
