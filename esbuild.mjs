// Builds the parts of the extension into dist/. Usage: node esbuild.mjs [--production]
//
// dist/extension.cjs  entry: registration only, small; loads the other parts when they are first used
// dist/commands.cjs   what the commands of the palette and the menus do
// dist/core.cjs       what language and engine share: the pure core without `language` and `task`
// dist/yaml.cjs       what of it reads YAML, with the library, loaded with the first text
// dist/language.cjs   the language service
// dist/onDemand.cjs   what of it nobody needs before asking
// dist/providers.cjs  what VS Code asks of it in job files, loaded with the first of them
// dist/engine.cjs     gateway, tasks, storage, and dist/parser.cjs, its worker thread that parses what others wrote
// dist/sandbox.cjs    the embedded gateway, and dist/sandboxMedia.cjs, its worker thread
// dist/previewHost.cjs  the panels of the preview, loaded with the first of them
// dist/preview.js     browser code of the preview webview, and dist/codicon.{css,ttf}, its icons
//
// esbuild does not split CommonJS, so a plugin turns an import that crosses into another part into a `require` of it.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const isProduction = process.argv.includes('--production');

/** Folders below src/core that make up dist/core.cjs. */
const sharedFolders = ['support', 'artifact', 'catalog', 'jobFile'];

/** Sources that start a part: importing one from another part means to load that part. */
const partEntries = new Map([
  ['src/core/language/index.ts', 'language'],
  ['src/engine.ts', 'engine'],
  ['src/host/commands/index.ts', 'commands'],
  ['src/host/language/index.ts', 'providers'],
  ['src/host/preview/previewPanels.ts', 'previewHost'],
  ['src/sandbox/index.ts', 'sandbox'],
]);

const yamlSources = ['jobFile/buildSyntaxTree', 'jobFile/listAnchors', 'jobFile/parseSyntax', 'support/parseYamlValue'];

/**
 * Sources of parts that are not loaded where they are imported: functions of the same names stand in for theirs, and load
 * the part when one of them is first called.
 */
const deferred = new Map([
  ['src/core/language/onDemand.ts', 'onDemand'],
  ...yamlSources.map((name) => [`src/core/${name}.ts`, 'yaml']),
]);

const isShared = (path) => sharedFolders.some((folder) => path.startsWith(`src/core/${folder}/`));

/** Marks what belongs to another part as external. `usesCore`: shared core files come from dist/core.cjs. */
function partBoundaries({ name, usesCore }) {
  return {
    name: 'part-boundaries',
    setup(context) {
      context.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind, namespace }) => {
        if (kind === 'entry-point') return undefined;
        if (namespace === 'stand-ins') return { path, external: true };
        const target = relative(root, resolve(resolveDir, path)).split(sep).join('/');
        const part = partEntries.get(target);
        const laterPart = deferred.get(target);
        if ([part, laterPart].includes(name)) return undefined;
        if (part) return { path: `./${part}.cjs`, external: true };
        if (usesCore && isShared(target)) return { path: './core.cjs', external: true };
        return laterPart ? { path: target, namespace: 'stand-ins' } : undefined;
      });
      context.onLoad({ filter: /./, namespace: 'stand-ins' }, async ({ path }) => ({
        contents: await buildStandIns(path),
      }));
    },
  };
}

/** One for each function of a source. Whoever imports anything else from there fails the build. */
async function buildStandIns(path) {
  const source = await readFile(join(root, path), 'utf8');
  const names = [...source.matchAll(/^export (?:function (\w+)|\{ (.+) \} from)/gm)].flatMap(([, own, others]) =>
    own ? [own] : others.split(', '),
  );
  return [
    'let part;',
    `const load = () => (part ??= require('./${deferred.get(path)}.cjs'));`,
    ...names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
  ].join('\n');
}

/**
 * A part asks for `vscode` once, not in each of its files: VS Code looks up each time who asks, and esbuild copies its
 * names each time, which took the entry longer than all the rest of its loading.
 */
const vscodeOnce = {
  name: 'vscode-once',
  setup(context) {
    const namespace = 'vscode-once';
    context.onResolve({ filter: /^vscode$/ }, (args) =>
      args.namespace === namespace ? undefined : { path: 'vscode', namespace },
    );
    context.onLoad({ filter: /^vscode$/, namespace }, () => ({ contents: "export * from 'vscode';" }));
  },
};

