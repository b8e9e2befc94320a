import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Engine, GeneratePorts, Press } from '../../../../src/engine/index.ts';
import { sentBodies, scriptTasks } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const cat = 'model: seedream-5-0-260128\nprompt: A cat\n';

const chain = `jobs:
  still: { model: seedream-5-0-260128, prompt: A cat }
  later: { model: seedream-5-0-260128, prompt: A dog, image: '\${{ jobs.still.url }}' }
`;

/** Arranges two windows of one job file. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const { jobFile, folder, gateway, engine, openAnother } = bench;
  scriptTasks(gateway, 9);
  const generate = (
    of: Engine,
    {
      repeat = 1,
      text = cat,
      ...ports
    }: Partial<GeneratePorts> & { readonly repeat?: number; readonly text?: string } = {},
  ) => {
    const press: Press = {
      jobFiles: [
        {
          path: jobFile,
          text: `${text}gen: { repeat: ${repeat} }\n`,
          boundary: folder,
          isStrict: false,
          concurrency: 4,
        },
      ],
      unchanged: 'ask',
      confirm: { requests: 1, usd: 1 },
      asksForKey: true,
    };
    const origin = gateway.url;
    return of.generate(press, {
      readGateway: () =>
        Promise.resolve({ profile: 'studio', origin, isSandbox: false, isSelected: true, isKeyMissing: false }),
      consents: { has: () => true, add: () => undefined },
      askUnchanged: () => assert.fail('Nothing is unchanged'),
      askKey: () => assert.fail('There is a key'),
      confirm: () => Promise.resolve(true),
      ...ports,
    });
  };
  /** Holds all windows back until each of them reads its key, which is just before it sends. */
  const meet = (): void => {
    let release: (() => void) | undefined;
    const allAreThere = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    bench.setGate(() => {
      calls += 1;
      if (calls === 2) release?.();
      return allAreThere;
    });
  };
  return { ...bench, other: openAnother(), one: engine, generate, meet };
}

test('a window that is still asking does not send what another window has sent meanwhile', async (context) => {
  const { gateway, one, other, generate, reached } = await arrange(context);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running' } });
  const { tasks } = await generate(one, {
    async confirm() {
      void generate(other);
      await reached('running', other);
      return true;
    },
  });

  assert.deepEqual([tasks.map(({ status }) => status), sentBodies(gateway).length], [['unchanged'], 1]);
});

describe('two windows that start the same request at the same moment', () => {
  test('send it once, and the other window reports the task that makes it', async (context) => {
    const { gateway, one, other, generate, meet } = await arrange(context);
    meet();
    const results = await Promise.all([generate(one), generate(other)]);
    const tasks = results.flatMap((result) => result.tasks);

    assert.deepEqual(tasks.map(({ status }) => status).toSorted(), ['saved', 'unchanged']);
    assert.equal(new Set(tasks.map(({ id }) => id)).size, 1);
    assert.equal(sentBodies(gateway).length, 1);
  });

  test('go on with its result in both, whoever has made it', async (context) => {
    const { gateway, one, other, generate, meet } = await arrange(context);
    meet();
    const results = await Promise.all([generate(one, { text: chain }), generate(other, { text: chain })]);
    const statuses = results.flatMap(({ tasks }) => tasks.map(({ status }) => status));

    assert.deepEqual(statuses.toSorted(), ['saved', 'saved', 'unchanged', 'unchanged']);
    assert.equal(sentBodies(gateway).length, 2);
  });

  test('never send it more often than one of them wants it', async (context) => {
    const { gateway, one, other, generate, meet } = await arrange(context);
    meet();
    const results = await Promise.all([generate(one, { repeat: 2 }), generate(other, { repeat: 3 })]);
    const saved = results.flatMap(({ tasks }) => tasks.filter(({ status }) => status === 'saved'));
    const sent = sentBodies(gateway).length;

    assert.deepEqual([saved.length, sent === 2 || sent === 3], [sent, true]);
  });
});

describe('a request that was never sent here and that another window has sent meanwhile', () => {
  const stop = async ({ one, generate, reached }: Awaited<ReturnType<typeof arrange>>): Promise<string> => {
    void generate(one);
    const { id } = await reached('planned', one);
    await one.act(id, 'stopWatching');
    return id;
  };

  test('is not paid again by Resume, although the clock of the other one is a day behind', async (context) => {
    const arranged = await arrange(context);
    const { clock, gateway, one, other, generate } = arranged;
    const id = await stop(arranged);
    clock.set(-24 * 3_600_000);
    await generate(other);
    await one.act(id, 'resume');
    await one.ended(id);

    const [task] = one.tasks();
    assert.deepEqual([task?.state, task?.error?.code], ['skipped', 'sent-elsewhere']);
    assert.equal(sentBodies(gateway).length, 1);
  });

  test('is sent again if the user wants another result', async (context) => {
    const { gateway, one, other, generate } = await arrange(context);
    await generate(one);
    const { tasks } = await generate(other, { askUnchanged: () => Promise.resolve('all') });

    assert.deepEqual([tasks.map(({ status }) => status), sentBodies(gateway).length], [['saved'], 2]);
  });
});
