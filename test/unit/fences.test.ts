import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import { stateIcons } from '../../src/protocol/stateIcons.ts';

const root = join(import.meta.dirname, '../..');

/** The pure libraries that core may use. A new one needs a reason in docs/architecture.md. */
const allowedPackages = ['fastest-levenshtein', 'yaml'];

async function listSources(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => /(?<!\.d)\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

/** Bundles these sources and returns what they reach: own files and packages. */
async function readReach(files: readonly string[]): Promise<{ inputs: string[]; packages: string[] }> {
  const contents = files.map((file) => `export * as ${file.replaceAll(/\W/g, '_')} from './${file}';`).join('\n');
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'fence.ts', loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
    outfile: 'fence.js',
  });
  const packages = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return {
    inputs: Object.keys(metafile.inputs).filter((path) => path !== 'fence.ts'),
    packages: [...new Set(packages)].sort(),
  };
}

/** What each layer and each folder of core may import apart from itself, types included: folders or single files. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'core/support': [],
  'core/artifact': ['core/support'],
  'core/catalog': ['core/support', 'core/artifact'],
  'core/jobFile': ['core/support', 'core/artifact', 'core/catalog'],
  'core/language': ['core/support', 'core/artifact', 'core/catalog', 'core/jobFile'],
  'core/task': ['core/support', 'core/artifact', 'core/catalog', 'core/jobFile'],
  node: ['core'],
  gateway: ['core', 'node'],
  storage: ['core', 'node'],
  artifacts: ['core', 'node', 'storage'],
  planning: ['core', 'node', 'gateway', 'storage', 'artifacts'],
  engine: ['core', 'node', 'gateway', 'storage', 'artifacts', 'planning'],
  sandbox: ['core', 'node'],
  protocol: ['core'],
  webview: ['core', 'protocol'],
  host: ['core', 'node', 'protocol', 'engine/index.ts', 'sandbox/index.ts'],
  cli: ['core', 'node', 'engine/index.ts', 'sandbox/index.ts'],
  'worker.ts': ['core', 'node', 'gateway', 'artifacts', 'sandbox'],
  'extension.ts': ['core', 'host'],
};

const isIn = (file: string, layer: string): boolean => file === layer || file.startsWith(`${layer}/`);

/** Lists the imports of a layer that the table does not allow, and the files that are in no layer. */
async function findForbidden(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await listSources('src')) {
    const name = file.slice('src/'.length);
    const layer = Object.keys(layers).find((each) => isIn(name, each));
    if (layer === undefined) found.push(name);
    const allowed = [layer ?? '', ...(layers[layer ?? ''] ?? [])];
    for (const [, path = ''] of (await readFile(join(root, file), 'utf8')).matchAll(importPattern)) {
      const target = posix.join(posix.dirname(name), path);
      if (path.startsWith('.') && !allowed.some((each) => isIn(target, each))) found.push(`${name}: ${target}`);
    }
  }
  return found;
}

/** Reads which folders next to it each folder in `parent` imports, types included. */
async function readFolderNeeds(parent: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const needs = new Map<string, Set<string>>();
  for (const file of await listSources(parent)) {
    const [folder = '', ...below] = posix.relative(parent, file).split('/');
    if (below.length === 0) continue;
    const needed = needs.get(folder) ?? new Set();
    needs.set(folder, needed);
    for (const [, path = ''] of (await readFile(join(root, file), 'utf8')).matchAll(importPattern)) {
      const [other = '', ...rest] = posix.relative(parent, posix.join(posix.dirname(file), path)).split('/');
      if (path.startsWith('.') && other !== '..' && other !== folder && rest.length > 0) needed.add(other);
    }
  }
  return needs;
}

const exportPattern = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

/** Files and folders that are named after what all of their exports are about, because none of them is the main one. */
const sets = [
  // VS Code names the exports.
  'extension.ts',
  // It is named after what runs it.
  'worker.ts',
  'cli/commands/tools.ts',
  'cli/taskTexts.ts',
  'core/catalog/fields',
  'core/catalog/rules',
  'core/jobFile/parse/controlKeys.ts',
  'core/jobFile/parse/parseReserved.ts',
  'core/language/actions/fixes',
  'core/language/expressions/expressionWords.ts',
  'core/language/names/declaredNames.ts',
  'gateway/models/sharedParts.ts',
  'node/files/wholeFile.ts',
  'sandbox/media/image/places.ts',
  'sandbox/media/planSound.ts',
  'sandbox/media/sound/instruments.ts',
  'sandbox/media/video/h264.ts',
  'webview/elements.tsx',
  'webview/keys.ts',
];

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g;

