// Builds the parts of the extension into dist/. Usage: node esbuild.mjs [--production | --watch] [--outdir=FOLDER]
//
// --production  small, without source maps, as it is packaged
// --watch       builds again the parts whose sources have changed, until it is stopped: `npm run watch` adds the types
//
// dist/entry.cjs      what VS Code loads: it registers the commands, and loads the next part
// dist/extension.cjs  registers all else, and loads the other parts when they are first used
// dist/commands.cjs   the commands of the palette and the menus
// dist/core.cjs       what language and engine share: the pure core without `language` and `task`
// dist/yaml.cjs       the sources of core that read YAML, with the library; loaded with the first text
// dist/language.cjs   the language service
// dist/onDemand.cjs   the features of the language service that nothing needs until the user asks for them
// dist/rows.cjs       what words the rows of the Tasks and Models views, and errors; loaded with the first of them
// dist/providers.cjs  the providers that VS Code calls in job files, loaded with the first job file
// dist/engine.cjs     gateway, tasks, storage, and its worker threads: dist/parser.cjs parses media of others, and
//                     dist/writer.cjs writes large results
// dist/zod.cjs        what several parts use of the library that parses data from outside
// dist/sandbox.cjs    the embedded gateway, and dist/sandboxMedia.cjs, its worker thread
// dist/previewHost.cjs  the panels of the preview, loaded with the first of them
// dist/preview.js     browser code of the preview webview with its worker, and dist/codicon.{css,svg}, its icons
// dist/lamejs.cjs, dist/mediabunny.cjs  libraries that users may replace by their own builds
//
// ThirdPartyNotices.txt has the licenses of all that is in these files.
//
// `yaml` and `onDemand` are separate parts because of what they add to the 13 ms of CPU time in which `language` loads:
// 17 and 6 ms (40 loads each, production build).
//
// esbuild does not split CommonJS, so a plugin turns an import that crosses into another part into a `require` of that
// part. Splitting the parts as ES modules instead makes 59 files, 26 of them for the entry.
import { existsSync, globSync, watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { iconNames } from './src/webview/icons.ts';
import { buildIcons } from './scripts/icons.ts';
import { watchFolder } from './scripts/watchFolder.ts';
import { formatNotices, listPackages, readNotice } from './scripts/notices.ts';

const root = dirname(fileURLToPath(import.meta.url));
const isProduction = process.argv.includes('--production');
const isWatching = process.argv.includes('--watch');
const outdir = resolve(
  root,
  process.argv.find((arg) => arg.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist',
);

/** Folders below src/core that make up dist/core.cjs. */
const sharedFolders = ['support', 'artifact', 'catalog', 'jobFile'];

/** Sources that are the entry of a part: an import of one of them from another part loads that part. */
const partEntries = new Map([
  ['src/extension.ts', 'extension'],
  ['src/core/support/zod.ts', 'zod'],
  ['src/core/language/index.ts', 'language'],
  ['src/engine/index.ts', 'engine'],
  ['src/host/commands/index.ts', 'commands'],
  ['src/host/language/index.ts', 'providers'],
  ['src/host/preview/previewPanels.ts', 'previewHost'],
  ['src/sandbox/index.ts', 'sandbox'],
  ['src/sandbox/media/sound/lamejs.ts', 'lamejs'],
  ['src/artifacts/media/mediabunny.ts', 'mediabunny'],
]);

const yamlSources = [
  'jobFile/syntax/buildSyntaxTree',
  'jobFile/syntax/listAnchors',
  'jobFile/syntax/parseSyntax',
  'support/json/parseYamlValue',
];

const rowSources = [
  'models/indexChange',
  'models/modelRows',
  'tasks/runRow',
  'tasks/taskGroups',
  'tasks/taskRow',
  'ui/userMessage',
];

/**
 * Sources of parts that are not loaded where they are imported: functions of the same names replace theirs, and load the
 * part when one of them is first called.
 */
const deferred = new Map([
  ['src/core/language/onDemand.ts', 'onDemand'],
  ...yamlSources.map((name) => [`src/core/${name}.ts`, 'yaml']),
  ...rowSources.map((name) => [`src/host/${name}.ts`, 'rows']),
]);

const isShared = (path) => sharedFolders.some((folder) => path.startsWith(`src/core/${folder}/`));

/** Marks what belongs to another part as external. `usesCore`: shared core files come from dist/core.cjs. */
function partBoundaries({ name, usesCore }) {
  return {
    name: 'part-boundaries',
    setup(context) {
      context.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind, namespace }) => {
        if (kind === 'entry-point') return undefined;
        if (namespace === 'replacements') return { path, external: true };
        const target = relative(root, resolve(resolveDir, path)).split(sep).join('/');
        const part = partEntries.get(target);
        const laterPart = deferred.get(target);
        if ([part, laterPart].includes(name)) return undefined;
        if (part) return { path: `./${part}.cjs`, external: true };
        if (usesCore && isShared(target)) return { path: './core.cjs', external: true };
        return laterPart ? { path: target, namespace: 'replacements' } : undefined;
      });
      context.onLoad({ filter: /./, namespace: 'replacements' }, async ({ path }) => ({
        contents: await buildReplacements(path),
      }));
    },
  };
}

