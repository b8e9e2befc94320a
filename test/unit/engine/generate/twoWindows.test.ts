import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, GeneratePorts, Press } from '../../../../src/engine.ts';
import { sentBodies } from '../../../fakes/chain.ts';
import { createEngineBench } from '../../../fakes/engineBench.ts';

test('a window that is still asking does not send what another window has sent meanwhile', async (context) => {
  const { engine, gateway, jobFile, folder, openAnother, reached } = await createEngineBench(context);
  gateway.script('GET /v1/images/generations/t1', { body: { task_id: 't1', status: 'running' } });
  const press: Press = {
    jobFiles: [
      {
        path: jobFile,
        text: 'model: seedream-5-0-260128\nprompt: A cat\n',
        boundary: folder,
        isStrict: false,
        concurrency: 4,
      },
    ],
    unchanged: 'ask',
    confirm: { requests: 1, usd: 1 },
    asksForKey: true,
  };
  const generate = (of: Engine, confirm: GeneratePorts['confirm']) =>
    of.generate(press, {
      readGateway: () =>
        Promise.resolve({
          profile: 'studio',
          origin: gateway.url,
          isSandbox: false,
          isSelected: true,
          isKeyMissing: false,
        }),
      consents: { has: () => true, add: () => undefined },
      askUnchanged: () => assert.fail('Nothing is unchanged'),
      askKey: () => assert.fail('There is a key'),
      confirm,
    });
  const other = openAnother();
  const { tasks } = await generate(engine, async () => {
    void generate(other, () => Promise.resolve(true));
    await reached('running', other);
    return true;
  });

  assert.deepEqual([tasks.map(({ status }) => status), sentBodies(gateway).length], [['unchanged'], 1]);
});
