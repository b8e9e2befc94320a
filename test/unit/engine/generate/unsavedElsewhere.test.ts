import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { TaskState } from '../../../../src/core/task/model/task.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { arrangeStorages } from './arrangeStorages.ts';

describe('a request that another program has sent, and whose result it has not saved,', () => {
  const post = 'POST /v1/images/generations';
  const poll = 'GET /v1/images/generations/t1';
  const file = 'GET /files/t1.png';
  const unknown = { status: 404, body: { code: 'task_not_exist', message: 'There is no such task' } };
  const ends: readonly (readonly [what: string, state: TaskState, call: string, answer: ScriptedAnswer])[] = [
    ['because there was no response', 'unconfirmed', post, 'drop'],
    ['because the gateway did not know it', 'lost', poll, unknown],
    ['because it named no result', 'unsaved', poll, { body: { data: { task_id: 't1', status: 'succeeded' } } }],
    ['because the result was not there', 'unsaved', file, { status: 404 }],
  ];
  for (const [what, state, call, answer] of ends) {
    /** The first program has ended, and the gateway works again. In a clone, only the runs file is left. */
    const arrangeEnd = async (context: TestContext, isClone: boolean) => {
      const arranged = await arrangeStorages(context);
      const { one, generate, gateway, finish, folder } = arranged;
      finish();
      gateway.script(call, answer);
      await generate(one);
      const ended = one.tasks().map((task) => task.state);
      one.dispose();
      if (isClone) await rm(join(folder, '.genwright'), { recursive: true, force: true });
      assert.deepEqual(ended, [state]);
      scriptTasks(gateway, 1);
      return arranged;
    };
    const isWatched = state !== 'unconfirmed';

    test(`${what} is ${isWatched ? 'watched' : 'not sent again'} by a program that cannot ask`, async (context) => {
      const { other, generate, posts } = await arrangeEnd(context, false);

      const { tasks } = await generate(other, null, {
        over: { unchanged: 'skip', confirm: null },
        awaitTask: () => assert.fail('No task of this storage makes it'),
      });

      assert.deepEqual([tasks.map(({ status }) => status), posts()], [[isWatched ? 'saved' : state], 1]);
    });

    test(`${what} is reported as what it is where only the runs file tells of it`, async (context) => {
      const { other, generate, posts } = await arrangeEnd(context, true);
      const over = { unchanged: 'skip', confirm: null } as const;
      const awaitTask = () => assert.fail('No task of this storage makes it');

      const first = await generate(other, null, { over, awaitTask });
      const asked = await generate(other, 'cancel');
      const again = await generate(other, 'all');
      const last = await generate(other, null, { over, awaitTask });

      assert.deepEqual(
        [first, asked, again, last].map(({ tasks }) => tasks.map(({ status }) => status)),
        [[state], ['unchanged'], ['saved'], ['unchanged']],
      );
      assert.deepEqual([first.tasks[0]?.error === null, posts()], [false, 2]);
    });
  }

  test('is sent again without a question after the user has dismissed it', async (context) => {
    const { one, other, generate, gateway, finish, posts } = await arrangeStorages(context);
    finish();
    gateway.script(post, 'drop');
    await generate(one);
    const [task] = one.tasks();
    await one.act(task?.id ?? '', 'dismiss');
    scriptTasks(gateway, 1);

    const { tasks } = await generate(other);

    assert.deepEqual([tasks.map(({ status }) => status), posts()], [['saved'], 2]);
  });
});
