// Kills a process at every step of adopting a journal, appending to its own and rewriting its own.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { arrangeJournals, every, lineOf, project } from '../fakes/tasks/journalBench.ts';
import { planned } from '../fakes/tasks/journalRecords.ts';
import { twoAtATime } from '../support/twoAtATime.ts';
import { type IoStep, type KillPoint, listKillPoints } from './ioSteps.ts';
import type { KeeperOrder } from './keeper.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<KeeperOrder>;
before(async () => {
  children = await createChildren('keeper.ts');
});
after(() => children.close());

test('whichever step of its process is the last one, a journal contains what was reported as written', async (context) => {
  const { said } = await tell(context, null);
  const steps = JSON.parse(said.at(-1) ?? '[]') as IoStep[];
  assert.ok(steps.filter(({ what }) => what.startsWith('rename')).length >= 4, 'the journal was adopted and rewritten');

  const faults: string[] = [];
  const points = listKillPoints(steps);
  context.diagnostic(`${points.length} crashes`);
  await twoAtATime(points, async (killPoint) => {
    const { fault } = await tell(context, killPoint);
    if (fault) faults.push(`${killPoint.moment} step ${killPoint.step} (${steps[killPoint.step - 1]?.what}): ${fault}`);
  });

  assert.deepEqual(faults, []);
});

async function tell(context: TestContext, killPoint: KillPoint | null) {
  const { folder, leave, create, names } = await arrangeJournals(context);
  await leave([lineOf(planned('wanted')), lineOf(planned('other', '/o/hero.gen.yaml')), '#broken#']);
  const said = (await children.run({ folder, killPoint })).split('\n');

  // Damage that names no task concerns all tasks that have begun.
  const there = project(await create().adopt(every)).map((line) => line.replace(' ?', ''));
  const left = (await names()).filter((name) => name.endsWith('.part'));
  const promised = ['wanted planned', 'other planned'];
  // A record may be on disk before the process says so.
  if (said.includes('kept')) promised.push(there.includes('kept stopped') ? 'kept stopped' : 'kept planned');
  if (said.includes('stopped')) promised.push('kept stopped');
  const missing = promised.filter((line) => !there.includes(line));
  const isRepeated = new Set(there).size < there.length;
  const isBack = said.includes('removed') && there.includes('big planned');
  const faults = [
    ...(missing.length > 0 ? [`${missing.join(', ')} missing`] : []),
    ...(isRepeated ? [`repeated: ${there.join(', ')}`] : []),
    ...(isBack ? ['what was removed is back'] : []),
    ...left.map((name) => `left behind: ${name}`),
  ];
  return { said, fault: faults.join('; ') };
}