/**
 * The entry of dist/core.cjs: everything its folders export, as plain properties of one object, which load in a quarter
 * of the time that a getter for each takes. A name exported twice would vanish, so it fails the build.
 */
async function coreEntry() {
  const seen = new Map();
  const lines = [];
  for (const folder of sharedFolders) {
    const files = await readdir(join(root, 'src/core', folder), { recursive: true });
    for (const name of files.filter((each) => each.endsWith('.ts')).sort()) {
      const file = `./src/core/${folder}/${name.split(sep).join('/')}`;
      const source = await readFile(join(root, file), 'utf8');
      const matches = source.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm);
      // An overloaded function is declared several times.
      const names = [...new Set([...matches].map(([, own]) => own))];
      for (const exported of names) {
        if (seen.has(exported)) throw new Error(`${exported} is exported by ${seen.get(exported)} and by ${file}`);
        seen.set(exported, file);
      }
      if (names.length > 0) lines.push(`import { ${names.join(', ')} } from '${file}';`);
    }
  }
  return [...lines, `export default { ${[...seen.keys()].join(', ')} };`];
}

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
  legalComments: 'none',
};

const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22.19',
  mainFields: ['module', 'main'],
  external: ['vscode'],
  // Parts are loaded with `require`: quicker than Node's loader of ES modules, and the one that VS Code hooks into.
  // Classes such as `\p{L}` are tables that V8 builds while it reads a pattern, used or not. So they become
  // `new RegExp`, which does it where it runs: a quarter of the time that core and language take to load.
  supported: { 'dynamic-import': false, 'regexp-unicode-property-escapes': false },
};

/** For a part that asks where it lies. */
const locatable = {
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** `entry`: a source, or lines that gather several. */
function buildPart(name, entry, { usesCore = false, ...options } = {}) {
  return build({
    ...node,
    ...options,
    ...(Array.isArray(entry)
      ? { stdin: { contents: entry.join('\n'), resolveDir: root, sourcefile: `${name}.ts`, loader: 'ts' } }
      : { entryPoints: [entry] }),
    outfile: `dist/${name}.cjs`,
    plugins: [partBoundaries({ name, usesCore }), vscodeOnce],
  });
}

await rm(join(root, 'dist'), { recursive: true, force: true });
await mkdir(join(root, 'out/meta'), { recursive: true });

const results = {
  extension: buildPart('extension', 'src/extension.ts'),
  commands: buildPart('commands', 'src/host/commands/index.ts'),
  core: buildPart('core', await coreEntry(), { footer: { js: 'module.exports = module.exports.default;' } }),
  yaml: buildPart(
    'yaml',
    yamlSources.map((name) => `export * from './src/core/${name}.ts';`),
    {
      usesCore: true,
      // The same library as modules: without a wrapper around each of its files it loads in a third of the time.
      alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    },
  ),
  language: buildPart('language', 'src/core/language/index.ts', { usesCore: true }),
  onDemand: buildPart('onDemand', 'src/core/language/onDemand.ts', { usesCore: true }),
  providers: buildPart('providers', 'src/host/language/index.ts', { usesCore: true }),
  previewHost: buildPart('previewHost', 'src/host/preview/previewPanels.ts'),
  engine: buildPart('engine', 'src/engine.ts', { usesCore: true, ...locatable }),
  parser: buildPart('parser', 'src/engine/parserWorker.ts'),
  sandbox: buildPart('sandbox', 'src/sandbox/index.ts', { usesCore: true, ...locatable }),
  sandboxMedia: buildPart('sandboxMedia', 'src/sandbox/media/worker.ts'),
  preview: build({
    ...common,
    entryPoints: ['src/webview/preview.ts'],
    outfile: 'dist/preview.js',
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
  }),
};

await mkdir(join(root, 'dist'), { recursive: true });
for (const name of ['codicon.css', 'codicon.ttf']) {
  await copyFile(join(root, 'node_modules/@vscode/codicons/dist', name), join(root, 'dist', name));
}

for (const [name, result] of Object.entries(results)) {
  const { metafile } = await result;
  await writeFile(join(root, `out/meta/${name}.json`), JSON.stringify(metafile));
}
