// Each exit code by a real situation. Scripts rely on them.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { worstOf } from '../../../src/cli/exitCode.ts';
import { exitCodeOf } from '../../../src/cli/taskTexts.ts';
import { stateFolder } from '../../../src/node/stateFolder.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';
import { arrangeCommand, type Ended, failing, image, three } from './arrangeCommand.ts';

type Row = readonly [
  situation: string,
  code: number,
  /** What stderr says. */
  said: RegExp,
  run: (context: TestContext) => Promise<Ended>,
];

const withFault = async (context: TestContext, fault: SandboxFault, text = image): Promise<Ended> => {
  const { generate } = await arrangeCommand(
    context,
    { 'hero.gen.yaml': text },
    {
      fault: ({ method }) => (method === 'POST' ? fault : undefined),
    },
  );
  return generate();
};

const refusal = (status: number, error: string): SandboxFault => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ error: { code: error, message: 'No.' } }),
});

const rows: readonly Row[] = [
  ['all saved', 0, /1 made/, async (context) => (await arrangeCommand(context)).generate()],
  [
    'nothing to do',
    0,
    /^Nothing to do: 1 result made already\.$/m,
    async (context) => {
      const { generate } = await arrangeCommand(context);
      await generate();
      return generate();
    },
  ],
  [
    'a request that fails',
    1,
    /hero\.gen\.yaml:1 failed hero/,
    async (context) => (await arrangeCommand(context, { 'hero.gen.yaml': failing })).generate(),
  ],
  [
    'a request that fails, which does not count',
    0,
    /hero\.gen\.yaml:1 failed hero/,
    async (context) => (await arrangeCommand(context, { 'hero.gen.yaml': failing })).generate('--allow-failed'),
  ],
  [
    'problems in a file',
    2,
    /hero\.gen\.yaml:3:\d+ error .*[^]*Nothing was sent/,
    async (context) => (await arrangeCommand(context, { 'hero.gen.yaml': `${image}n: many\n` })).generate(),
  ],
  [
    'a response that is lost',
    3,
    /unconfirmed .*may have been charged.*genwright resolve/,
    (context) => withFault(context, { kind: 'drop-before-answer' }),
  ],
  [
    'a budget',
    4,
    /stopped [^,]+, [^,]+: Not sent because it would exceed the budget of this run\..*--budget/,
    async (context) => {
      const { run, configure } = await arrangeCommand(context, { 'hero.gen.yaml': three });
      await configure('prices:\n  grok-imagine-image: 1\n');
      return run('run --budget 1.5 --yes');
    },
  ],
  ['an empty balance', 4, /Add credit/, (context) => withFault(context, refusal(402, 'insufficient_user_quota'))],
  ['a key that is refused', 5, /refused the key/, (context) => withFault(context, refusal(401, 'invalid_api_key'))],
  [
    'no key',
    5,
    /No key/,
    async (context) => (await arrangeCommand(context)).generate('', { env: { GENWRIGHT_API_KEY: undefined } }),
  ],
  [
    'a command for the key that fails',
    5,
    /command for the key failed/,
    async (context) => {
      const { run, sandbox } = await arrangeCommand(context);
      return run(['run', '--budget=5', '--yes', `--base-url=${sandbox.url}`, '--key-command=exit 3']);
    },
  ],
  [
    'a balance whose command for the key fails',
    5,
    /command for the key failed.*\n.*No key/,
    async (context) => {
      const { run, sandbox } = await arrangeCommand(context);
      return run(['balance', `--base-url=${sandbox.url}`, '--key-command=exit 3']);
    },
  ],
  [
    'no gateway',
    64,
    /No gateway is set/,
    async (context) => (await arrangeCommand(context)).run('run', { env: { GENWRIGHT_BASE_URL: undefined } }),
  ],
  [
    'a gateway that charges, without a budget',
    64,
    /Add --budget USD/,
    async (context) => (await arrangeCommand(context)).run('run --yes'),
  ],
  [
    'what would be asked, without an answer',
    64,
    /nothing was sent\. Add --yes/,
    async (context) => (await arrangeCommand(context)).run('run --budget 5'),
  ],
  [
    'what would be asked about results that exist, without an answer',
    64,
    /^1 request in 1 job file, 1 to make[^]*nothing was sent\. Add --yes/,
    async (context) => {
      const { generate, run } = await arrangeCommand(context);
      await generate();
      return run('run --budget 5 --unchanged generate');
    },
  ],
  [
    'a file that does not exist',
    64,
    /"no" does not exist/,
    async (context) => (await arrangeCommand(context)).run('run no'),
  ],
  [
    'a report into a folder that cannot be, before anything is sent',
    64,
    /^Error: There can be no folder for "hero\.gen\.yaml\/report\.xml"\.\n$/,
    async (context) => (await arrangeCommand(context)).generate('--report junit=hero.gen.yaml/report.xml'),
  ],
  [
    'a report that cannot be written after all is saved',
    1,
    /^A report cannot be written: EISDIR/m,
    async (context) => {
      const { generate, work } = await arrangeCommand(context);
      await mkdir(join(work, 'report.xml'));
      return generate('--report junit=report.xml');
    },
  ],
  [
    'a job file into a folder that cannot be',
    64,
    /no folder for "hero\.gen\.yaml\/more\.gen\.yaml"/,
    async (context) => (await arrangeCommand(context)).run('new hero.gen.yaml/more'),
  ],
  [
    'two gateways',
    64,
    /only one of --sandbox, --base-url/,
    async (context) => (await arrangeCommand(context)).run('run --sandbox --base-url https://a.invalid --key-env A'),
  ],
  [
    'two places of a key',
    64,
    /either --key-env NAME or --key-command/,
    async (context) =>
      (await arrangeCommand(context)).run('run --base-url https://a.invalid --key-env A --key-command B'),
  ],
  [
    'a merge of a checkout with itself',
    64,
    /cannot join itself/,
    async (context) => (await arrangeCommand(context)).run('--state own merge . --trust-state'),
  ],
  ['an unknown command', 64, /Did you mean run\?/, async (context) => (await arrangeCommand(context)).run('runn')],
  [
    'an unknown option',
    64,
    /Did you mean --budget\?/,
    async (context) => (await arrangeCommand(context)).run('run --buget 1'),
  ],
  [
    'an amount that is not one',
    64,
    /US dollars/,
    async (context) => (await arrangeCommand(context)).run('run --budget five'),
  ],
  [
    'a gateway that does not start, which makes nothing unclear',
    75,
    /sandbox cannot be reached[^]*0 made/,
    async (context) => {
      const { run } = await arrangeCommand(context);
      await mkdir(stateFolder(), { recursive: true });
      await writeFile(join(stateFolder(), 'sandbox'), '');
      return run('run --sandbox');
    },
  ],
  [
    'a gateway that is not there',
    75,
    /cannot be reached/,
    async (context) => {
      const { run, sandbox } = await arrangeCommand(context);
      await sandbox.close();
      return run('balance');
    },
  ],
];

for (const [situation, code, said, run] of rows) {
  test(`${situation}: exit code ${code}`, async (context) => {
    const ended = await run(context);

    assert.match(ended.err, said);
    assert.equal(ended.code, code);
  });
}

test('what is unclear counts more than a gateway that is out of reach, and so does a failure', () => {
  const error = { code: 'gateway-unreachable', message: '' };
  const unreachable = exitCodeOf({ status: 'failed', error });
  const unclear = exitCodeOf({ status: 'unconfirmed', error: { ...error, code: 'no-answer' } });
  const failed = exitCodeOf({ status: 'failed', error: { ...error, code: 'task-failed' } });

  assert.deepEqual(
    [
      [unreachable, 0],
      [unreachable, unclear],
      [unreachable, failed],
    ].map((codes) => worstOf(codes as never)),
    [75, 3, 1],
  );
});

test('an old Node is told which one is needed, with exit code 64', () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })";
  const main = join(import.meta.dirname, '../../../src/cli/main.ts');

  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${old}`, main, 'check'], {
    encoding: 'utf8',
  });

  assert.deepEqual([status, stderr], [64, 'Error: Genwright needs Node 22.19 or later, and this is Node 20.1.0.\n']);
});
