import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { arrangeCommand } from './arrangeCommand.ts';

describe('Completion', () => {
  const rows = [
    ['the beginning of a command', '=ru', 'run'],
    [
      'nothing',
      '=',
      'balance check completion doctor help merge models new plan report resolve run sandbox schema show status wait',
    ],
    ['the beginning of an option', '=--key run hero.gen.yaml', '--key-command --key-env'],
    ['an option of all commands', '=--col check', '--color'],
    ['a value of an option', '= run --unchanged', 'generate skip'],
    ['a value that may be anything', '=a run --job', ''],
    ['an argument', '= completion', 'bash fish powershell zsh'],
    ['a file', '=he check', ''],
  ] as const;
  for (const [what, words, expected] of rows) {
    test(`of ${what}: ${expected || 'files'}`, async (context) => {
      const { run } = await arrangeCommand(context, {});

      const { out } = await run(`complete -- ${words}`);

      const names = out.split('\n').flatMap((line) => line.split('\t')[0] || []);
      assert.deepEqual(names.toSorted().join(' '), expected);
    });
  }

  test('has a script for each shell', async (context) => {
    const { run } = await arrangeCommand(context, {});

    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      assert.match((await run(`completion ${shell}`)).out, /genwright complete -- "?=/);

    assert.deepEqual((await run('completion tcsh')).code, 64);
  });

  const isMissing = spawnSync('bash', ['-c', 'exit']).status !== 0;
  test('in bash, offers what the command says', { skip: isMissing && 'there is no bash' }, async (context) => {
    const { run } = await arrangeCommand(context, {});
    const script = (await run('completion bash')).out;

    const { stdout } = spawnSync('bash', [], {
      encoding: 'utf8',
      input: `genwright() { printf '%s\\tmeaning\\n' "$@"; }\n${script}\nCOMP_WORDS=(genwright run --un)\nCOMP_CWORD=2\n_genwright\necho "\${COMPREPLY[*]}"\n`,
    });

    assert.equal(stdout, 'complete -- =--un run\n');
  });

  const hasZsh = spawnSync('zsh', ['-c', 'exit']).status === 0;
  test('in zsh, offers commands as well as options', { skip: !hasZsh && 'there is no zsh' }, async (context) => {
    const { run } = await arrangeCommand(context, {});
    const script = (await run('completion zsh')).out;

    const { stdout } = spawnSync('zsh', ['-f'], {
      encoding: 'utf8',
      input: `genwright() { printf 'run\tmake: all\n--fix\n'; }\ncompdef() { :; }\n_describe() { print -rl -- "$*" "\${(@P)@[-1]}"; }\n${script}\nwords=(genwright '')\nCURRENT=2\n_genwright\n`,
    });

    // With the option -o, zsh offers nothing until a hyphen is written.
    assert.equal(stdout, 'genwright found\nrun:make\\: all\n--fix\n');
  });
});

describe('Doctor', () => {
  test('says what this machine has', async (context) => {
    const { run } = await arrangeCommand(context);

    const { code, out } = await run('doctor');

    assert.deepEqual([code, out.match(/^ok/gm)?.length], [0, 6], out);
    assert.match(out, /^ok +gateway +127\.0\.0\.1:\d+, \$\d+.* left$/m);
  });

  test('says what is missing, each with its exit code', async (context) => {
    const { run, configure, state, work } = await arrangeCommand(context);

    const noKey = await run('doctor', { env: { GENWRIGHT_API_KEY: 'sk-other' } });
    const noState = await run(['--state', work, 'doctor']);
    await configure('a: 1\n');
    const noConfig = await run('doctor');

    assert.deepEqual([noKey.code, noState.code, noConfig.code], [5, 64, 64], state);
    assert.match(noKey.out, /^problem gateway .*refused the key/m);
    assert.match(noState.out, /^problem state/m);
    assert.match(noConfig.out, /^problem config .*"a" in/m);
  });
});
