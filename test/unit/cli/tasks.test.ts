// What a person does about tasks: status, wait and resolve in the states that a task can have.
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { SandboxFault } from '../../../src/sandbox/index.ts';
import { arrangeCommand, failing, image } from './arrangeCommand.ts';

/** Runs a job whose gateway has a fault until `heal`, and finds its task. */
async function arrangeTask(context: TestContext, fault: SandboxFault, { text = image, path = '/v1/' } = {}) {
  let isFaulty = true;
  const arranged = await arrangeCommand(
    context,
    { 'hero.gen.yaml': text },
    { fault: (call) => (isFaulty && call.path.startsWith(path) ? fault : undefined) },
  );
  const { code } = await arranged.generate();
  const status = JSON.parse((await arranged.run('status --all --json')).out) as {
    readonly exitCode: number;
    readonly tasks: readonly { readonly id: string; readonly state: string }[];
  };
  const [{ id, state } = { id: '', state: '' }] = status.tasks;
  return { ...arranged, code, id: id.slice(0, 8), state, status, heal: () => void (isFaulty = false) };
}

const lost: SandboxFault = { kind: 'drop-before-answer' };

describe('An unconfirmed task', () => {
  test('is shown with the balance and with what can be decided, and counts as exit code 3', async (context) => {
    const { run, id, state, status, heal } = await arrangeTask(context, lost);
    heal();

    const { out, code } = await run(`resolve ${id}`);

    assert.deepEqual([state, status.exitCode, code], ['unconfirmed', 3, 3]);
    assert.match(out, new RegExp(`^${id} unconfirmed hero \\(hero\\.gen\\.yaml\\)\\n`));
    assert.match(out, /^ {2}Balance after the request: \$/m);
    assert.match(out, /^ {2}--resubmit .*charge it twice\n {2}--dismiss {6}give it up/m);
  });

  test('is not sent again by a run, nor by "wait"', async (context) => {
    const { run, generate, posts, heal } = await arrangeTask(context, lost);
    heal();

    const codes = [(await generate()).code, (await run('wait')).code];

    assert.deepEqual([codes, posts.length], [[3, 0], 1]);
  });

  test('is sent again when the user decides so', async (context) => {
    const { run, id, posts, heal, list } = await arrangeTask(context, lost);
    heal();

    const { code, out } = await run(`resolve ${id} --resubmit`);

    assert.deepEqual([code, posts.length, out], [0, 2, `${id} saved hero (hero.gen.yaml)\n  hero.png\n`]);
    assert.ok((await list()).includes('hero.png'));
  });

  test('may have been charged, also if it is sent again and refused', async (context) => {
    const { run, id, posts } = await arrangeTask(context, lost);

    const { code, out } = await run(`resolve ${id} --resubmit`, { env: { GENWRIGHT_API_KEY: 'sk-wrong' } });

    assert.deepEqual([code, posts.length], [3, 2]);
    assert.match(
      out,
      /refused the key\..* It may have been charged before that\. Decide with "genwright resolve ID"\./,
    );
  });

  test('is dismissed, which needs nothing more', async (context) => {
    const { run, id, posts } = await arrangeTask(context, lost);

    const codes = [(await run(`resolve ${id} --dismiss`)).code, (await run('status')).code];

    assert.deepEqual([codes, posts.length], [[0, 0], 1]);
  });

  test('that "wait" names tells that it needs a decision', async (context) => {
    const { run, id, posts } = await arrangeTask(context, lost);

    const { code, out } = await run(`wait ${id}`);

    assert.deepEqual([code, posts.length], [3, 1]);
    assert.match(out, new RegExp(`^${id} unconfirmed hero .*\n.*"genwright resolve ID"`));
  });

  test('cannot be saved, and no two things are decided', async (context) => {
    const { run, id } = await arrangeTask(context, lost);

    const save = await run(`resolve ${id} --save`);
    const both = await run(`resolve ${id} --dismiss --resubmit`);

    assert.deepEqual([save.code, both.code], [64, 64]);
    assert.match(save.err, new RegExp(`the task is unconfirmed\\. Run "genwright resolve ${id}"`));
    assert.match(both.err, /Decide for one/);
  });
});

