import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compileFunction } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { readMetafiles, reportMissing } from './readMetafiles.ts';

const root = join(import.meta.dirname, '../..');

type Part = 'entry' | 'host' | 'language' | 'engine' | 'sandbox' | 'worker' | 'lamejs' | 'preview' | 'cli';

async function readMeta(part: Part): Promise<Metafile> {
  return (await readMetafiles()).get(part) ?? reportMissing();
}

function packagesOf(meta: Metafile): ReadonlySet<string> {
  const inputs = Object.values(meta.outputs).flatMap((output) =>
    Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return new Set(inputs.flatMap(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
}

const kilobytes = 1000;

describe('the outputs of the build', () => {
  test('are eight in the extension, and the command line', async () => {
    const names = [...(await readMetafiles()).keys()];
    assert.deepEqual([names.length, names.filter((name) => name !== 'cli').length], [9, 8]);
  });

  test('are in the package of the extension, except the command line', async () => {
    const names = await readdir(join(root, 'out/package/dist')).catch(reportMissing);
    const parts = ['engine', 'entry', 'host', 'lamejs', 'language', 'sandbox', 'worker'].map((part) => `${part}.cjs`);
    assert.deepEqual(names.toSorted(), [...parts, 'codicon.css', 'codicon.svg', 'preview.js'].toSorted());
    const all = await readdir(join(root, 'out/package'));
    assert.deepEqual(all.toSorted(), [
      '.vscodeignore',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'ThirdPartyNotices.txt',
      'dist',
      'docs',
      'l10n',
      'media',
      'package.json',
      'package.nls.json',
      'package.nls.zh-cn.json',
      'samples',
      'syntaxes',
    ]);
  });

  test('keep the entry, for which VS Code waits, within 100 KB', async () => {
    await readMetafiles();
    const { size } = await stat(join(root, 'dist/entry.cjs'));
    assert.ok(size <= 100 * kilobytes, `dist/entry.cjs has ${size} bytes`);
  });

  test('do not copy the names of vscode, as `entry` shows', async () => {
    await readMetafiles();
    const path = join(root, 'dist/entry.cjs');
    const vscode = new Proxy({}, { get: () => ({}), ownKeys: () => assert.fail('all are copied') });
    let asked = 0;
    const requireHere = createRequire(path);
    const require = (id: string): unknown => (id === 'vscode' ? ((asked += 1), vscode) : requireHere(id));
    compileFunction(await readFile(path, 'utf8'), ['module', 'exports', 'require', '__filename'])(
      {},
      {},
      require,
      path,
    );
    assert.equal(asked, 1);
  });

  test('keep the script of the preview within 300 KB', async () => {
    await readMetafiles();
    const { size } = await stat(join(root, 'dist/preview.js'));
    assert.ok(size <= 300 * kilobytes, `dist/preview.js has ${size} bytes`);
  });

  test('keep the large packages out of what does not need them', async () => {
    const parsed = ['file-type', 'image-dimensions', 'mediabunny'];
    const heavy = new Map<Part, readonly string[]>([
      ['entry', ['zod', 'yaml', 'undici', ...parsed]],
      ['host', ['undici', ...parsed]],
      ['language', ['zod', 'undici']],
      // Foreign data is parsed in a separate thread.
      ['engine', parsed],
    ]);
    for (const [part, names] of heavy) {
      const found = packagesOf(await readMeta(part));
      assert.deepEqual([part, names.filter((name) => found.has(name))], [part, []]);
    }
  });

  test('hold the classes of undici without its global dispatcher', async () => {
    const meta = await readMeta('engine');
    const inputs = Object.values(meta.outputs).flatMap((output) => Object.keys(output.inputs));
    const names = inputs.flatMap((path) => /node_modules\/undici\/(.*)/.exec(path)?.[1] ?? []);
    assert.ok(names.includes('lib/dispatcher/agent.js'), 'the engine holds no undici at all');
    assert.deepEqual(
      names.filter((name) => /^(?:index|lib\/global|lib\/dispatcher\/parser-h1)\.js$|milo/.test(name)),
      [],
    );
  });
});

test('a package in a bundle would be found', async () => {
  const { metafile } = await build({
    stdin: { contents: "export { parse } from 'yaml'", resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    outfile: 'probe.js',
    absWorkingDir: root,
  });
  assert.deepEqual([...packagesOf(metafile)], ['yaml']);
});
