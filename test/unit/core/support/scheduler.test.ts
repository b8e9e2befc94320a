import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScheduler } from '../../../../src/core/support/scheduler.ts';
import { createHandClock } from '../../../fakes/clocks/handClock.ts';

function arrange() {
  const hand = createHandClock();
  let jumps = 0;
  const scheduler = createScheduler(hand.clock, () => void (jumps += 1));
  const woken: string[] = [];
  const aborts = new Map<string, AbortController>();
  const sleep = (name: string, durationMs: number): void => {
    const controller = new AbortController();
    aborts.set(name, controller);
    scheduler.sleep(durationMs, controller.signal).then(
      () => woken.push(name),
      () => woken.push(`${name} aborted`),
    );
  };
  return { ...hand, scheduler, woken, jumps: () => jumps, sleep, abort: (name: string) => aborts.get(name)?.abort() };
}

test('all waits share one timer, and each ends when it is due', async () => {
  const { sleep, timers, elapse, woken } = arrange();
  sleep('late', 9_000);
  sleep('soon', 3_000);
  sleep('middle', 5_000);
  await elapse(0);

  const seen: unknown[] = [timers()];
  for (let round = 0; round < 3; round += 1) {
    await elapse();
    seen.push([[...woken], timers()]);
  }

  assert.deepEqual(seen, [
    [3_000],
    [['soon'], [2_000]],
    [['soon', 'middle'], [4_000]],
    [['soon', 'middle', 'late'], []],
  ]);
});

test('a thousand waits in any order end in the order of their times', async () => {
  const { sleep, timers, elapse, woken } = arrange();
  const times = Array.from({ length: 1_000 }, (_, at) => ((at * 7_919) % 1_000) + 1);
  for (const time of times) sleep(String(time), time);
  await elapse(0);

  while (timers().length > 0) await elapse();

  assert.deepEqual(
    woken.map(Number),
    [...times].sort((one, other) => one - other),
  );
});

test('after the machine has slept, all waits end at once', async () => {
  const { sleep, elapse, woken, jumps } = arrange();
  sleep('soon', 3_000);
  sleep('late', 60_000);
  await elapse(0);
  const jumpsBefore = jumps();

  await elapse(8 * 3_600_000);

  assert.deepEqual([woken, jumpsBefore, jumps()], [['soon', 'late'], 0, 1]);
});

test('a wall clock that is set back ends all waits, and time continues from there', async () => {
  const { sleep, elapse, woken, scheduler, timers } = arrange();
  const before = scheduler.now();
  sleep('soon', 3_000);
  sleep('late', 60_000);
  await elapse(0);

  await elapse(-3_600_000);
  const after = scheduler.now();
  sleep('next', 4_000);
  const next = timers();
  await elapse();

  assert.deepEqual([woken, after >= before, next], [['soon', 'late', 'next'], true, [4_000]]);
});

for (const [title, soonMs, steps, expected] of [
  ['a wall clock that is set back by less than a wait still ends all waits', 60_000, [50_000], [['soon', 'late'], 1]],
  ['a timer may be off by five seconds', 20_000, [15_000, 10_000], [['soon'], 0]],
] as const) {
  test(title, async () => {
    const { sleep, settle, elapse, woken, jumps } = arrange();
    sleep('soon', soonMs);
    sleep('late', 90_000);
    await settle();

    for (const step of steps) await elapse(step);

    assert.deepEqual([woken, jumps()], expected);
  });
}

test('a wait whose signal has aborted before rejects', async () => {
  const { scheduler, timers } = arrange();
  await assert.rejects(scheduler.sleep(1_000, AbortSignal.abort(new Error('Tide'))), /Tide/);
  assert.deepEqual(timers(), []);
});

test('a clock that is set while there are no waits changes nothing', async () => {
  const { sleep, setWall, elapse, woken, timers } = arrange();
  setWall(-86_400_000);
  sleep('soon', 3_000);

  const asked = timers();
  await elapse();

  assert.deepEqual([asked, woken], [[3_000], ['soon']]);
});

test('only an earlier wait, or the end of all waits, replaces the timer', async () => {
  const { sleep, abort, settle, sleeps, timers } = arrange();
  sleep('middle', 5_000);
  for (const [name, durationMs] of [
    ['late', 9_000],
    ['same', 5_000],
  ] as const)
    sleep(name, durationMs);
  abort('late');
  await settle();
  const before = [...sleeps];
  sleep('soon', 3_000);
  await settle();

  assert.deepEqual([before, sleeps, timers()], [[5_000], [5_000, 3_000], [3_000]]);
});

test('a wait that is aborted leaves no timer', async () => {
  const { sleep, abort, timers, settle, woken } = arrange();
  sleep('one', 3_000);
  sleep('other', 5_000);
  abort('one');
  await settle();
  abort('other');
  await settle();

  assert.deepEqual([woken, timers()], [['one aborted', 'other aborted'], []]);
});
