import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Interrupt } from '../../../src/cli/terminal.ts';
import { makePng } from '../../fakes/media/media.ts';
import { arrangeCommand, failing, image, three } from './arrangeCommand.ts';

/** Its gateway accepts a task, and is polled for the result. */
const polled = 'model: seedream-5-0-260128\nprompt: A lighthouse\n';

const profiles = `
profile: mine
profiles:
  - { name: mine, baseUrl: URL, keyEnv: GENWRIGHT_API_KEY }
  - { name: other, baseUrl: 'https://other.invalid', keyCommand: echo key > ran.txt }
`;

describe('A plan', () => {
  test('whose shards are the output of a step has nothing else there, also with errors', async (context) => {
    const { run } = await arrangeCommand(context, { 'a.gen.yaml': image, 'b.gen.yaml': `${image}n: many\n` });

    const { code, out } = await run('plan --shards 2 --matrix github');

    assert.deepEqual([code, out], [2, '']);
  });
});

describe('A shard of a plan', () => {
  for (const [budget, said] of [
    ['0.05', /would exceed the budget of this run/],
    ['0.035', /budget of this shard is spent/],
  ] as const) {
    test(`that runs again has what is left of its part of ${budget} USD`, async (context) => {
      const { run, posts } = await arrangeCommand(context);
      await run(`plan --shards 1 --budget ${budget} --out plan.json`);
      const shard = 'run --plan plan.json --shard 1/1 --yes';

      const [first, second] = [await run(shard), await run(`${shard} --unchanged generate --budget 5`)];

      assert.match(second.err, said);
      assert.deepEqual([first.code, second.code, posts.length], [0, 4, 1]);
    });
  }

  test('has its part of the budget, whatever another one has spent that this state folder knows of', async (context) => {
    const { run, posts } = await arrangeCommand(context, {
      'hero.gen.yaml': 'model: grok-imagine-image\nprompt: A ${{ matrix.style }} cat\nmatrix: { style: [red, blue] }\n',
    });
    await run('plan --shards 2 --budget 0.08 --out plan.json');

    const codes = [];
    for (const shard of ['1/2', '2/2']) codes.push((await run(`run --plan plan.json --shard ${shard} --yes`)).code);

    assert.deepEqual([codes, posts.length], [[0, 0], 2]);
  });
});