/** The functions of a source, by their names. A source of which another part needs anything else cannot be deferred. */
async function buildReplacements(path) {
  const names = (await listExports([path])).get(path);
  return [
    'let part;',
    `const load = () => (part ??= require('./${deferred.get(path)}.cjs'));`,
    ...names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
  ].join('\n');
}

/** Returns what sources export, by source. */
async function listExports(sources) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: sources,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: common.logLevel,
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** The sources take from `vscode` what `scripts/vscode.ts` lists. A name that is not in that list fails the build. */
const vscodeOnce = {
  name: 'vscode-once',
  setup(context) {
    const list = join(root, 'scripts/vscode.ts');
    context.onResolve({ filter: /^vscode$/ }, ({ importer }) => (importer === list ? undefined : { path: list }));
  },
};

/**
 * Parts of undici that never run here are left out of the package. It has its HTTP parser twice, and without the copy for
 * SIMD, which only parses lines of headers faster, it uses the other one. HTTP/2 is off for each connection
 * (`allowH2` in `dispatchers.ts`).
 */
const withoutUnusedHttp = {
  name: 'without-unused-http',
  setup(context) {
    const filter = /undici[\\/]lib[\\/](?:llhttp[\\/]llhttp_simd-wasm|dispatcher[\\/]client-h2)\.js$/;
    context.onLoad({ filter }, () => ({ contents: '', loader: 'empty' }));
  },
};

/** The reader of ZIP files logs each entry if the environment variable DEBUG says so. Here, these logs have no reader. */
const withoutDebug = {
  name: 'without-debug',
  setup(context) {
    const filter = /node_modules[\\/]debug[\\/]src[\\/](?:index|browser)\.js$/;
    context.onLoad({ filter }, () => ({ contents: 'module.exports = () => () => {};' }));
  },
};

/**
 * The entry of dist/core.cjs: everything that its folders export, except the entries of other parts, as plain properties
 * of one object. A getter for each of them, which is what esbuild makes of an `export *`, adds 3.5 ms to the 11 ms that
 * the part takes to load. A name that is exported twice would be missing, so it fails the build.
 */
