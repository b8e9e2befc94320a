// Job files without VS Code: a plain Node process with the built engine, killed in the middle and started again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { GenerateResult } from '../../../src/engine/index.ts';
import type * as sandboxPart from '../../../src/sandbox/index.ts';

const load = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../../..');
const { startSandbox } = load('../../../dist/sandbox.cjs') as typeof sandboxPart;

const image = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';
const matrix = `${image}matrix:\n  seed: [1, 2, 3]\n`;
const chain = `
jobs:
  idea:
    model: claude-sonnet-4-5
    prompt: Describe a harbor in one sentence.
  still:
    model: seedream-5-0-260128
    prompt: \${{ jobs.idea.text | truncate(300) }}, watercolor
`;

async function arrange(context: TestContext, job: string) {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-headless-'));
  const posts: string[] = [];
  let onCall = (_call: string): void => undefined;
  const gateway = await startSandbox({
    dataDir: join(dir, 'sandbox'),
    speed: 50,
    draft: true,
    onCall({ method, path }) {
      if (method === 'POST') posts.push(path);
      onCall(`${method} ${path}`);
    },
  });
  context.after(async () => {
    await gateway.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  const folder = await mkdtemp(join(dir, 'work-'));
  const file = join(folder, 'hero.gen.yaml');
  await writeFile(file, job);
  const options = {
    file,
    gateway: { url: gateway.url, key: gateway.key },
    storageDir: join(dir, 'journal'),
  };
  return {
    posts,
    /** Runs the file in a separate process. `killAt` ends that process when it makes such a call of the gateway. */
    run: (more: object = {}, killAt?: RegExp): Promise<GenerateResult | null> => {
      const child = startAlone({ ...options, home: join(dir, 'home'), ...more });
      onCall = (call) => void (killAt?.test(call) && child.kill());
      return child.answer;
    },
    files: async () => (await readdir(folder)).toSorted(),
    records: async () => {
      const lines = (await readFile(join(folder, 'hero.gen.runs.jsonl'), 'utf8')).trim().split('\n');
      return lines.map((line) => (JSON.parse(line) as { readonly status: string }).status);
    },
  };
}

interface Alone {
  readonly kill: () => void;
  /** Null when the process was killed. */
  readonly answer: Promise<GenerateResult | null>;
}

/** Variables that make a folder the home of a process. */
function homeIn(folder: string) {
  return {
    HOME: folder,
    USERPROFILE: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    LOCALAPPDATA: join(folder, 'state'),
  };
}

function startAlone(options: object & { readonly home: string }): Alone {
  const script = load.resolve('./generateAlone.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(options)];
  const env = { ...process.env, ...homeIn(options.home) };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const read = async (): Promise<GenerateResult | null> => {
    const said = await text(child.stdout);
    return said === '' ? null : (JSON.parse(said) as GenerateResult);
  };
  return { kill: () => void child.kill('SIGKILL'), answer: read() };
}

function summarize(result: GenerateResult | null): readonly string[] {
  return (result?.tasks ?? []).map(({ job, index, status }) => `${job ?? ''}${index} ${status}`);
}

describe('A job file without VS Code', { concurrency: 4 }, () => {
  it('is generated, and not another time unless it is asked for', async (context) => {
    const { run, files, posts } = await arrange(context, image);

    const [first, second] = [await run(), await run()];
    const third = await run({ unchanged: 'generate' });

    assert.deepEqual([first, second, third].map(summarize), [['1 saved'], ['1 unchanged'], ['1 saved']]);
    assert.deepEqual(
      [first?.tasks[0]?.artifacts, second?.tasks[0]?.artifacts[0]?.split('/').at(-1), posts.length],
      [second?.tasks[0]?.artifacts, 'hero.png', 2],
    );
    assert.deepEqual(await files(), ['hero-2.png', 'hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png']);
  });

  it('makes a chain in order', async (context) => {
    const { run, files } = await arrange(context, chain);

    assert.deepEqual(summarize(await run()), ['idea1 saved', 'still1 saved']);

    assert.deepEqual(await files(), ['hero-idea.md', 'hero-still.png', 'hero.gen.runs.jsonl', 'hero.gen.yaml']);
  });

  const moments = [
    ['while it asks for a task', /^GET \/v1\/images/],
    ['while it fetches a result', /^GET \/(?!v1)/],
  ] as const;
  for (const [moment, call] of moments) {
    it(`killed ${moment}, it continues: each combination is sent once and saved once`, async (context) => {
      const { run, files, posts, records } = await arrange(context, matrix);

      const killed = await run({ concurrency: 1 }, call);
      const result = await run();

      const images = (await files()).filter((name) => name.endsWith('.png'));
      assert.deepEqual([killed, summarize(result)], [null, ['1 saved', '2 saved', '3 saved']]);
      assert.deepEqual([posts.length, images.length, await records()], [3, 3, ['saved', 'saved', 'saved']]);
    });
  }

  it('killed while the gateway accepts a request, it reports that and does not send the request again', async (context) => {
    const { run, posts } = await arrange(context, matrix);

    await run({ concurrency: 1 }, /^POST/);
    const result = await run();

    assert.deepEqual([summarize(result), posts.length], [['1 unconfirmed', '2 saved', '3 saved'], 3]);
  });

  it('with errors is not sent, and reports how many errors there are', async (context) => {
    const { run, posts } = await arrange(context, `${image}size: 17\n`);

    assert.deepEqual([await run(), posts], [{ tasks: [], problems: 1 }, []]);
  });

  it('of the page, as written there, uses nothing that the repository brings', async (context) => {
    const dir = await mkdtemp(join(tmpdir(), 'genwright-page-'));
    context.after(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
    const repository = join(dir, 'repository');
    const brought = ['journal/journal-nobody-0123456789ab.jsonl', 'sandbox/key', 'journal/spool/a'];
    for (const name of brought) {
      const file = join(repository, '.genwright', name);
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, 'brought');
    }
    const [, program = ''] = /```js\n([^]*?)```/.exec(await readFile(join(root, 'docs/headless.md'), 'utf8')) ?? [];
    await writeFile(join(repository, 'generate.cjs'), program);
    await writeFile(join(repository, 'hero.gen.yaml'), image);
    await symlink(join(root, 'dist'), join(repository, 'dist'), 'junction');
    const env = { ...process.env, ...homeIn(join(dir, 'home')) };

    const child = spawn(process.execPath, ['generate.cjs'], {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await text(child.stdout);

    assert.match(said, /status: 'saved'/);
    assert.deepEqual((await readdir(repository)).toSorted(), [
      '.genwright',
      'dist',
      'generate.cjs',
      'hero.gen.runs.jsonl',
      'hero.gen.yaml',
      'hero.png',
    ]);
    for (const name of brought) {
      assert.equal(await readFile(join(repository, '.genwright', name), 'utf8'), 'brought');
    }
    const home = await readdir(join(dir, 'home'), { recursive: true });
    assert.equal(
      home.some((name) => name.endsWith(join('genwright', 'journal', 'owner'))),
      true,
    );
  });
});
