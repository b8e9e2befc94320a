import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { parserFile } from '../../../src/engine/parser/parserFile.ts';

test('the thread of the parsers starts without any package, and loads what a job needs', async () => {
  const { metafile } = await build({
    entryPoints: [parserFile().pathname],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'thread',
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const atStart = new Set<string>();
  const add = (file: string): void => {
    for (const { path, kind } of outputs.get(file)?.imports ?? []) {
      if (kind !== 'import-statement' || atStart.has(path)) continue;
      atStart.add(path);
      add(path);
    }
  };
  add('thread/parserWorker.js');

  const isPackage = (path: string): boolean => !path.startsWith('node:') && !outputs.has(path);
  const all = [...outputs.values()].flatMap(({ imports }) => imports.map(({ path }) => path));
  assert.deepEqual([...atStart].filter(isPackage), []);
  assert.ok(
    ['yaml', 'mediabunny'].every((name) => all.includes(name)),
    'no job loads a package',
  );
});