async function coreEntry() {
  const paths = globSync(`src/core/{${sharedFolders.join(',')}}/**/*.ts`, { cwd: root });
  const sources = paths.map((path) => path.split(sep).join('/')).filter((path) => !partEntries.has(path));
  const exported = [...(await listExports(sources.sort()))];
  const names = exported.flatMap(([, own]) => own);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two sources of core export ${twice.join(', ')}`);
  return [
    ...exported.map(([source, own]) => `import { ${own.join(', ')} } from './${source}';`),
    `export default { ${names.join(', ')} };`,
  ];
}

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  // `watch` reports errors itself, in a form that a problem matcher of VS Code reads.
  logLevel: isWatching ? 'silent' : 'warning',
  // The bundler only warns of a member of a namespace that is not exported.
  logOverride: { 'import-is-undefined': 'error' },
  legalComments: 'none',
};

const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22.19',
  mainFields: ['module', 'main'],
  external: ['vscode'],
  // undici looks for this name, which Node's own build defines: its second HTTP parser, an experiment, is left out.
  define: { esbuildDetection: 'true' },
  // Parts are loaded with `require`: quicker than Node's loader of ES modules, and the one that VS Code hooks into.
  supported: { 'dynamic-import': false },
};

/** For a part that asks where it lies. */
const locatable = {
  define: { ...node.define, 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * For libraries that users may replace. The package of `lamejs` is under the LGPL and stays readable. That of `mediabunny` is
 * under the MPL, which asks for the notices of its sources and for their address; ThirdPartyNotices.txt has that.
 */
const readable = { minify: false, legalComments: 'inline' };
const withNotices = { legalComments: 'eof' };

/** `entry`: a source, or lines that gather several. */
function buildPart(name, entry, { usesCore = false, ...options } = {}) {
  return build({
    ...node,
    ...options,
    ...(Array.isArray(entry)
      ? { stdin: { contents: entry.join('\n'), resolveDir: root, sourcefile: `${name}.ts`, loader: 'ts' } }
      : { entryPoints: [entry] }),
    outfile: `${outdir}/${name}.cjs`,
    plugins: [partBoundaries({ name, usesCore }), vscodeOnce, withoutUnusedHttp, withoutDebug],
  });
}

/** The page says that its scripts are in UTF-8, so nothing is escaped. */
const browser = { ...common, platform: 'browser', format: 'iife', target: 'chrome138', charset: 'utf8' };

/** A page may start a worker only from a text that it has. */
async function buildPreview() {
  const worker = await build({
    ...browser,
    entryPoints: ['src/webview/thumbnails/thumbnailWorker.ts'],
    sourcemap: false,
    write: false,
  });
  const preview = await build({
    ...browser,
    entryPoints: ['src/webview/preview.tsx'],
    outfile: `${outdir}/preview.js`,
    define: { thumbnailWorkerText: JSON.stringify(worker.outputFiles[0].text) },
    alias: { entities: join(root, 'src/webview/text/entities.ts') },
  });
  // The notices name what is in the worker, too.
  Object.assign(preview.metafile.inputs, worker.metafile.inputs);
  const [own] = Object.entries(preview.metafile.outputs).filter(([path]) => path.endsWith('.js'));
  Object.assign(own[1].inputs, Object.values(worker.metafile.outputs)[0].inputs);
  return preview;
}

/** The parts by name. Each function builds one, and resolves with esbuild's result. */
const parts = {
  entry: () => buildPart('entry', 'src/entry.ts'),
  extension: () => buildPart('extension', 'src/extension.ts'),
  commands: () => buildPart('commands', 'src/host/commands/index.ts'),
  core: async () =>
    buildPart('core', await coreEntry(), { footer: { js: 'module.exports = module.exports.default;' } }),
  yaml: () =>
    buildPart(
      'yaml',
      yamlSources.map((name) => `export * from './src/core/${name}.ts';`),
      {
        usesCore: true,
        // The same library as modules: without a wrapper around each of its files it loads in a third of the time.
        alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
      },
    ),
  language: () => buildPart('language', 'src/core/language/index.ts', { usesCore: true }),
  onDemand: () => buildPart('onDemand', 'src/core/language/onDemand.ts', { usesCore: true }),
  rows: () =>
    buildPart(
      'rows',
      rowSources.map((name) => `export * from './src/host/${name}.ts';`),
    ),
  providers: () => buildPart('providers', 'src/host/language/index.ts', { usesCore: true }),
  previewHost: () => buildPart('previewHost', 'src/host/preview/previewPanels.ts'),
  engine: () => buildPart('engine', 'src/engine/index.ts', { usesCore: true, ...locatable }),
  parser: () => buildPart('parser', 'src/engine/parser/parserWorker.ts'),
  writer: () => buildPart('writer', 'src/node/partFiles/writerWorker.ts'),
  zod: () => buildPart('zod', 'src/core/support/zod.ts'),
  sandbox: () => buildPart('sandbox', 'src/sandbox/index.ts', { usesCore: true, ...locatable }),
  sandboxMedia: () => buildPart('sandboxMedia', 'src/sandbox/media/worker.ts'),
  lamejs: () => buildPart('lamejs', 'src/sandbox/media/sound/lamejs.ts', readable),
  mediabunny: () => buildPart('mediabunny', 'src/artifacts/media/mediabunny.ts', withNotices),
  preview: buildPreview,
};

async function writeIcons() {
  const { css, svg } = await buildIcons(root, iconNames);
  await writeFile(join(outdir, 'codicon.css'), css);
  await writeFile(join(outdir, 'codicon.svg'), svg);
}

async function writeNotices(metafiles) {
  const packages = [...listPackages(metafiles), ['node_modules/@vscode/codicons', ['dist/codicon.svg']]];
  const notices = await Promise.all(packages.map(([folder, files]) => readNotice(root, folder, files)));
  await writeFile(join(root, 'ThirdPartyNotices.txt'), formatNotices(notices));
}

async function buildOnce() {
  const results = await Promise.all(Object.values(parts).map((buildIt) => buildIt()));
  if (!isProduction) return;
  // Tests compare them with what a package may contain.
  await mkdir(join(root, 'out/meta'), { recursive: true });
  for (const [index, name] of Object.keys(parts).entries())
    await writeFile(join(root, `out/meta/${name}.json`), JSON.stringify(results[index].metafile));
  await writeNotices(results.map(({ metafile }) => metafile));
}

/** A branch that is checked out changes many files. */
const quietMs = 30;

/**
 * Builds all parts, then those of each source that changes. A part with errors is built again with the next change.
 * Prints a line when a build begins and when it has ended, and one for each error: `.vscode/tasks.json` reads them.
 */
async function watchSources() {
  /** The sources of each part that has no errors. */
  const inputs = new Map();
  const changed = new Set();
  let wake = () => {};
  for (const folder of ['src', 'scripts']) {
    watchFolder(join(root, folder), (path) => {
      changed.add(relative(root, path).split(sep).join('/'));
      wake();
    });
  }
  for (;;) {
    const paths = [...changed];
    changed.clear();
    // The part `core` takes all files of its folders, so that a new one belongs to it, too.
    const isAffected = (name) =>
      paths.some((path) => inputs.get(name)?.has(path)) || (name === 'core' && paths.some(isShared));
    const names = Object.keys(parts).filter((name) => !inputs.has(name) || isAffected(name));
    if (names.length > 0) await buildWatched(names, inputs);
    watchOutput();
    if (changed.size === 0) await new Promise((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
}

let isOutputWatched = false;

/** Ends when the build for users takes the place of this one. The next F5 starts the task again. */
function watchOutput() {
  const sign = join(outdir, 'entry.cjs.map');
  if (isOutputWatched || !existsSync(sign)) return;
  isOutputWatched = true;
  watch(outdir, () => {
    if (existsSync(sign)) return;
    console.log('The package was built, which replaces this build. Run "npm run watch" again.');
    process.exit(0);
  });
}

async function buildWatched(names, inputs) {
  console.log('Build started');
  const started = performance.now();
  const results = await Promise.allSettled(names.map((name) => parts[name]()));
  for (const [index, { value }] of results.entries()) {
    if (value) inputs.set(names[index], new Set(Object.keys(value.metafile.inputs)));
    else inputs.delete(names[index]);
  }
  const errors = results
    .flatMap(({ reason }) => (reason ? (reason.errors ?? [{ text: reason.message }]) : []))
    .map(formatError);
  for (const error of new Set(errors)) console.log(error);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const built = names.length === Object.keys(parts).length ? 'all parts' : names.join(', ');
  console.log(`Build ended in ${seconds} s: ${errors.length > 0 ? 'errors' : built}`);
}

function formatError({ text, location }) {
  const { file, line, column } = location ?? { file: 'esbuild.mjs', line: 1, column: 0 };
  return `${file}(${line},${column + 1}): error: ${text}`;
}

// A development build is written over the last one, which a window may be using.
if (isProduction) await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
await writeIcons();
await (isWatching ? watchSources() : buildOnce());