describe('A run', () => {
  test('that is repeated sends nothing', async (context) => {
    const { generate, posts, list } = await arrangeCommand(context, { 'hero.gen.yaml': three });

    const codes = [(await generate()).code, (await generate()).code];

    assert.deepEqual([codes, posts.length], [[0, 0], 3]);
    assert.equal((await list()).length, 5);
  });

  test('makes only what is missing, of one job, or all again, as it is told', async (context) => {
    const jobs = `jobs:\n  a: { model: grok-imagine-image, prompt: A cat }\n  b: { model: grok-imagine-image, prompt: A dog }\n`;
    const { generate, posts, list } = await arrangeCommand(context, { 'hero.gen.yaml': jobs });

    await generate('--job a');
    const afterOne = posts.length;
    await generate();
    const afterBoth = posts.length;
    await generate('--unchanged generate');

    assert.deepEqual([afterOne, afterBoth, posts.length], [1, 2, 4]);
    assert.deepEqual(
      (await list()).filter((name) => name.endsWith('.png')),
      ['hero-a-2.png', 'hero-a.png', 'hero-b-2.png', 'hero-b.png'],
    );
  });

  test('says of each failure the line of the job, and what to do, once for equal ones', async (context) => {
    const jobs = `# Two.\njobs:\n  day:\n    model: grok-imagine-image\n    prompt: A cat\n  night:\n    model: grok-imagine-image\n    prompt: '[fail] A cat'\n    matrix:\n      style: [a, b]\n`;
    const { generate } = await arrangeCommand(context, { 'hero.gen.yaml': jobs });

    const { err } = await generate();

    const id = String.raw`\([0-9a-f]{8}\)`;
    assert.match(
      err,
      new RegExp(`^hero\\.gen\\.yaml:6 failed hero · night · a ${id}, hero · night · b ${id}: .+`, 'm'),
    );
    assert.match(err, /^1 made · 2 without a result/m);
  });

  test('of a file that selects another profile is refused, whatever is agreed to', async (context) => {
    const { generate, posts, configure, sandbox, list } = await arrangeCommand(context, {
      'hero.gen.yaml': `gen: { profile: other }\n${image}`,
    });
    await configure(profiles.replace('URL', sandbox.url));

    const { code, err } = await generate('', { env: { GENWRIGHT_BASE_URL: undefined } });

    assert.deepEqual([code, posts], [64, []]);
    assert.match(err, /hero\.gen\.yaml selects the profile "other"\. Nothing was sent\..*--profile other/);
    // Nor has the command for its key run.
    assert.deepEqual(await list(), ['hero.gen.yaml']);
  });

  test('leaves when everything is sent with --no-wait, and "wait" follows what is being made', async (context) => {
    const { generate, run, posts, list } = await arrangeCommand(context, { 'hero.gen.yaml': polled });

    const left = await generate('--no-wait');
    const status = await run('status');
    const waited = await run('wait');

    assert.deepEqual([left.code, status.code, waited.code, posts.length], [0, 0, 0, 1]);
    assert.match(left.err, /"genwright wait" follows it/);
    assert.deepEqual(await list(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png']);
  });
});

describe('Ctrl+C', () => {
  test('once stops what was not sent, and awaits what was', async (context) => {
    let interrupt: (signal: Interrupt) => void = () => undefined;
    const { generate, posts, list } = await arrangeCommand(
      context,
      { 'hero.gen.yaml': three },
      { onCall: ({ method }) => void (method === 'POST' && interrupt('SIGINT')) },
    );

    const ended = await generate('--concurrency 1', { meanwhile: (signal) => void (interrupt = signal) });

    assert.deepEqual([ended.code, posts.length], [130, 1]);
    assert.match(ended.err, /Stopped\. 1 already sent, and still being made\. Press Ctrl\+C again to leave/);
    assert.equal((await list()).filter((name) => name.endsWith('.png')).length, 1);
  });

  for (const [name, signals, code, next] of [
    ['twice, leaves', ['SIGINT', 'SIGINT'], 130, 'run --budget 5 --yes'],
    ['twice, leaves', ['SIGINT', 'SIGINT'], 130, 'wait'],
    ['as the wish of the system, leaves', ['SIGTERM'], 143, 'run --budget 5 --yes'],
  ] as const) {
    test(`${name} at once, and "${next}" continues without sending anything twice`, async (context) => {
      const { generate, run, posts, list } = await arrangeCommand(context, { 'hero.gen.yaml': polled });

      const left = await generate('--json=events', { signals: [/"pending"/, ...signals] });
      const again = await run(next);

      assert.deepEqual([left.code, again.code, posts.length], [code, 0, 1]);
      assert.deepEqual(await list(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png']);
    });
  }
});

describe('Ctrl+C before the first request', () => {
  const rows = [
    ['before it plans', 'run --budget 5 --yes', { signals: ['listening', 'SIGINT'] }, 130],
    ['before it plans, without a person', 'run --budget 5', { signals: ['listening', 'SIGINT'] }, 130],
    ['before it plans for a free gateway', 'run --sandbox', { signals: ['listening', 'SIGINT'] }, 130],
    ['at the question', 'run', { answer: '\u0003' }, 130],
    ['at the question, from the system', 'run', { answer: 'y', signals: [/\[y\/N\] $/, 'SIGTERM'] }, 143],
  ] as const;
  for (const [when, line, how, code] of rows) {
    test(`leaves, and nothing was sent or remembered: ${when}`, async (context) => {
      const { run, posts } = await arrangeCommand(context);

      const ended = await run(`${line} --shard 1/1`, how);
      const { out } = await run('status --all');
      const other = await run('run --sandbox --shard 1/2');

      assert.deepEqual([ended.code, posts, out], [code, [], ''], ended.err);
      assert.match(ended.err, /Nothing was sent\.\n$/);
      assert.notEqual(other.code, 64, other.err);
    });
  }

  test('leaves what an earlier run has begun to the next one', async (context) => {
    const { generate, run, posts } = await arrangeCommand(context, { 'hero.gen.yaml': polled });
    await generate('--no-wait');

    // The log names the task when the command has it, and before anything else is done.
    const left = await run('-v run --budget 5 --yes', { signals: [/^Task .*: pending$/m, 'SIGINT'] });
    const again = await generate();

    assert.deepEqual([left.code, left.out, again.code, again.out, posts.length], [130, '', 0, 'hero.png\n', 1]);
  });
});

describe('A report of a run', () => {
  const jobs = `jobs:\n  a: { model: grok-imagine-image, prompt: A cat }\n  b: { model: grok-imagine-image, prompt: '[fail] A dog' }\n`;

  test('is written after failures', async (context) => {
    const { generate, read } = await arrangeCommand(context, { 'hero.gen.yaml': jobs });

    const { code } = await generate('--report junit=report.xml');

    assert.equal(code, 1);
    assert.match(await read('report.xml'), /tests="2" failures="1"/);
  });

  for (const [signals, cases] of [
    [['SIGINT'], 1],
    [['SIGINT', 'SIGINT'], 0],
  ] as const) {
    test(`is written after Ctrl+C, with ${cases} of 1 saved`, async (context) => {
      const { generate, read } = await arrangeCommand(context, { 'hero.gen.yaml': polled });

      const { code } = await generate('--json=events --report junit=report.xml', {
        signals: [/"pending"/, ...signals],
      });

      assert.equal(code, 130);
      assert.equal((await read('report.xml')).match(/<testcase /g)?.length ?? 0, cases);
    });
  }
});

describe('The question of a run', () => {
  const withInput = `model: gpt-image-2\nprompt: A cat\nimage: cat.png\nmatrix:\n  quality: [low, high]\n`;

  test('shows count, what exists, gateway, estimate, budget, and the files that leave the machine', async (context) => {
    const { run, work, posts } = await arrangeCommand(context, { 'a.gen.yaml': image });
    await run('run', { answer: 'y' });
    await writeFile(join(work, 'cat.png'), makePng());
    await writeFile(join(work, 'b.gen.yaml'), withInput);

    const { err, code } = await run('run --budget 0.5', { answer: 'n' });

    assert.match(err, /^3 requests in 2 job files, 1 made already, 2 to make$/m);
    assert.match(err, /^ {2}Gateway {3}127\.0\.0\.1:\d+ \(http:\/\/127\.0\.0\.1:\d+\)$/m);
    assert.match(err, /^ {2}Estimate {2}unknown/m);
    assert.match(err, /^ {2}Budget {4}\$0\.50$/m);
    assert.match(err, /^ {2}Sends {5}cat\.png \(.+\)/m);
    assert.match(err, /Generate 2 results\? \[y\/N\] /);
    assert.deepEqual([code, posts.length], [130, 1]);
  });

  test('is shown with --quiet too, because it is about money', async (context) => {
    const { run } = await arrangeCommand(context);

    assert.match((await run('run --quiet', { answer: 'n' })).err, /1 to make[^]*Estimate[^]*Generate 1 result\?/);
  });

  test('is asked before what exists is made again, and agreed to without a terminal', async (context) => {
    const { run, generate, posts } = await arrangeCommand(context);
    await generate();

    const { err } = await run('run --unchanged generate', { answer: 'n' });
    const { code } = await run('run --unchanged generate --budget 5');

    assert.match(err, /^1 request in 1 job file, 1 to make$[^]*Generate 1 result\?/m);
    assert.deepEqual([code, posts.length], [64, 1]);
  });

  test('stays whole while tasks of an earlier command are followed', async (context) => {
    const { generate, run, work } = await arrangeCommand(context, { 'a.gen.yaml': polled }, { speed: 5 });
    await generate('--no-wait');
    // As long as these are planned, the first tasks change, and are drawn.
    for (let at = 0; at < 40; at += 1) await writeFile(join(work, `b${at}.gen.yaml`), image);

    const { err } = await run('run', { answer: 'n' });

    const [, asked = ''] = /to make\n([^]*)Generate 40 results/.exec(err) ?? [];
    assert.match(asked, /^ {2}Gateway/);
    // Nothing moves up over what was written.
    assert.doesNotMatch(asked, /\[\d+A/);
  });

  test('is declined by Ctrl+D', async (context) => {
    const { run, posts } = await arrangeCommand(context);

    const { err, code } = await run('run', { answer: null });

    assert.deepEqual([code, posts, err.endsWith('Nothing was sent.\n')], [130, [], true]);
  });

  test('is not asked in the sandbox, which is free', async (context) => {
    const { run } = await arrangeCommand(context, { 'hero.gen.yaml': failing });

    const { err, code } = await run('run --sandbox');

    assert.deepEqual([code, /Generate/.test(err)], [1, false]);
  });
});
