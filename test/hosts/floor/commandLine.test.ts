// The package of npm: what is in it, and what it does in an empty folder, on the lowest Node and on the one of development.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type * as sandboxPart from '../../../src/sandbox/index.ts';
import { npmFiles } from '../../../scripts/npmPackage.ts';

const root = join(import.meta.dirname, '../../..');
const { startSandbox } = createRequire(import.meta.url)('../../../dist/sandbox.cjs') as typeof sandboxPart;
const run = promisify(execFile);

const nodes = { [process.version]: process.execPath, development: join(root, 'node_modules/.bin/node') };
const poem = 'model: gpt-4.1\nprompt: A lighthouse\n';
const image = 'model: seedream-5-0-260128\nprompt: A lighthouse\n';

describe('The package of npm', { concurrency: 3 }, () => {
  let folder = '';
  let cli = '';

  before(async () => {
    const [tarball = assert.fail('There is no package. Run `npm run package` first.')] = globSync(
      join(root, 'out/genwright-*.tgz'),
    );
    folder = await mkdtemp(join(tmpdir(), 'genwright-npm-'));
    await writeFile(join(folder, 'package.json'), '{"private": true}');
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
    await run('npm', args, { cwd: folder, env: environment(), shell: process.platform === 'win32' });
    cli = join(folder, 'node_modules/genwright/dist/cli.cjs');
  });

  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Nothing of this machine but the tools. */
  const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    HOME: folder,
    USERPROFILE: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    LOCALAPPDATA: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    NODE_OPTIONS: '',
    ...more,
  });

  const makeWork = async (name: string, text = poem): Promise<string> => {
    const work = join(folder, name);
    await mkdir(work);
    await writeFile(join(work, 'hero.gen.yaml'), text);
    return work;
  };

  it('has its files, and nothing else', async () => {
    const names = await readdir(join(folder, 'node_modules/genwright'), { recursive: true, withFileTypes: true });
    const files = names.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const found = files.map((file) => file.slice(join(folder, 'node_modules/genwright/').length).replaceAll('\\', '/'));
    assert.deepEqual(found.toSorted(), [...npmFiles.keys(), 'package.json'].toSorted());
    assert.deepEqual((await readdir(join(folder, 'node_modules'))).toSorted(), [
      '.bin',
      '.package-lock.json',
      'genwright',
    ]);
  });

  it('has a manual page that npm links', async () => {
    const { man } = JSON.parse(await readFile(join(folder, 'node_modules/genwright/package.json'), 'utf8')) as {
      readonly man: unknown;
    };

    // npm links manual pages only if `man` is a list.
    assert.deepEqual(man, ['man/genwright.1']);
  });

  it('is a program of the shell', { skip: process.platform === 'win32' && 'Windows has another file' }, async () => {
    // Its first line names the Node of the PATH, which may be an older one here.
    const env = environment({ PATH: `${dirname(process.execPath)}:${process.env['PATH']}` });
    const { stdout } = await run(join(folder, 'node_modules/.bin/genwright'), ['--version'], { env });
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  for (const [name, node] of Object.entries(nodes)) {
    it(`on Node ${name} checks a file, and makes it on the sandbox`, async () => {
      const cwd = await makeWork(`free ${name}`);

      const checked = await run(node, [cli, 'check'], { cwd, env: environment() });
      const made = await run(node, [cli, 'run', '--sandbox', '--json'], { cwd, env: environment() });

      assert.equal(checked.stderr, 'No problems in 1 job file.\n');
      assert.deepEqual((JSON.parse(made.stdout) as { readonly statuses: object }).statuses, { saved: 1 });
      assert.deepEqual((await readdir(cwd)).toSorted(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.md']);
    });

    it(`on Node ${name}, killed while a task is made, continues and sends nothing twice`, async (context) => {
      const cwd = await makeWork(`killed ${name}`, image);
      let onCall = (_method: string): void => undefined;
      const posts: string[] = [];
      const gateway = await startSandbox({
        dataDir: join(folder, `sandbox ${name}`),
        speed: 50,
        draft: true,
        onCall: ({ method, path }) => {
          if (method === 'POST') posts.push(path);
          onCall(method);
        },
      });
      context.after(() => gateway.close());
      const env = environment({ GENWRIGHT_BASE_URL: gateway.url, GENWRIGHT_API_KEY: gateway.key });
      const args = [cli, 'run', '--budget', '1', '--yes'];

      const child = spawn(node, args, { cwd, env, stdio: 'ignore' });
      const killed = new Promise((resolve) => child.on('exit', (...ended) => resolve(ended[1])));
      onCall = (method) => void (method === 'GET' && posts.length > 0 && child.kill('SIGKILL'));
      const signal = await killed;
      onCall = () => undefined;
      const { stderr } = await run(node, args, { cwd, env });

      assert.match(stderr, /1 made|1 existed|✓ saved/);
      assert.deepEqual([signal, posts.length], ['SIGKILL', 1]);
      assert.ok((await readdir(cwd)).includes('hero.png'));
    });
  }

  it('says nothing when the reader of its output has left', { skip: process.platform === 'win32' }, async () => {
    const { stdout, stderr } = await run('sh', ['-c', `"${process.execPath}" "${cli}" models | head -1`], {
      env: environment(),
    });
    assert.deepEqual([stdout.split('\n').length, stderr], [2, '']);
  });

  it('ends with 70 and says how to see more after an internal error', async () => {
    const cwd = await makeWork('internal');
    const args = [cli, '--state', join(cwd, 'hero.gen.yaml/no'), 'status'];
    const error = await run(process.execPath, args, { cwd, env: environment() }).catch((caught: unknown) => caught);
    const { code, stderr } = error as { readonly code: number; readonly stderr: string };
    assert.deepEqual([code, /--verbose/.test(stderr)], [70, true]);
  });

  it('has types for each of its parts', async () => {
    const source = `
      import { runJobFile } from 'genwright/engine';
      import { createLanguageService } from 'genwright/language';
      import { startSandbox } from 'genwright/sandbox';
      type IsAny<T> = 0 extends 1 & T ? true : false;
      export const run = async (): Promise<number> => {
        const gateway = await startSandbox({ speed: 2 });
        const { tasks } = await runJobFile({ file: 'hero.gen.yaml', gateway });
        const text: IsAny<typeof tasks> extends false ? string : never = 'model: x';
        const { severity } = createLanguageService().open('file:///a.gen.yaml', text).problems()[0] ?? {};
        return severity === 'error' ? 1 : 0;
      };`;
    await writeFile(join(folder, 'use.mts'), source);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '', 'use.mts'];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, options, { cwd: folder, shell: process.platform === 'win32' }).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    assert.equal(stdout, '');
  });

  it('has a manifest without what is only for VS Code', async () => {
    const text = await readFile(join(folder, 'node_modules/genwright/package.json'), 'utf8');
    assert.deepEqual(Object.keys(JSON.parse(text) as object).toSorted(), [
      'bin',
      'bugs',
      'description',
      'engines',
      'exports',
      'files',
      'homepage',
      'keywords',
      'license',
      'man',
      'name',
      'repository',
      'version',
    ]);
  });
});
