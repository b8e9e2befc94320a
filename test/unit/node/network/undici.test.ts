import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '../../../..');
const load = createRequire(import.meta.url);

/** Names of the main file by the private path of the file that is imported instead. */
const publicNames: Readonly<Record<string, string>> = {
  'undici/lib/api/api-connect.js': 'connect',
  'undici/lib/core/connect.js': 'buildConnector',
  'undici/lib/dispatcher/agent.js': 'Agent',
  'undici/lib/dispatcher/pool.js': 'Pool',
  'undici/lib/dispatcher/proxy-agent.js': 'ProxyAgent',
};

describe('The private paths of undici', () => {
  test('are declared and imported, and no others', async () => {
    const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
    const declared = (await read('src/node/network/undici.d.ts')).matchAll(/^declare module '(.*)'/gm);
    const imported = (await read('src/node/network/dispatchers.ts')).matchAll(/from '(undici\/.*)'/g);
    const expected = Object.keys(publicNames);
    assert.deepEqual(
      [declared, imported].map((found) => [...found].map(([, path = '']) => path).sort()),
      [expected, expected],
    );
  });

  test('lead to the functions and classes that its main file exports', () => {
    const main = load('undici') as Readonly<Record<string, unknown>>;
    // The main file of undici binds `connect` to the global dispatcher.
    const moved = Object.entries(publicNames).filter(([path, name]) => name !== 'connect' && load(path) !== main[name]);
    assert.deepEqual([moved, typeof load('undici/lib/api/api-connect.js')], [[], 'function']);
  });

  test('may move with a minor version, so only patches are installed', async () => {
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    assert.match(dependencies['undici'] ?? '', /^~\d+\.\d+\.\d+$/);
  });
});