describe('the import fences', () => {
  test('core imports nothing but itself and its few pure libraries', async () => {
    const { inputs, packages } = await readReach(await listSources('src/core'));
    const outside = inputs.filter((path) => !path.startsWith('src/core/'));
    assert.deepEqual(
      { outside, forbidden: packages.filter((name) => !allowedPackages.includes(name)), isEmpty: inputs.length === 0 },
      { outside: [], forbidden: [], isEmpty: false },
    );
  });

  test('each layer imports only what the table allows', async () => {
    assert.deepEqual(await findForbidden(), []);
  });

  for (const parent of [
    'src/core/jobFile',
    'src/core/language',
    'src/core/language/actions',
    'src/core/language/completion',
    'src/core/task',
    'src/host',
    'src/host/commands',
    'src/host/language',
    'src/node',
    'src/webview',
  ]) {
    test(`the folders of ${parent} need each other in one direction only`, async () => {
      const needs = await readFolderNeeds(parent);
      const inOrder: string[] = [];
      for (;;) {
        const next = [...needs.keys()].find(
          (folder) =>
            !inOrder.includes(folder) && [...(needs.get(folder) ?? [])].every((each) => inOrder.includes(each)),
        );
        if (next === undefined) break;
        inOrder.push(next);
      }
      const inCycles = [...needs.keys()].filter((folder) => !inOrder.includes(folder));
      assert.deepEqual({ inCycles, isEmpty: inOrder.length === 0 }, { inCycles: [], isEmpty: false });
    });
  }

  test('each export is used outside its file', async () => {
    const sources = await listSources('src');
    const files = [...sources, ...(await listSources('test')), ...(await listSources('scripts'))];
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
    const counts = new Map<string, number>();
    for (const text of texts) {
      for (const word of new Set(text.match(/\b\w+\b/g))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const unused = sources.flatMap((file, at) =>
      [...(texts[at] ?? '').matchAll(exportPattern)]
        .filter(([, name = '']) => counts.get(name) === 1)
        .map(([, name = '']) => `${file}: ${name}`),
    );
    assert.deepEqual([unused, counts.size > 0], [[], true]);
  });

  test('a file is named after an export, so that its path can be guessed', async () => {
    const wrong: string[] = [];
    for (const file of await listSources('src')) {
      if (posix.basename(file) === 'index.ts') continue;
      const source = await readFile(join(root, file), 'utf8');
      const exports = [...source.matchAll(exportPattern)].map(([, name = '']) => name.toLowerCase());
      const words = posix
        .basename(file, posix.extname(file))
        .split(/(?=[A-Z])/)
        .map((word) => word.toLowerCase().replace(/s$/, ''));
      const isNamed = exports.some((name) => words.every((word) => name.includes(word)));
      if (exports.length > 0 && !isNamed && !sets.some((each) => isIn(file.slice('src/'.length), each)))
        wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  test('only functions that do I/O are called read, except in the parsers of core and in the host', async () => {
    const wrong: string[] = [];
    const folders = ['src/gateway', 'src/sandbox', 'src/artifacts', 'src/planning', 'src/protocol', 'src/webview'];
    for (const file of (await Promise.all(folders.map(listSources))).flat()) {
      const source = await readFile(join(root, file), 'utf8');
      for (const [, name] of source.matchAll(/(?<!async )function\*? (read[A-Z]\w*)/g)) wrong.push(`${file}: ${name}`);
    }
    assert.deepEqual(wrong, []);
  });

  test('only the host and the composition root import vscode', async () => {
    const wrong: string[] = [];
    for (const file of await listSources('src')) {
      if (/^src\/(?:host\/|extension\.ts)/.test(file)) continue;
      if (/(?:from|import)\s*\(?\s*['"]vscode['"]/.test(await readFile(join(root, file), 'utf8'))) wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  test('what saves and remembers uses the disk through one port, except in code that cannot wait', async () => {
    const found: string[] = [];
    const folders = ['src/node', 'src/gateway', 'src/storage', 'src/artifacts', 'src/planning'];
    for (const file of (await Promise.all(folders.map(listSources))).flat()) {
      if (/'(?:node:)?fs(?:\/promises)?'/.test(await readFile(join(root, file), 'utf8'))) found.push(file);
    }
    assert.deepEqual(found.toSorted(), [
      'src/node/fileCache.ts',
      'src/node/files/fileSystem.ts',
      'src/node/files/filesBelow.ts',
      'src/node/files/regularFileSync.ts',
      'src/node/jobFilePaths.ts',
      'src/node/processes/nodeProcesses.ts',
      'src/planning/planFiles.ts',
    ]);
  });

  test('the entry has no value of another part, which it loads through parts.ts', async () => {
    const { inputs } = await readReach(['src/extension.ts']);
    const others =
      /^src\/(?:engine|gateway|sandbox|storage|planning|core\/(?:language|task)\/index|host\/(?:commands\/index|onDemand))/;
    assert.deepEqual(
      inputs.filter((path) => others.test(path)),
      [],
    );
  });

  test('only commands, which ask for trust, have the engine send anything', async () => {
    const sends = /engine\b[^;\n]{0,30}\.(?:generate|start|act)\(|assets\b[^;\n]{0,30}\.register\(/i;
    const wrong: string[] = [];
    for (const file of [...(await listSources('src/host')), 'src/extension.ts']) {
      if (file.startsWith('src/host/commands/')) continue;
      if (sends.test(await readFile(join(root, file), 'utf8'))) wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  test('one file hands files to other programs, only the command line starts one, for a key, and none evaluates other code or takes links', async () => {
    const found = { outside: [] as string[], programs: [] as string[] };
    const programs =
      /child_process|node:vm|\beval\(|new Function\(|createTerminal|sendText|sendSequence|executeTask|(?:Shell|Process)Execution|registerUriHandler|enableCommandUris|\.isTrusted = /;
    for (const file of await listSources('src')) {
      const source = await readFile(join(root, file), 'utf8');
      if (/openExternal|revealFileInOS/.test(source)) found.outside.push(file);
      if (programs.test(source)) found.programs.push(file);
    }
    assert.deepEqual(found, {
      outside: ['src/host/preview/files/fileActions.ts'],
      programs: ['src/cli/gateway.ts'],
    });
  });

  test('one table names the icon of each state', async () => {
    // The other two are also words for how serious a message is, and the preview lists the icons that the build may use.
    const names = Object.values(stateIcons).flatMap(({ icon }) => (/^(?:warning|error)$/.test(icon) ? [] : [icon]));
    const words = names.filter((name) => name !== 'history');
    const named = new RegExp(
      String.raw`['(](?:${words.join('|')})(?:~spin)?['"]|\$\((?:${names.join('|')}|warning|error|sync)\b`,
    );
    const wrong: string[] = [];
    for (const file of await listSources('src')) {
      const isOwner = file === 'src/protocol/stateIcons.ts' || file.startsWith('src/webview/');
      if (!isOwner && named.test(await readFile(join(root, file), 'utf8'))) wrong.push(file);
    }
    const page = await readFile(join(root, 'src/webview/icons.ts'), 'utf8');
    assert.deepEqual([wrong, /\b(?:unconfirmed|skipped|saved):/.test(page)], [[], false]);
  });

  test('no code decides by the name alone which documents are job files', async () => {
    const wrong: string[] = [];
    for (const file of await listSources('src')) {
      const mayAsk =
        file === 'src/core/jobFile/recognize/findNotJobFile.ts' || file === 'src/host/jobFiles/jobFiles.ts';
      const isOwner = mayAsk || file === 'src/core/artifact/jobFileName.ts';
      if (!isOwner && (await readFile(join(root, file), 'utf8')).includes('hasJobFileName')) wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  test('the command line has 2,500 lines at most', async () => {
    const texts = await Promise.all((await listSources('src/cli')).map((file) => readFile(join(root, file), 'utf8')));
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    assert.ok(lines > 0 && lines <= 2500, `src/cli has ${lines} lines`);
  });

  test('hooks of unit tests are in a describe, because the files of a folder share a process', async () => {
    const wrong: string[] = [];
    for (const file of await listSources('test/unit')) {
      const source = await readFile(join(root, file), 'utf8');
      if (/^(?:before|after)(?:Each)?\(/m.test(source)) wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  test('one file each touches SecretStorage and writes the Authorization header', async () => {
    const found = { secrets: [] as string[], authorization: [] as string[] };
    for (const file of await listSources('src')) {
      if (file.startsWith('src/sandbox/')) continue;
      const source = await readFile(join(root, file), 'utf8');
      if (/\bsecrets\.(?:get|store|delete)\b/.test(source)) found.secrets.push(file);
      if (/\bauthorization['"]?\]?\s*[:=]\s*[`'"]Bearer/i.test(source)) found.authorization.push(file);
    }
    assert.deepEqual(found, { secrets: ['src/host/adapters/keyStore.ts'], authorization: ['src/gateway/http.ts'] });
  });

  test('every view makes the text of its rows inert', async () => {
    const rows: string[] = [];
    for (const file of await listSources('src/host')) {
      const source = await readFile(join(root, file), 'utf8');
      rows.push(...[...source.matchAll(/getTreeItem\b.*/g)].map(([row]) => row));
    }
    assert.deepEqual([rows.length, rows.filter((row) => !/=> finishTreeItem\(/.test(row))], [3, []]);
  });
});
