import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { build, type Plugin } from 'esbuild';
import type * as Entry from '../../src/entry.ts';
import { commands } from '../../src/host/ids.ts';
import { rootDir } from '../hosts/paths.ts';

interface Disposable {
  dispose(): unknown;
}
type Handler = (...args: readonly unknown[]) => Promise<unknown>;

/** What the extension has called of the API, such as `window.createTreeView`, and what the log and the user have read. */
const calls: string[] = [];
const registered = new Map<string, Handler>();

/** Replaces anything of `vscode`. Each of its members can be called, constructed and read. */
function createAnything(path: string): object {
  return new Proxy(Error, {
    get(target, key) {
      if (key === 'prototype') return target.prototype;
      if (key === 'textDocuments') return [];
      if (key === 'then') return undefined;
      return key === Symbol.toPrimitive ? () => '' : createAnything(`${path}.${String(key)}`);
    },
    apply(_target, _this, args: readonly unknown[]) {
      const [first, second] = args;
      const isRead = /Message$|^log\.error$/.test(path);
      calls.push(isRead ? `${path}: ${String(first).replace(/\n.*/s, '')}` : path);
      if (path === 'l10n.t') return first;
      if (path === 'Disposable.from')
        return { dispose: () => (args as readonly Disposable[]).forEach((each) => each.dispose()) };
      if (path === 'commands.registerCommand') registered.set(String(first), second as Handler);
      return createAnything(path === 'window.createOutputChannel' ? 'log' : '');
    },
    construct: () => createAnything(''),
    set: () => true,
  });
}

/** Replaces all parts that are loaded on first use. */
const oneStub: Plugin = {
  name: 'one-stub',
  setup(context) {
    context.onResolve({ filter: /./ }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      return { path: path === './extension.ts' ? './extension.cjs' : './stub.cjs', external: true };
    });
  },
};
/** Show Log writes a line. */
const stub = `
  exports.createCommandHandlers = ({ log }) => ({ '${commands.showLog}': () => log.error('a line') });`;

describe('a window', () => {
  let folder: string;
  let [entry, extension] = ['', ''];
  let end = async (): Promise<void> => undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genwright-entry-'));
    const { outputFiles } = await build({
      absWorkingDir: rootDir,
      entryPoints: ['src/entry.ts', 'src/extension.ts'],
      outdir: folder,
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      supported: { 'dynamic-import': false },
      logLevel: 'error',
      plugins: [oneStub],
    });
    [entry = '', extension = ''] = outputFiles.map(({ text }) => text);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => end());

  /** Activates the extension in a new window. */
  async function open(extensionText = extension) {
    calls.length = 0;
    registered.clear();
    const home = await mkdtemp(join(folder, 'window-'));
    await mkdir(join(home, 'node_modules'));
    const files = { entry, extension: extensionText, stub };
    for (const [name, text] of Object.entries(files)) await writeFile(join(home, `${name}.cjs`), text);
    await writeFile(join(home, 'node_modules/vscode.js'), '');
    const require = createRequire(join(home, 'entry.cjs'));
    const names = [...`${entry}${extension}`.matchAll(/\bvscode\d*\.(\w+)/g)].map(([, name = '']) => name);
    Object.assign(require('vscode'), Object.fromEntries(names.map((name) => [name, createAnything(name)])));
    const { activate, deactivate } = require('./entry.cjs') as typeof Entry;
    const subscriptions: Disposable[] = [];
    const dispose = () => {
      for (const each of subscriptions.splice(0)) each.dispose();
    };
    end = async () => {
      dispose();
      await deactivate();
    };
    const anything = createAnything('');
    const places = { globalStorageUri: { fsPath: join(home, 'storage') }, extensionUri: anything, extension: anything };
    activate({ subscriptions, ...places, secrets: anything, globalState: anything } as never);
    return { dispose, deactivate, run: (id: string) => registered.get(id)?.() };
  }
  /** Lets other work of the thread run, and returns what was called in each turn. */
  async function takeTurns(): Promise<readonly (readonly string[])[]> {
    const turns: string[][] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const start = calls.length;
      await new Promise((resolve) => void setImmediate(resolve));
      turns.push(calls.slice(start));
    }
    return turns;
  }

  test('has all commands and nothing else when the activation returns', async () => {
    await open();
    assert.deepEqual(new Set(calls), new Set(['commands.registerCommand', 'Disposable.from']));
    assert.deepEqual([...registered.keys()], Object.values(commands));
  });

  test('gets the rest in several turns, without a command', async () => {
    await open();
    const turns = await takeTurns();
    const names = [
      'window.createStatusBarItem',
      'languages.createDiagnosticCollection',
      'window.createTreeView',
      'window.registerWebviewPanelSerializer',
    ];
    const found = names.map((name) => turns.findIndex((turn) => turn.includes(name)));
    assert.deepEqual([found.includes(-1), new Set(found).size], [false, names.length]);
  });

  test('is complete when a command runs, however early', async () => {
    const { run } = await open();
    await run(commands.showLog);
    assert.ok(calls.indexOf('window.registerWebviewPanelSerializer') < calls.indexOf('log.error: a line'));
    const before = calls.length;
    await takeTurns();
    assert.deepEqual(
      calls.slice(before).filter((name) => name.startsWith('window.')),
      [],
    );
  });

  test('tells the log and the user if it cannot be opened, and its commands fail', async () => {
    const { run } = await open('throw new Error("broken");');
    await takeTurns();
    assert.deepEqual(
      calls.filter((name) => /^(?:log|window)\./.test(name)),
      [
        'window.createOutputChannel',
        'log.error: Error: broken',
        'window.showErrorMessage: Internal error in Genwright: {reason}. See the log for details.',
      ],
    );
    await assert.rejects(async () => run(commands.showLog), /broken/);
  });

  test('that ends early gets nothing more', async () => {
    const { dispose } = await open();
    dispose();
    const before = calls.length;
    await takeTurns();
    assert.deepEqual(calls.slice(before), []);
  });

  test('that ends loads nothing, and keeps its log until its work has ended', async () => {
    const { dispose, deactivate, run } = await open();
    await takeTurns();
    assert.deepEqual(
      calls.filter((name) => name.startsWith('log.')),
      [],
    );
    await run(commands.showLog);
    calls.length = 0;

    const ended = deactivate();
    // VS Code does not wait before it disposes these.
    dispose();
    const during = calls.filter((name) => name.startsWith('log.'));
    await ended;

    assert.deepEqual([during, calls.filter((name) => name.startsWith('log.'))], [[], ['log.dispose']]);
  });
});
