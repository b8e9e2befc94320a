import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import type * as Entry from '../../src/extension.ts';
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

/** Show Log writes a line. */
const host = `
  exports.createCommandHandlers = ({ log }) => ({ '${commands.showLog}': () => log.error('a line') });`;

/** Lets other work of the thread run. */
const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

describe('a window', () => {
  let folder: string;
  let entry = '';
  let end = async (): Promise<void> => undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genwright-entry-'));
    const { outputFiles } = await build({
      absWorkingDir: rootDir,
      entryPoints: ['src/extension.ts'],
      outdir: folder,
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      supported: { 'dynamic-import': false },
      logLevel: 'error',
    });
    entry = outputFiles[0]?.text ?? '';
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => end());

  /** Activates the extension in a new window. */
  async function open(changes: object = {}) {
    calls.length = 0;
    registered.clear();
    const home = await mkdtemp(join(folder, 'window-'));
    await mkdir(join(home, 'node_modules'));
    for (const [name, text] of Object.entries({ entry, host })) await writeFile(join(home, `${name}.cjs`), text);
    await writeFile(join(home, 'node_modules/vscode.js'), '');
    const require = createRequire(join(home, 'entry.cjs'));
    const names = [...entry.matchAll(/\bvscode\d*\.(\w+)/g)].map(([, name = '']) => name);
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
    activate({
      subscriptions,
      ...places,
      secrets: anything,
      globalState: anything,
      workspaceState: anything,
      ...changes,
    } as never);
    return { dispose, deactivate, run: (id: string) => registered.get(id)?.() };
  }
  test('has all commands and nothing else when the activation returns', async () => {
    await open();
    assert.deepEqual(new Set(calls), new Set(['commands.registerCommand', 'Disposable.from']));
    assert.deepEqual([...registered.keys()], Object.values(commands));
  });

  test('gets the rest without a command', async () => {
    await open();
    await turn();
    const names = [
      'window.createStatusBarItem',
      'languages.createDiagnosticCollection',
      'window.createTreeView',
      'window.registerWebviewPanelSerializer',
    ];
    assert.deepEqual(
      names.filter((name) => !calls.includes(name)),
      [],
    );
  });

  test('that ends at once gets nothing more', async () => {
    const { dispose, deactivate } = await open();
    dispose();
    await deactivate();
    calls.length = 0;
    await turn();
    assert.deepEqual(calls, []);
  });

  test('tells the log and the user if it cannot be opened, and its commands fail', async () => {
    const { run } = await open({ secrets: undefined });
    await turn();
    assert.deepEqual(
      calls
        .filter((name) => /^(?:log|window\.(?:createOutput|show))/.test(name))
        .map((name) => name.replace(/:.*/, '')),
      ['window.createOutputChannel', 'log.error', 'window.showErrorMessage'],
    );
    await assert.rejects(async () => run(commands.showLog));
  });

  test('is complete when a command runs, however early', async () => {
    const { run } = await open();
    await run(commands.showLog);
    const order = ['window.registerWebviewPanelSerializer', 'log.error: a line'].map((name) => calls.indexOf(name));
    assert.ok(order[0] !== -1 && Number(order[0]) < Number(order[1]), String(order));
  });

  test('that ends loads nothing, and keeps its log until its work has ended', async () => {
    const { dispose, deactivate, run } = await open();
    await turn();
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
