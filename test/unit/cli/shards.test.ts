// Shards of one command line: what each may send, and what the state folder remembers of them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { arrangeCommand, model } from './arrangeCommand.ts';

const three = `matrix:\n  style: [red, green, blue]\nmodel: ${model}\nprompt: A \${{ matrix.style }} lighthouse\n`;

/** Its result is there sooner than an image. */
const poem = 'model: gpt-4.1\nprompt: A lighthouse\n';

/** Each result of this model costs 0.035. */
const priced = `prices: { ${model}: 0.035 }\n`;

async function arrangePlan(context: TestContext, flags = '--shards 2') {
  const arranged = await arrangeCommand(context, { 'hero.gen.yaml': three });
  await arranged.configure(priced);
  await arranged.run(['plan', ...flags.split(' '), '--out', 'plan.json']);
  return {
    ...arranged,
    make: (shard: string, more = '') => arranged.run(`run --yes --plan plan.json --shard ${shard} ${more}`.trim()),
  };
}

describe('A shard of a plan', () => {
  test('makes its own requests, and all shards together make each request once', async (context) => {
    const { make, run, posts, list } = await arrangePlan(context, '--shards 2 --budget 1');

    const one = await make('1/2');
    const afterOne = posts.length;
    const two = await make('2/2');
    const all = await run('plan --json');

    assert.deepEqual([one.code, two.code, [1, 2].includes(afterOne), posts.length], [0, 0, true, 3]);
    assert.equal((await list()).filter((name) => name.endsWith('.png')).length, 3);
    assert.ok(!all.out.includes('"exists": null'));
  });

  test('is refused by name when its job file has changed', async (context) => {
    const { make, work, posts } = await arrangePlan(context, '--shards 2 --budget 1');
    await writeFile(join(work, 'hero.gen.yaml'), `${three}# Another text.\n`);

    const { code, err } = await make('1/2');

    assert.match(err, /"hero\.gen\.yaml" is not what was planned, so nothing was sent/);
    assert.deepEqual([code, posts], [2, []]);
  });

  for (const shard of ['1/3', '3/3', '1/1']) {
    test(`is refused if the plan has another number of shards: ${shard}`, async (context) => {
      const { make, posts } = await arrangePlan(context, '--shards 2 --budget 1');

      const { code, err } = await make(shard);

      assert.match(err, new RegExp(`has no shard ${shard}`));
      assert.deepEqual([code, posts], [64, []]);
    });
  }

  test('has its part of the budget, and what is left of it when it runs again', async (context) => {
    const { make, posts } = await arrangePlan(context, '--shards 1 --budget 0.08');

    const first = [(await make('1/1', '--budget 0.04')).code, posts.length];
    const second = [(await make('1/1')).code, posts.length];
    const third = await make('1/1');

    assert.deepEqual([first, second, third.code, posts.length], [[4, 1], [4, 2], 4, 2]);
    assert.match(third.err, /Raise it \(--budget/);
  });

  test('sends nothing when its part of the budget is spent', async (context) => {
    const { make, posts } = await arrangePlan(context, '--shards 1 --budget 0.07');

    const first = await make('1/1');
    const second = await make('1/1');

    assert.deepEqual([first.code, second.code, posts.length], [4, 4, 2]);
    assert.match(second.err, /The budget of this shard is spent, so nothing was sent/);
  });
});

describe('The state folder', () => {
  for (const gateway of ['--sandbox', '--yes --budget 5']) {
    test(`refuses another number of shards after the first request, with ${gateway}`, async (context) => {
      const { run } = await arrangeCommand(context, { 'hero.gen.yaml': poem });

      const codes = [];
      for (const shard of ['1/1', '1/1', '1/2']) codes.push((await run(`run ${gateway} --shard ${shard}`)).code);

      assert.deepEqual(codes, [0, 0, 64]);
    });

    test(`remembers no shards if nothing was to be sent, with ${gateway}`, async (context) => {
      const { run, work } = await arrangeCommand(context, { 'hero.gen.yaml': `${poem}matrix: red\n` });

      const broken = await run(`run ${gateway} --shard 1/1`);
      await writeFile(join(work, 'hero.gen.yaml'), poem);
      const all = await run(`run ${gateway}`);
      const made = await run(`run ${gateway} --shard 1/1`);
      const other = await run(`run ${gateway} --shard 1/2`);

      assert.deepEqual([broken.code, all.code, made.code, other.code], [2, 0, 0, 0]);
    });
  }

  test('remembers no shards if the user has declined', async (context) => {
    const { run, posts } = await arrangeCommand(context);

    await run('run --shard 1/1', { answer: 'n' });
    const other = await run('run --yes --budget 5 --shard 1/2');

    assert.deepEqual([other.code, posts.length < 2], [0, true]);
  });
});
