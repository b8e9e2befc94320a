import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compileFunction } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { readMetafiles, reportMissing } from './readMetafiles.ts';

const root = join(import.meta.dirname, '../..');

/** Parts that load in the same process. Code of two parts is loaded twice. */
const nodeParts = [
  'entry',
  'extension',
  'commands',
  'core',
  'yaml',
  'language',
  'onDemand',
  'providers',
  'previewHost',
  'rows',
  'engine',
  'sandbox',
  'zod',
] as const;
type Part = (typeof nodeParts)[number];

async function readMeta(part: Part): Promise<Metafile> {
  return (await readMetafiles()).get(part) ?? reportMissing();
}

function packagesOf(meta: Metafile): ReadonlySet<string> {
  const inputs = Object.values(meta.outputs).flatMap((output) =>
    Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return new Set(inputs.flatMap(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
}

/** The packages of a part, and zod if the part loads dist/zod.cjs. */
function packagesWithShared(meta: Metafile): ReadonlySet<string> {
  const loaded = Object.values(meta.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return new Set([...packagesOf(meta), ...(loaded.includes('./zod.cjs') ? ['zod'] : [])]);
}

const kilobytes = 1000;

describe('the parts of the build', () => {
  test('keep the entry within 100 KB', async () => {
    await readMetafiles();
    const [entry, extension] = [await stat(join(root, 'dist/entry.cjs')), await stat(join(root, 'dist/extension.cjs'))];
    const size = entry.size + extension.size;
    assert.ok(size <= 100 * kilobytes, `the entry has ${size} bytes`);
    // VS Code waits for this file, and each window compiles it again.
    assert.ok(entry.size <= 10 * kilobytes, `dist/entry.cjs has ${entry.size} bytes`);
  });

  test('do not copy the names of vscode, as `extension` shows', async () => {
    await readMetafiles();
    const path = join(root, 'dist/extension.cjs');
    const vscode = new Proxy({}, { get: () => ({}), ownKeys: () => assert.fail('all are copied') });
    let asked = 0;
    const requireHere = createRequire(path);
    const require = (id: string): unknown => (id === 'vscode' ? ((asked += 1), vscode) : requireHere(id));
    compileFunction(await readFile(path, 'utf8'), ['module', 'exports', 'require'])({}, {}, require);
    assert.equal(asked, 1);
  });

  test('export functions only where a function replaces them until the part is loaded', async () => {
    await readMetafiles();
    const found = ['yaml', 'onDemand', 'rows'].map((part) => {
      const exported: object = createRequire(import.meta.url)(join(root, `dist/${part}.cjs`));
      const kinds = Object.values(exported).map((value) => typeof value);
      return { part, kinds: [...new Set(kinds)] };
    });
    assert.deepEqual(found, [
      { part: 'yaml', kinds: ['function'] },
      { part: 'onDemand', kinds: ['function'] },
      { part: 'rows', kinds: ['function'] },
    ]);
  });

  test('keep the script of the preview within 300 KB', async () => {
    await readMetafiles();
    const { size } = await stat(join(root, 'dist/preview.js'));
    assert.ok(size <= 300 * kilobytes, `dist/preview.js has ${size} bytes`);
  });

  test('hold each package once', async () => {
    const partsOf = new Map<string, Part[]>();
    for (const part of nodeParts) {
      const meta = await readMeta(part);
      for (const name of packagesOf(meta)) partsOf.set(name, [...(partsOf.get(name) ?? []), part]);
    }
    const repeated = [...partsOf].filter(([, parts]) => parts.length > 1);
    assert.deepEqual(repeated, []);
    assert.ok(partsOf.size > 0, 'the metafiles name no package at all');
  });

  test('keep the large packages out of the parts that do not need them', async () => {
    const parsed = ['file-type', 'image-dimensions', 'mediabunny'];
    const heavy = new Map<Part, readonly string[]>([
      ['commands', ['yaml', 'undici', ...parsed]],
      ['core', ['zod', 'undici', 'yaml']],
      // Foreign data is parsed in a separate thread.
      ['engine', ['yaml', ...parsed]],
      ['extension', ['zod', 'yaml', 'undici', ...parsed]],
      ['language', ['zod', 'undici', 'yaml']],
      ['previewHost', ['yaml', 'undici', ...parsed]],
      ['providers', ['zod', 'undici', 'yaml', ...parsed]],
    ]);
    for (const [part, names] of heavy) {
      const meta = await readMeta(part);
      const found = packagesWithShared(meta);
      assert.deepEqual([part, names.filter((name) => found.has(name))], [part, []]);
    }
  });

  test('keep what is only used on demand out of what a file needs when it is opened', async () => {
    const [language, onDemand] = [await readMeta('language'), await readMeta('onDemand')];
    const late = onDemand.inputs['src/core/language/onDemand.ts']?.imports.map(({ path }) => path) ?? [];
    assert.ok(late.includes('src/core/language/completion/complete.ts'), 'nothing is done on demand');
    assert.deepEqual(
      late.filter((path) => path in language.inputs),
      [],
    );
  });

  test('hold the classes of undici with one parser and without its global dispatcher', async () => {
    const meta = await readMeta('engine');
    const inputs = Object.values(meta.outputs).flatMap((output) => Object.keys(output.inputs));
    const names = inputs.flatMap((path) => /node_modules\/undici\/(.*)/.exec(path)?.[1] ?? []);
    assert.ok(names.includes('lib/dispatcher/agent.js'), 'the engine holds no undici at all');
    assert.deepEqual(
      names.filter((name) => /^(?:index|lib\/global|lib\/dispatcher\/parser-h1)\.js$|milo/.test(name)),
      [],
    );
    const parsers = Object.values(meta.outputs).flatMap(({ inputs: own }) =>
      Object.entries(own).flatMap(([path, { bytesInOutput }]) =>
        path.endsWith('-wasm.js') && bytesInOutput > 1000 ? path : [],
      ),
    );
    assert.deepEqual(parsers, ['node_modules/undici/lib/llhttp/llhttp-wasm.js']);
  });
});

test('a package in two bundles would be found', async () => {
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
