// Builds the extension into dist/. Usage: node esbuild.mjs [--production | --watch] [--outdir=FOLDER]
//
// --production  small, without source maps, as it is packaged
// --watch       builds again those whose sources have changed, until it is stopped: `npm run watch` adds the types
//
// dist/entry.cjs     what VS Code loads: the commands, the views and all else that a window registers
// dist/host.cjs      the rest of what uses VS Code: what commands do, the providers of job files, the preview
// dist/language.cjs  the language service
// dist/engine.cjs    gateway, tasks, storage
// dist/sandbox.cjs   the embedded gateway
// dist/worker.cjs    the code of all threads: it parses media of others, and makes the media of the sandbox
// dist/lamejs.cjs    a library that users may replace by their own build, because of its license
// dist/preview.js    browser code of the preview
// dist/cli.cjs       the command line, which is in the package of npm alone
//
// It also writes dist/codicon.{css,svg} and dist/gutter, the icons of the preview and the margin, and ThirdPartyNotices.txt, the licenses of all that is in
// these files, and dist/ThirdPartyNotices.txt for the package of npm. It copies `types`, the declarations of the parts for programs in plain Node, which the package leaves out.
//
// Code that two outputs use is in both. They load each other by their names on first use (src/host/parts.ts).
import { existsSync, watch } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { iconNames } from './src/webview/icons.ts';
import { buildIcons, writeGutterIcons } from './scripts/icons.ts';
import { watchFolder } from './scripts/watchFolder.ts';
import { formatNotices, listPackages, readNotice } from './scripts/notices.ts';
import { npmParts } from './scripts/npmPackage.ts';

const root = dirname(fileURLToPath(import.meta.url));
const isProduction = process.argv.includes('--production');
const isWatching = process.argv.includes('--watch');
const outdir = resolve(
  root,
  process.argv.find((arg) => arg.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist',
);

/** The sources take from `vscode` what `scripts/vscode.ts` lists. A name that is not in that list fails the build. */
const vscodeOnce = {
  name: 'vscode-once',
  setup(context) {
    const list = join(root, 'scripts/vscode.ts');
    context.onResolve({ filter: /^vscode$/ }, ({ importer }) => (importer === list ? undefined : { path: list }));
  },
};

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
  // A library tries to load `supports-color`, and does without it.
  external: ['vscode', './lamejs.cjs', 'supports-color'],
  alias: {
    '@breezystack/lamejs': './lamejs.cjs',
    // The same library as modules: without a wrapper around each of its files it loads in a third of the time.
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
  },
  define: {
    'import.meta.url': 'importMetaUrl',
    // undici looks for this name, which Node's own build defines: its second HTTP parser, an experiment, is left out.
    esbuildDetection: 'true',
  },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  // Outputs are loaded with `require`: quicker than Node's loader of ES modules, and the one that VS Code hooks into.
  supported: { 'dynamic-import': false },
  plugins: [vscodeOnce],
};

function buildNode(name, entry, options = {}) {
  return build({ ...node, ...options, entryPoints: [entry], outfile: `${outdir}/${name}.cjs` });
}

function buildPreview() {
  return build({
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    // The page says that its scripts are in UTF-8, so nothing is escaped.
    charset: 'utf8',
    entryPoints: ['src/webview/preview.tsx'],
    outfile: `${outdir}/preview.js`,
    alias: { entities: join(root, 'src/webview/text/entities.ts') },
  });
}

/** The outputs by name. Each function builds one, and resolves with esbuild's result. */
const outputs = {
  entry: () => buildNode('entry', 'src/extension.ts'),
  host: () => buildNode('host', 'src/host/onDemand.ts'),
  language: () => buildNode('language', 'src/core/language/index.ts'),
  engine: () => buildNode('engine', 'src/engine/index.ts'),
  sandbox: () => buildNode('sandbox', 'src/sandbox/index.ts'),
  worker: () => buildNode('worker', 'src/worker.ts', { legalComments: 'eof' }),
  // It stays readable, so that it can be changed in place.
  lamejs: () => buildNode('lamejs', '@breezystack/lamejs', { alias: {}, minify: false, legalComments: 'inline' }),
  preview: buildPreview,
  cli: () => buildNode('cli', 'src/cli/main.ts', { banner: { js: `#!/usr/bin/env node\n${node.banner.js}` } }),
};

async function writeIcons() {
  const { css, svg } = await buildIcons(root, iconNames);
  await writeFile(join(outdir, 'codicon.css'), css);
  await writeFile(join(outdir, 'codicon.svg'), svg);
  await writeGutterIcons(root, outdir);
}

/** Writes the notices of one package: of the extension, or of the command line. */
async function writeNotices(file, metafiles, others = []) {
  const packages = [...listPackages(metafiles), ...others];
  const notices = await Promise.all(packages.map(([folder, files]) => readNotice(root, folder, files)));
  await writeFile(join(root, file), formatNotices(notices));
}

async function buildOnce() {
  const results = await Promise.all(Object.values(outputs).map((buildIt) => buildIt()));
  if (!isProduction) return;
  // Tests compare them with what a package may contain.
  await rm(join(root, 'out/meta'), { recursive: true, force: true });
  await mkdir(join(root, 'out/meta'), { recursive: true });
  const names = Object.keys(outputs);
  for (const [index, name] of names.entries())
    await writeFile(join(root, `out/meta/${name}.json`), JSON.stringify(results[index].metafile));
  const pick = (isWanted) => results.flatMap(({ metafile }, index) => (isWanted(names[index]) ? metafile : []));
  await writeNotices(
    'ThirdPartyNotices.txt',
    pick((name) => name !== 'cli'),
    [['node_modules/@vscode/codicons', ['dist/codicon.svg', 'dist/gutter']]],
  );
  await writeNotices(
    'dist/ThirdPartyNotices.txt',
    pick((name) => npmParts.includes(name)),
  );
}

/** A branch that is checked out changes many files. */
const quietMs = 30;

/**
 * Builds all outputs, then those of each source that changes. One with errors is built again with the next change.
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
    const isAffected = (name) => paths.some((path) => inputs.get(name)?.has(path));
    const names = Object.keys(outputs).filter((name) => !inputs.has(name) || isAffected(name));
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
  const results = await Promise.allSettled(names.map((name) => outputs[name]()));
  for (const [index, { value }] of results.entries()) {
    if (value) inputs.set(names[index], new Set(Object.keys(value.metafile.inputs)));
    else inputs.delete(names[index]);
  }
  const errors = results
    .flatMap(({ reason }) => (reason ? (reason.errors ?? [{ text: reason.message }]) : []))
    .map(formatError);
  for (const error of new Set(errors)) console.log(error);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const built = names.length === Object.keys(outputs).length ? 'all' : names.join(', ');
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
await cp(join(root, 'types'), outdir, { recursive: true });
await (isWatching ? watchSources() : buildOnce());
