import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { arrange, type done } from './arrangeGenerate.ts';

describe('presses of Generate', () => {
  /** Arranges Generate with presses that start and end when the test says so. */
  function arrangePresses() {
    const running: { readonly start: () => void; readonly end: () => void }[] = [];
    const { run, presses } = arrange(
      (ports) =>
        new Promise((resolve) => {
          const problems = running.length + 1;
          const start = (): void =>
            ports.watch?.({ id: 'run', jobFiles: [], done: new Promise(() => undefined) } as never);
          running.push({ start, end: () => resolve({ tasks: [], problems }) });
        }),
    );
    const press = async (name: string, options?: object): Promise<unknown> =>
      (await run(commands.generate, `/w/${name}.gen.yaml`, options)).result;
    /** Resolves when the presses have reached their questions. */
    const isAsking = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    return { press, presses, running, isAsking };
  }

  test('on the same file while the first one asks are one, and a later one is another', async () => {
    const { press, presses, running, isAsking } = arrangePresses();
    const results = [press('hero'), press('hero')];
    await isAsking();
    running[0]?.start();
    results.push(press('hero'));
    await isAsking();
    for (const each of running) each.end();
    const problems = (await Promise.all(results)).map((result) => (result as typeof done).problems);
    assert.deepEqual([problems, presses.length], [[1, 1, 2], 2]);
  });

  test('on another file, with other options, or of a program that decides are separate', async () => {
    const { press, presses, running, isAsking } = arrangePresses();
    const results = [
      press('hero'),
      press('door'),
      press('hero', { job: 'clip' }),
      press('hero', { unchanged: 'skip' }),
      press('hero', { unchanged: 'skip' }),
    ];
    await isAsking();
    for (const each of running) each.end();
    await Promise.all(results);
    assert.equal(presses.length, 5);
  });
});
