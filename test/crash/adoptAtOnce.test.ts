import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { arrangeJournals, every, lineOf, project } from '../fakes/tasks/journalBench.ts';
import { planned } from '../fakes/tasks/journalRecords.ts';

test('of windows that adopt tasks at the same time, exactly one gets each task', async (context) => {
  const { folder, leave } = await arrangeJournals(context);
  const ids = Array.from({ length: 60 }, (_, at) => `t${at}`);
  for (const [at, id] of ids.entries()) await leave([lineOf(planned(id))], { random: `0${at.toString(16)}` });

  const adopters = await Promise.all(Array.from({ length: 4 }, () => startAdopter(context, folder)));
  const adopted = await Promise.all(adopters.map(({ adopt }) => adopt()));

  assert.deepEqual(adopted.flat().toSorted(), ids.toSorted());
});

test(
  'a window that is suspended keeps its tasks, however long that takes, and a killed window does not',
  { skip: process.platform !== 'linux' },
  async (context) => {
    const { folder, leave, create, time } = await arrangeJournals(context);
    await leave([lineOf(planned('x'))]);
    const { child, adopt } = await startAdopter(context, folder);
    await adopt();
    const journal = create();

    child.kill('SIGSTOP');
    const whileSuspended: (readonly string[])[] = [];
    for (let look = 0; look < 10; look += 1) {
      time.monotonicMs += 60_000;
      whileSuspended.push(project(await journal.adopt(every)));
    }
    child.kill('SIGKILL');
    await once(child, 'exit');

    assert.deepEqual([whileSuspended.flat(), project(await journal.adopt(every))], [[], ['x planned']]);
  },
);

/** Resolves when it is ready to adopt at once. */
async function startAdopter(context: TestContext, folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'adopter.ts'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  context.after(() => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    adopt: async (): Promise<readonly string[]> => {
      child.stdin.write('go\n');
      const { value } = await lines.next();
      return JSON.parse(String(value)) as string[];
    },
  };
}
