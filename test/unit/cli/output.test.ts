import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Readable, Writable } from 'node:stream';
import { createContext } from '../../../src/cli/context.ts';
import { createProgress } from '../../../src/cli/progress.ts';
import type { Interrupt } from '../../../src/cli/terminal.ts';
import { waitUntil } from '../../support/waitUntil.ts';
import { arrangeCommand, failing, image, model, three } from './arrangeCommand.ts';

const escape = '\u001b';

function arrangeTerminal() {
  const said: string[] = [];
  const stream = () => new Writable({ write: (chunk: Buffer, _, done) => (said.push(String(chunk)), done()) });
  const ports = { stdin: Readable.from([]), stdout: stream(), stderr: Object.assign(stream(), { isTTY: true }) };
  return { said, terminal: { cwd: '/', env: { NO_COLOR: '1' }, onInterrupt: () => () => undefined, ...ports } };
}

function parseLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('stdout', () => {
  const rows = [
    ['a run', 'run --budget 5 --yes --json', 0],
    ['a plan', 'plan --json', 0],
    ['a check', 'check --json', 0],
    ['a check in that format', 'check --format json', 0],
    ['a status', 'status --json', 0],
    ['an unknown file', 'check no.gen.yaml --format json', 64],
    ['a run that would have to ask', 'run --budget 5 --json', 64],
    ['an unknown option', 'run --budgett 5 --json', 64],
    ['an unknown command', '--json runn', 64],
    ['no command', '--json', 64],
    ['a folder that is not there', '-C no check --json', 64],
  ] as const;
  for (const [what, line, code] of rows) {
    test(`has one JSON document and nothing else with --json: ${what}`, async (context) => {
      const { run } = await arrangeCommand(context);

      const { out, code: ended } = await run(line);

      const document = JSON.parse(out) as Readonly<Record<string, unknown>>;
      assert.deepEqual(
        [ended, document['exitCode'], typeof document['error']],
        [code, code, code === 0 ? 'undefined' : 'string'],
      );
    });
  }

  for (const line of ['plan --json', 'run --budget 5 --yes --json=events', 'show --json']) {
    test(`has integers with all their digits: ${line}`, async (context) => {
      const { run } = await arrangeCommand(context, {
        'hero.gen.yaml': `${image}matrix:\n  style: [9007199254740993]\nx: \${{ matrix.style }}\n`,
      });

      const { out, code, err } = await run(line);

      assert.deepEqual([code, /: ?9007199254740993\b/.test(out), /listener failed/.test(err)], [0, true, false], out);
    });
  }

  test('has a line for each change with --json=events, and the document last', async (context) => {
    const { run } = await arrangeCommand(context);

    const { out } = await run('run --budget 5 --yes --json=events');

    const lines = parseLines(out);
    const states = lines.filter(({ event }) => event === 'task').map(({ state }) => state);
    assert.deepEqual([states[0], states.at(-1), lines.length], ['planned', 'saved', states.length + 1]);
    assert.deepEqual([lines.at(-1)?.['exitCode'], lines.at(-1)?.['statuses']], [0, { saved: 1 }]);
  });

  test('has the paths of the results, and nothing else', async (context) => {
    const { generate } = await arrangeCommand(context, { 'hero.gen.yaml': three });

    assert.deepEqual((await generate()).out.trimEnd().split('\n').toSorted(), [
      'hero-blue.png',
      'hero-green.png',
      'hero-red.png',
    ]);
  });
});

describe('A command that is written wrongly', () => {
  const rows = [
    ['runn', 'Unknown command "runn"\n(Did you mean run?)'],
    ['check --fx', 'Unknown option "--fx"\n(Did you mean --fix?)'],
    ['new', 'Missing required argument "name"'],
    ['-C no check', 'There is no folder "no".'],
    ['run --base-url nonsense --key-env A', '"nonsense" is not a base URL. Use https, or http on this machine.'],
  ] as const;
  for (const [line, said] of rows) {
    test(`says so: ${line}`, async (context) => {
      const { run } = await arrangeCommand(context);

      assert.deepEqual(await run(line), { code: 64, out: '', err: `Error: ${said}\n` });
    });
  }
});

describe('A file that a command writes', () => {
  const rows = [
    ['a job file', 'new sub/day/hero', 'sub/day/hero.gen.yaml'],
    ['a report', 'report --markdown sub/report.md', 'sub/report.md'],
  ] as const;
  for (const [what, line, name] of rows) {
    test(`may be in a folder that is not there yet: ${what}`, async (context) => {
      const { run, read } = await arrangeCommand(context);

      const { code, err } = await run(line);

      assert.deepEqual([code, (await read(name)) !== ''], [0, true], err);
    });
  }
});

