import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import type * as Extension from '../../src/extension.ts';
import { rootDir } from '../hosts/paths.ts';

/** Replaces all of `vscode`. Each of its members can be called, constructed and read. */
const anything: object = new Proxy(Error, {
  get: (target, key) => (key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
  construct: () => anything,
  set: () => true,
});

/** Loads the entry. `calls` gets the parts that it loads, what it logs as an error, and the end of its log. */
async function load(calls: string[]): Promise<typeof Extension> {
  const { outputFiles } = await build({
    absWorkingDir: rootDir,
    entryPoints: ['src/extension.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
    plugins: [
      {
        name: 'no-parts',
        setup(context) {
          context.onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path: `part:${path}`, external: true } : undefined,
          );
        },
      },
    ],
  });
  const text = outputFiles[0]?.text ?? '';
  const log = { dispose: () => void calls.push('log closed'), error: (line: string) => void calls.push(line) };
  const window = new Proxy({}, { get: (_, key) => (key === 'createOutputChannel' ? () => log : anything) });
  const names = text.matchAll(/\bvscode\d*\.(\w+)/g);
  const vscode = { ...Object.fromEntries([...names].map(([, name]) => [name, anything])), window };
  const requireHere = createRequire(import.meta.url);
  const module = { exports: {} };
  const require = (name: string): unknown => {
    if (name === 'vscode') return vscode;
    if (name.startsWith('part:')) calls.push(name);
    return requireHere(name);
  };
  compileFunction(text, ['module', 'exports', 'require'])(module, module.exports, require);
  return module.exports as typeof Extension;
}

test('a window that ends loads nothing, and keeps its log until its work has ended', async () => {
  const calls: string[] = [];
  const { activate, deactivate } = await load(calls);
  const subscriptions: { dispose(): unknown }[] = [];
  const globalStorageUri = { fsPath: join(tmpdir(), 'genwright-never') };
  const places = { globalStorageUri, extensionUri: anything, extension: anything };
  activate({ subscriptions, ...places, secrets: anything, globalState: anything } as never);

  const ended = deactivate();
  // VS Code does not wait before it disposes these.
  for (const each of subscriptions) each.dispose();
  const during = [...calls];
  await ended;

  assert.deepEqual([during, calls], [[], ['log closed']]);
});
