// Kills a process at every step of moving charges from the journal to the ledger.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { JournalRecord } from '../../src/core/task/model/taskEvent.ts';
import type { Engine } from '../../src/engine/index.ts';
import { writeJournalLine } from '../../src/storage/journal/journalLines.ts';
import { deadIdentity } from '../fakes/tasks/journalBench.ts';
import { planned } from '../fakes/tasks/journalRecords.ts';
import { twoAtATime } from '../support/twoAtATime.ts';
import { jobFileOf, openEngine, storageFolder, workFolder, type CrashPlace } from './headless.ts';
import { type IoStep, type KillPoint, listKillPoints } from './ioSteps.ts';
import type { RemoverOrder } from './remover.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<RemoverOrder>;
before(async () => {
  children = await createChildren('remover.ts');
});
after(() => children.close());

const at = Date.UTC(2026, 0, 15, 12);
const ids = ['one', 'two', 'three'];
const totalUsd = 1 + 2 + 4;

/** Each task costs twice as much as the one before, so that a sum says which are missing, or there twice. */
function listRecords(place: CrashPlace): readonly JournalRecord[] {
  return ids.flatMap((task, number): JournalRecord[] => {
    const head = { v: 1, task, at } as const;
    return [
      planned(task, jobFileOf(place)),
      { ...head, kind: 'sending', attempt: 1, isSandbox: false },
      { ...head, kind: 'accepted', taskId: task, statusWord: null },
      { ...head, kind: 'finished', statusWord: null, amountUsd: 2 ** number, results: [] },
      { ...head, kind: 'saved', artifacts: [] },
      { ...head, kind: 'recorded' },
    ];
  });
}

test('whichever step is the last one, each charge counts once', async (context) => {
  const { steps } = await tell(null);
  assert.ok(steps && steps.length > 10, 'the tasks are adopted, archived and forgotten');
  const points = listKillPoints(steps);
  context.diagnostic(`${points.length} crashes`);
  const faults: string[] = [];
  await twoAtATime(points, async (killPoint) => {
    const { seen } = await tell(killPoint);
    const what = `${killPoint.moment} step ${killPoint.step} (${steps[killPoint.step - 1]?.what})`;
    if (seen.some((usd) => usd !== totalUsd)) faults.push(`${what}: ${seen.join(', ')}`);
  });

  assert.deepEqual(faults, []);
});

async function tell(killPoint: KillPoint | null) {
  const root = await mkdtemp(join(tmpdir(), 'genwright-crash-'));
  const place = { root, gatewayUrl: 'http://127.0.0.1:9' };
  await mkdir(workFolder(place), { recursive: true });
  await mkdir(storageFolder(place), { recursive: true });
  await writeFile(
    join(storageFolder(place), `journal-${deadIdentity}-0a.jsonl`),
    listRecords(place)
      .map((record) => `${writeJournalLine(record).text}\n`)
      .join(''),
  );
  try {
    const said = await children.run({ place, killPoint });
    return { steps: said === '' ? null : (JSON.parse(said) as IoStep[]), seen: await readTotals(place) };
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the totals of the account after the crash, after a restart, and when the remaining tasks are removed too. */
async function readTotals(place: CrashPlace): Promise<readonly number[]> {
  const engine = openEngine(place);
  const spent = async (of: Engine): Promise<number> => (await of.readAccount()).spentOn(at).totalUsd;
  try {
    const found = await spent(engine);
    await engine.resume([workFolder(place)]);
    const adopted = await spent(engine);
    await Promise.all(engine.tasks().map(({ id }) => engine.act(id, 'remove')));
    return [found, adopted, await spent(engine)];
  } finally {
    engine.dispose();
  }
}
