import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJournalLeases } from '../../../../src/storage/journal/journalLeases.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';
import { createFakeProcesses } from '../../../fakes/disk/processes.ts';

const nameOf = (identity: string): string => `journal-${identity}-0a.jsonl`;
const foreign = nameOf('0000000f.b1.t1.2.a');
/** A process of this machine before it was started again. */
const beforeBoot = nameOf('0000000a.b0.t1.2.a');
const bootedAt = 1_000_000;
const beat = 20_000;
const minute = 60_000;

/** Arranges a folder of journals whose owners touched them before this machine was started. */
function arrange() {
  let touchedAt = bootedAt - 1;
  let monotonicMs = 0;
  const disk = createMemoryDisk({ now: () => touchedAt });
  for (const name of [foreign, beforeBoot]) disk.put(`/s/${name}`, 'x');
  const leases = createJournalLeases({
    folder: '/s',
    files: disk.files,
    processes: createFakeProcesses({ alive: new Map([[2, 'a']]), bootedAt: () => bootedAt }),
    monotonicMs: () => monotonicMs,
  });
  return {
    leases,
    /** Returns whether the journal is an orphan after each of these pauses. */
    look: async (name: string, pausesMs: readonly number[]): Promise<readonly boolean[]> => {
      const found: boolean[] = [];
      for (const pauseMs of pausesMs) {
        monotonicMs += pauseMs;
        found.push(await leases.isOrphan(name));
      }
      return found;
    },
    wait: (ms: number) => (monotonicMs += ms),
    touch: async (name: string, at = touchedAt + 1): Promise<void> => {
      touchedAt = at;
      await disk.files.touch(`/s/${name}`);
    },
  };
}

test('the system says of its own processes whether they run', async () => {
  const { leases } = arrange();
  const identities = ['nobody', '0000000a.b1.t1.1.1', '0000000a.b1.t1.2.a', '0000000a.b1.t1.2.b', '0000000a.b1.t1.3.a'];
  const names = identities.map(nameOf);

  assert.deepEqual(await Promise.all(names.map((name) => leases.isOrphan(name))), [true, true, false, true, true]);
  assert.deepEqual(
    names.map((name) => leases.findHolder(name)),
    ['gone', 'gone', 'alive', 'gone', 'gone'],
  );
});

test('a journal of another machine is an orphan after three minutes without a touch', async () => {
  const { look } = arrange();

  assert.deepEqual(await look(foreign, [0, minute, minute, minute - 1, 1]), [false, false, false, false, true]);
});

test('only time between two looks counts, and of a long pause one minute', async () => {
  const { look, wait } = arrange();
  wait(100 * minute);

  assert.deepEqual(await look(foreign, [0, 100 * minute, 100 * minute, 100 * minute]), [false, false, false, true]);
});

test('a touch begins the time again', async () => {
  const { look, touch } = arrange();
  await look(foreign, [0, minute, minute, minute - 1]);
  await touch(foreign);

  assert.deepEqual(await look(foreign, [1, minute, minute, minute]), [false, false, false, true]);
});

test('the owner on another machine is alive when it was seen to touch its journal, for two beats', async () => {
  const { leases, look, touch } = arrange();
  const holders: string[] = [];
  const note = async (pauseMs: number): Promise<void> => {
    await look(foreign, [pauseMs]);
    holders.push(leases.findHolder(foreign));
  };

  holders.push(leases.findHolder(foreign));
  await note(0);
  await touch(foreign);
  for (const pauseMs of [beat, beat, beat, 1]) await note(pauseMs);
  await touch(foreign);
  await note(beat);

  assert.deepEqual(holders, ['unknown', 'unknown', 'alive', 'alive', 'alive', 'unknown', 'alive']);
});

test('a journal from before this machine was started is an orphan after more than one beat', async () => {
  const { look } = arrange();

  assert.deepEqual(await look(beforeBoot, [0, beat, 1]), [false, false, true]);
});

test('a journal that was touched since this machine was started has another owner of that name', async () => {
  const { look, touch } = arrange();
  await touch(beforeBoot, bootedAt);

  assert.deepEqual(await look(beforeBoot, [0, beat, minute, minute]), [false, false, false, false]);
});

test('a journal that cannot be opened is not an orphan', async () => {
  const { look } = arrange();

  assert.deepEqual(await look(nameOf('0000000f.b1.t1.9.a'), [0, minute, minute, minute]), [false, false, false, false]);
});
