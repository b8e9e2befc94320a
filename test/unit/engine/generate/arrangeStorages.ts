import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Engine, GeneratePorts, Press, UnchangedChoice } from '../../../../src/engine/index.ts';
import { scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

export function createPromise(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve = (): void => undefined;
  return [new Promise((done) => (resolve = done)), () => resolve()];
}

/** Arranges two programs that use one folder, each with its own storage. The task `t1` runs until `finish`. */
export async function arrangeStorages(context: TestContext) {
  const bench = await createEngineBench(context);
  const { jobFile, folder, gateway, engine, openStorage } = bench;
  scriptTasks(gateway, 9);
  const [finished, finish] = createPromise();
  const done = { task_id: 't1', status: 'succeeded', url: `${gateway.url}/files/t1.png`, amount_usd: 0.04 };
  const running = { body: { task_id: 't1', status: 'running' } };
  gateway.script('GET /v1/images/generations/t1', running, { body: { data: done }, after: finished });
  const generate = (
    of: Engine,
    answer: UnchangedChoice | null = null,
    {
      repeat = 1,
      over = {},
      ...ports
    }: Partial<GeneratePorts> & { readonly repeat?: number; readonly over?: Partial<Press> } = {},
  ) => {
    const text = `model: seedream-5-0-260128\nprompt: A cat\ngen: { repeat: ${repeat} }\n`;
    const press: Press = {
      jobFiles: [{ path: jobFile, text, boundary: folder, isStrict: false, concurrency: 4 }],
      unchanged: 'ask',
      confirm: { requests: 1, usd: 1 },
      asksForKey: true,
      ...over,
    };
    const origin = gateway.url;
    return of.generate(press, {
      readGateway: () =>
        Promise.resolve({ profile: 'studio', origin, isSandbox: false, isSelected: true, isKeyMissing: false }),
      consents: { has: () => true, add: () => undefined },
      askUnchanged: () => (answer ? Promise.resolve(answer) : assert.fail('Nothing is unchanged')),
      askKey: () => assert.fail('There is a key'),
      confirm: () => Promise.resolve(true),
      ...ports,
    });
  };
  const other = openStorage('other');
  const openFile = join(folder, '.genwright', 'open.jsonl');
  return {
    ...bench,
    one: engine,
    other,
    generate,
    finish,
    openFile,
    /** Starts the request in the first program, and resolves when the gateway works on it. */
    begin: async () => {
      const pressed = generate(engine);
      await bench.reached('running');
      return pressed;
    },
    posts: () => sentBodies(gateway).length,
    records: async () => (await readFile(join(folder, 'hero.gen.runs.jsonl'), 'utf8')).trim().split('\n').length,
    names: async () => (await readdir(folder)).toSorted(),
  };
}
