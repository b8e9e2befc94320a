import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Earlier } from '../../../../src/engine/index.ts';
import { buildRecord, buildRequest, buildTask } from '../../host/fakes/builders.ts';
import { arrangePress } from './arrangePress.ts';

const own = buildRequest({ job: 'film', index: 1, fingerprint: '1', needs: ['still'] });
const other = buildRequest({ job: 'still', index: 1, fingerprint: '2' });

/** Generates only `own`, while this exists for the other request. */
async function press(earlier: Earlier | null) {
  const awaited: string[] = [];
  const arranged = arrangePress({
    requests: [other, own],
    earlier: [earlier, null],
    press: { confirm: null, unchanged: 'skip', isWanted: (_, request) => request === own },
    ports: { awaitTask: (task) => Promise.resolve((awaited.push(task.id), task)) },
  });
  const { tasks } = await arranged.press();
  const [part] = arranged.started;
  return {
    jobs: part?.requests.map(({ job }) => job),
    given: part?.given,
    awaited,
    tasks: tasks.map(({ job }) => job),
  };
}

describe('Generate for some requests of a job file', () => {
  test('neither sends nor reports the others', async () => {
    assert.deepEqual(await press(null), { jobs: ['film'], given: [], awaited: [], tasks: ['film'] });
  });

  test('gives what the others have saved to those that need it', async () => {
    const record = buildRecord({ run: 'earlier', job: 'still' });
    const { given, tasks } = await press({ kind: 'recorded', record });
    assert.deepEqual(
      [given, tasks],
      [[{ job: 'still', index: 1, from: { run: 'earlier', job: 'still', index: 1 } }], ['film']],
    );
  });

  for (const state of ['stopped', 'pending', 'unconfirmed'] as const) {
    test(`leaves the others alone while they are ${state}, so that nothing of them is sent`, async () => {
      const { given, awaited, tasks } = await press({ kind: 'task', task: buildTask({ state, request: other }) });
      assert.deepEqual([given, awaited, tasks], [[], [], ['film']]);
    });
  }
});
