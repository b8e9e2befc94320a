// A journal of several tasks with one flipped byte: whatever it hits, a request that was sent must never look unsent.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { settleAdopted } from '../../../../src/core/task/adoptTasks.ts';
import type { JournalRecord, TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { arrangeJournals, deadIdentity, every, lineOf } from '../../../fakes/tasks/journalBench.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';
import * as fc from '../../../support/fastCheck.ts';

const of = (task: string, change: TaskChange): JournalRecord => ({ v: 1, task, at: 2, ...change });
const sending = { kind: 'sending', attempt: 1, isSandbox: false } as const;
const accepted = { kind: 'accepted', taskId: 't1', statusWord: null } as const;

/** `one` and `two` may be charged, `three` is with the gateway, `four` was never sent. */
const text = [
  planned('one'),
  planned('two'),
  planned('three'),
  planned('four'),
  of('three', sending),
  of('one', sending),
  of('two', sending),
  of('three', accepted),
]
  .map((each) => `${lineOf(each)}\n`)
  .join('');

/** The outcome of each task when a window adopts the journal with one flipped bit. */
async function adoptFlipped(context: TestContext, { at, bit }: { readonly at: number; readonly bit: number }) {
  const { folder, create, warnings } = await arrangeJournals(context);
  const bytes = Buffer.from(text);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  await writeFile(join(folder, `journal-${deadIdentity}-0a.jsonl`), bytes);
  const adopted = await create().adopt(every);
  const settled = adopted.map((each) => {
    const next = settleAdopted(each);
    return [each.entry.task.id, typeof next === 'object' ? next.kind : each.entry.task.state] as const;
  });
  return { settled: new Map(settled), warnings };
}

async function checkFlip(context: TestContext, flip: { readonly at: number; readonly bit: number }): Promise<void> {
  const { settled, warnings } = await adoptFlipped(context, flip);
  for (const id of ['one', 'two', 'three']) {
    const state = settled.get(id);
    const isNamed = warnings.some((line) => line.includes(id));
    assert.ok(
      state === 'unconfirmed' || (id === 'three' && state === 'pending') || (state === undefined && isNamed),
      `${id} is ${state}; ${warnings.join()}`,
    );
  }
}

test('no flipped byte makes a sent request look as if it was never sent', async (context) => {
  const flip = fc.record({ at: fc.nat(Buffer.byteLength(text) - 1), bit: fc.integer({ min: 0, max: 7 }) });

  await fc.assert(
    fc.asyncProperty(flip, (each) => checkFlip(context, each)),
    { numRuns: 100 },
  );
});

test('no flipped line feed, which joins two lines, makes a sent request look as if it was never sent', async (context) => {
  for (const [at, byte] of Buffer.from(text).entries()) if (byte === 0x0a) await checkFlip(context, { at, bit: 1 });
});