describe('An unsaved task', () => {
  const gone: SandboxFault = { kind: 'answer', status: 404, body: 'gone' };
  const arrangeUnsaved = (context: TestContext) => arrangeTask(context, gone, { path: '/files' });

  test('is saved when its result can be fetched', async (context) => {
    const { run, id, state, code, heal, list, posts } = await arrangeUnsaved(context);
    heal();

    const shown = await run(`resolve ${id}`);
    const saved = await run(`resolve ${id} --save`);

    assert.deepEqual([state, code, shown.code, saved.code, posts.length], ['unsaved', 3, 3, 0, 1]);
    assert.match(shown.out, /^ {2}--save {9}fetch.*\n {2}--save-to DIR/m);
    assert.ok((await list()).includes('hero.png'));
  });

  test('is saved in another folder', async (context) => {
    const { run, id, heal, root } = await arrangeUnsaved(context);
    heal();
    await mkdir(join(root, 'work/other'));

    const { code, err } = await run(`resolve ${id} --save-to other`);

    assert.deepEqual([code, /saved/.test(err)], [0, true], err);
  });
});

describe('A failed task', () => {
  test('leaves the list when the user has seen it', async (context) => {
    const { run, generate } = await arrangeCommand(context, { 'hero.gen.yaml': failing });
    await generate();
    const [id = ''] = (await run('status')).out.split(' ');

    const before = await run('status');
    const removed = await run(`resolve ${id} --dismiss`);
    const after = await run('status');

    assert.match(before.out, /failed hero \(hero\.gen\.yaml\)\n {2}.+/);
    assert.deepEqual([before.code, removed.code, after.out], [0, 0, '']);
  });
});

describe('A task', () => {
  test('that does not exist, or is not the only one, is named', async (context) => {
    const { run, generate } = await arrangeCommand(context);

    const none = await run('resolve abc --dismiss');
    await generate();

    assert.deepEqual([none.code, /There is no task whose id starts with "abc"/.test(none.err)], [64, true]);
  });

  const polled = 'model: seedream-5-0-260128\nprompt: A\n';
  test('that had ended before is not told again by "wait"', async (context) => {
    const { generate, run, work } = await arrangeCommand(context, { 'a.gen.yaml': image, 'b.gen.yaml': failing });
    await generate();
    await writeFile(join(work, 'c.gen.yaml'), polled);
    await generate('c.gen.yaml --no-wait');

    const { err, out } = await run('wait');

    assert.match(out, /^[0-9a-f]{8} saved c \(c\.gen\.yaml\)\n {2}c\.png\n$/);
    assert.equal(err, '✓ saved c\n');
  });

  for (const [what, env, code, said] of [
    [
      'a gateway that is not given',
      { GENWRIGHT_BASE_URL: undefined },
      64,
      /127\.0\.0\.1:\d+" is not set\. Pass its --base-url/,
    ],
    ['a gateway without its key', { GENWRIGHT_API_KEY: undefined }, 5, /refused the key/],
    ['a gateway that refuses the key', { GENWRIGHT_API_KEY: 'sk-other' }, 5, /refused the key/],
  ] as const) {
    test(`of ${what} is not waited for, and the command says what to do`, async (context) => {
      const { generate, run } = await arrangeCommand(context, { 'hero.gen.yaml': polled });
      await generate('--no-wait');

      const waited = await run('wait', { env });
      const ran = await generate('', {
        env: { ...env, ...(code === 64 ? { GENWRIGHT_BASE_URL: 'http://localhost:1' } : {}) },
      });

      assert.match(waited.out, said);
      assert.match(ran.err, said);
      assert.deepEqual([waited.code, ran.code], [code, code]);
    });
  }

  test('of a gateway whose key no command prints is not waited for, and the command says why, once', async (context) => {
    const { generate, run, sandbox } = await arrangeCommand(context, { 'hero.gen.yaml': polled });
    await generate('--no-wait');

    const { code, err } = await run(['wait', `--base-url=${sandbox.url}`, '--key-command=exit 3']);

    assert.deepEqual([code, err], [5, 'The command for the key failed: it ended with 3.\n']);
  });

  test('whose folder is gone is saved in another one', async (context) => {
    const { generate, run, work, root } = await arrangeCommand(context, {});
    const folders = [join(work, 'sub'), join(root, 'other')] as const;
    for (const folder of folders) await mkdir(folder);
    await writeFile(join(folders[0], 'hero.gen.yaml'), polled);
    await generate('--no-wait');
    const [id = ''] = (await run('status')).out.split(' ');
    await rm(folders[0], { recursive: true });

    const waited = await run('wait');
    const { code, err, out } = await run(`resolve ${id} --save-to ${folders[1]}`);

    assert.match(waited.out, /its folder is gone.*--save-to DIR/);
    assert.equal(waited.code, 3);
    assert.deepEqual([code, /saved/.test(out)], [0, true], err);
  });
});