describe('stderr', () => {
  test('has a line when a request is sent and one when it has ended, and no escape codes, without a terminal', async (context) => {
    const { generate } = await arrangeCommand(context);

    const { err } = await generate();

    const lines = err.trimEnd().split('\n');
    assert.deepEqual(lines.slice(-3), ['sending hero', '✓ saved hero', '1 made · $0.035']);
    assert.ok(!err.includes(escape));
  });

  test('has only errors with --quiet', async (context) => {
    const { generate } = await arrangeCommand(context, { 'a.gen.yaml': image, 'b.gen.yaml': failing });

    const { out, err } = await generate('--quiet');

    assert.equal(out, 'a.png\n');
    assert.match(err, /^b\.gen\.yaml:1 failed b [^\n]*\n$/);
  });

  test('has why something was not sent once, at the end', async (context) => {
    const { run, configure } = await arrangeCommand(context, { 'hero.gen.yaml': three });
    await configure(`prices: { ${model}: 1 }\n`);

    const { err } = await run('run --yes --budget 1.5');

    assert.deepEqual(err.match(/^stopped .*/gm)?.toSorted(), ['stopped hero · blue', 'stopped hero · green']);
    assert.equal(err.split('would exceed').length, 2);
  });

  test('has nothing between a question and its answer, but what waits follows', async (context) => {
    const { terminal, said } = arrangeTerminal();
    const own = createContext({}, terminal, '1.2.3');
    const progress = createProgress(own);
    context.after(() => progress.end());

    await progress.ask(async () => {
      progress.note('saved');
      assert.equal(said.join(''), '');
      await Promise.resolve();
    });

    assert.equal(said.join(''), 'saved\n');
  });

  test('has a region on a terminal, whose lines are cut by the terminal, and which is gone at the end', async (context) => {
    const { generate } = await arrangeCommand(context);

    const { err } = await generate('', { isTty: true });

    const [begin, end] = [`${escape}[?25l${escape}[?7l`, `${escape}[?7h${escape}[?25h`];
    const drawings = err.split(begin).slice(1);
    assert.ok(drawings.length > 0 && drawings.every((each) => each.includes(end)), err);
    assert.ok(err.lastIndexOf(`${escape}[J`) > err.lastIndexOf(end), 'the region is still there');
    assert.match(err, /saved/);
  });

  test('says at the end of a run that was not there before what an internal error needs', async (context) => {
    const { run, work } = await arrangeCommand(context);

    const { code, err } = await run(['--state', `${work}/hero.gen.yaml/no`, 'status']);

    assert.deepEqual([code, /Internal error in Genwright: .*--verbose/.test(err)], [70, true]);
  });
});

describe('Control characters in a name or a text', () => {
  const name = `${escape}]0;title\u0007.gen.yaml`;

  test('never reach a terminal', async (context) => {
    const { run, generate } = await arrangeCommand(context, {
      [name]: `${image}n: many ${escape}[8m\n`,
      [`a${name}`]: failing,
    });

    for (const { out, err } of [
      await run('check', { isTty: true }),
      await generate('--unchanged generate', { isTty: true }),
      await run('plan', { isTty: true }),
    ]) {
      const own = new RegExp(`${escape}\\[(?:\\?25[lh]|\\?7[lh]|\\d*A|[KJ]|[12]m|22m|[39]\\dm)`, 'g');
      const said = `${out}${err}`.replaceAll(own, '');
      assert.deepEqual([said.includes(escape), said.includes('\u0007')], [false, false], JSON.stringify(said));
    }
  });

  test('are in a path for another program', async (context) => {
    const { run } = await arrangeCommand(context, { [name]: image });

    assert.equal((await run('plan')).out.split('  ')[0], name);
  });
});

describe('Colors', () => {
  const rows = [
    ['without a terminal', 'check', {}, false],
    ['on a terminal', 'check', { isTty: true }, true],
    ['on a terminal, with NO_COLOR', 'check', { isTty: true, env: { NO_COLOR: '1' } }, false],
    ['on a terminal, with --color never', '--color never check', { isTty: true }, false],
    ['without a terminal, with --color always', '--color always check', {}, true],
  ] as const;
  for (const [where, line, run, isColored] of rows) {
    test(`${where}: ${isColored ? 'yes' : 'no'}`, async (context) => {
      const { run: runHere } = await arrangeCommand(context, { 'hero.gen.yaml': `${image}n: many\n` });

      assert.equal((await runHere(line, run)).out.includes(escape), isColored);
    });
  }
});

test('"sandbox" tells its URL and key at once, also as JSON, and ends when it is interrupted', async (context) => {
  const { run } = await arrangeCommand(context);
  let end: (signal: Interrupt) => void = () => undefined;
  const { code, out } = await run('sandbox --json', { meanwhile: (interrupt) => (end = interrupt) });
  const { url, key } = JSON.parse(out) as { readonly url: string; readonly key: string };
  const ask = () => fetch(`${url}/api/usage/token/user-balance`, { headers: { authorization: `Bearer ${key}` } });

  const isOpen = (await ask()).ok;
  end('SIGINT');

  assert.deepEqual([code, isOpen], [0, true]);
  await waitUntil('the end of the sandbox', () =>
    ask().then(
      () => undefined,
      () => true,
    ),
  );
});
