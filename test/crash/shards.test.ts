import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { makeTempFolder } from '../fakes/disk/tempFolder.ts';
import { startCommand } from './startCommand.ts';

const heroText = `matrix: {mood: [calm, wild, dark, pale]}
model: seedream-5-0-260128
prompt: A lighthouse, \${{ matrix.mood }}
`;

const chainText = `jobs:
  still: {model: seedream-5-0-260128, prompt: A cat}
  film:
    matrix: {look: [old, new]}
    model: seedream-5-0-260128
    prompt: Make it \${{ matrix.look }}
    image: \${{ jobs.still.url }}
`;

/** Starts a gateway that counts, and checkouts of one repository, each with a home of its own. */
async function arrange(t: TestContext) {
  const root = await makeTempFolder(t);
  /** How often each prompt was sent. */
  const sent = new Map<string, number>();
  let victim: ChildProcess | null = null;
  const gateway = await startSandbox({
    dataDir: join(root, 'gateway'),
    speed: 1_000,
    draft: true,
    onCall({ method, path, body }) {
      const prompt = method === 'POST' ? (body as { readonly prompt?: string } | null)?.prompt : undefined;
      if (prompt !== undefined) sent.set(prompt, (sent.get(prompt) ?? 0) + 1);
      // The first look at a task comes when the gateway has accepted one request, and the next one is not sent yet.
      if (method === 'GET' && /^\/v1\/(?:images|tasks)\//.test(path)) victim?.kill('SIGKILL');
    },
  });
  t.after(() => gateway.close());
  const base = join(root, 'base');
  await mkdir(join(base, '.git'), { recursive: true });
  await mkdir(join(root, 'config/genwright'), { recursive: true });
  await writeFile(join(root, 'config/genwright/config.yaml'), 'prices: {"seedream*": 0.05}\n');
  await writeFile(join(base, 'hero.gen.yaml'), heroText);
  await writeFile(join(base, 'chain.gen.yaml'), chainText);
  const start = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startCommand(['--state', 'state', ...args], {
      cwd: join(root, name),
      env: {
        GITHUB_RUN_ATTEMPT: '1',
        XDG_CONFIG_HOME: join(root, 'config'),
        KEY: gateway.key,
        XDG_STATE_HOME: join(root, 'home', name),
        ...env,
      },
    });
  const gatewayFlags = ['--base-url', gateway.url, '--key-env', 'KEY', '--yes', '--budget', '9'];
  return {
    root,
    sent,
    checkOut: (name: string) => cp(base, join(root, name), { recursive: true }),
    lose: (name: string) =>
      Promise.all([join(root, name), join(root, 'home', name)].map((path) => rm(path, { recursive: true }))),
    command: (name: string, ...args: readonly string[]) => start(name, args).ended,
    run: (name: string, args: readonly string[], env = {}) => start(name, ['run', ...gatewayFlags, ...args], env).ended,
    /** Runs a shard until its first request is accepted. */
    kill: async (name: string, args: readonly string[]): Promise<void> => {
      // Without a known price, each request goes alone.
      const { child, ended } = start(name, ['run', ...gatewayFlags, ...args], { XDG_CONFIG_HOME: join(root, 'none') });
      victim = child;
      await ended;
      victim = null;
    },
  };
}

test('a night of shards, of which one is killed and one is lost, sends only what was lost twice, and names it', async (t) => {
  const { root, sent, checkOut, lose, command, run, kill } = await arrange(t);
  const names = ['one', 'two', 'three', 'four'];
  for (const name of [...names, 'all']) await checkOut(name);
  const shard = (name: string): readonly string[] => ['--shard', `${names.indexOf(name) + 1}/4`];

  // One is killed with its state saved, and one with all that it knew.
  await kill('two', shard('two'));
  const known = new Set(sent.keys());
  await kill('three', shard('three'));
  const lost = [...sent.keys()].filter((prompt) => !known.has(prompt));
  assert.deepEqual([known.size, lost.length], [1, 1]);
  await lose('three');
  await checkOut('three');

  const again = { GITHUB_RUN_ATTEMPT: '2' };
  const ended = await Promise.all(names.map((name) => run(name, shard(name), again)));
  assert.deepEqual(
    ended.map(({ exitCode }) => exitCode),
    [0, 0, 0, 0],
    ended.map(({ errors }) => errors).join('\n'),
  );
  const [, two, three] = ended;
  assert.deepEqual(two?.document.doubtful, []);
  const isNamed = (prompt: string): boolean => {
    const value = prompt.split(/[ ,]+/).at(-1) ?? '';
    return three?.document.doubtful?.some((name) => name.endsWith(value) || name.endsWith('still')) === true;
  };
  assert.ok(lost.every(isNamed), JSON.stringify([lost, three?.document.doubtful]));
  assert.match(three?.errors ?? '', /its state is lost/);

  const checkouts = names.map((name) => join('..', name));
  assert.equal((await command('all', 'merge', ...checkouts, '--into', '.')).exitCode, 64);
  const merged = await command('all', '--trust-state', 'merge', ...checkouts, '--into', '.');
  assert.equal(merged.exitCode, 0, merged.errors);
  const all = await run('all', []);
  assert.deepEqual([all.exitCode, all.document.statuses], [0, { unchanged: 7 }], all.errors);
  assert.deepEqual(
    Object.fromEntries(sent),
    Object.fromEntries([...sent.keys()].map((each) => [each, lost.includes(each) ? 2 : 1])),
  );
  assert.equal(sent.size, 7);

  const reports = ['--html', 'report.html', '--junit', 'report.xml', '--markdown', 'report.md'];
  assert.equal((await command('all', 'report', ...reports)).exitCode, 0);
  const [html, junit, markdown] = await Promise.all(
    ['html', 'xml', 'md'].map((type) => readFile(join(root, `all/report.${type}`), 'utf8')),
  );
  assert.equal(html?.match(/<article/g)?.length, 7);
  assert.equal(junit?.match(/<testcase [^>]*\/>/g)?.length, 7);
  assert.match(markdown ?? '', /\| hero\.gen\.yaml \| 4 \| 0 \| \$/);
});
