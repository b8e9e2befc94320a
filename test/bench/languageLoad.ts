import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { jobFileSchema } from '../../src/core/language/index.ts';
import { outDir, rootDir } from '../hosts/paths.ts';
import { type Figure, median } from './figure.ts';
import { buildBenchDocuments } from './languageDocuments.ts';

const run = promisify(execFile);
const rounds = 15;
const loader = join(rootDir, 'src/host/parts/partLoader.ts');

/**
 * Runs in a separate process: measures the time until the part is loaded, and until the first problems of a file are
 * there.
 */
const timed = `
  const [loader, side, partPath, codeFolder, text, schemaText] = process.argv.slice(1);
  const { createPartLoader } = require(loader);
  const { basename, dirname } = require('node:path');
  const schema = JSON.parse(schemaText);
  const parts = createPartLoader({ folder: dirname(partPath), codeFolder });
  const load = side === 'peer' ? () => require(partPath) : () => parts.load('./' + basename(partPath));
  const started = performance.now();
  const { createLanguageService, getLanguageService, TextDocument } = load();
  const loaded = performance.now();
  const findProblems = side === 'peer' ? findPeers : findOwn;
  Promise.resolve(findProblems()).then(() => {
    console.log(JSON.stringify({ load: loaded - started, problems: performance.now() - started }));
    // The first window ends after it has kept what it compiled.
    if (side !== 'keep') parts.dispose();
  });
  function findOwn() {
    return createLanguageService().open('file:///hero.gen.yaml', text).problems();
  }
  function findPeers() {
    const service = getLanguageService({ workspaceContext: {}, schemaRequestService: () => Promise.resolve('{}') });
    const schemas = [{ uri: 'file:///jobFile.json', fileMatch: ['*.gen.yaml'], schema }];
    service.configure({ validate: true, schemas });
    return service.doValidation(TextDocument.create('file:///hero.gen.yaml', 'yaml', 1, text), false);
  }
`;

type Times = Readonly<Record<'load' | 'problems', number>>;

/**
 * Loads the language part, with the core that it shares, as the first window after an update does, and as later ones do,
 * which find the code that was kept. The peer's library is bundled and minified as we bundle.
 */
export async function measureLanguageLoad(): Promise<readonly Figure[]> {
  const bench = buildBenchDocuments().find(({ name }) => name === '200 lines');
  const inputs = [bench?.text ?? '', JSON.stringify(jobFileSchema())] as const;
  const ownPart = join(rootDir, 'dist/language.cjs');
  const [kept, nothing] = ['kept', 'nothing'].map((name) => join(outDir, 'bench/code', name));
  const sides = [
    ['first', ownPart, nothing],
    ['later', ownPart, kept],
    ['peer', await bundlePeer(), nothing],
  ] as const;
  await rm(join(outDir, 'bench/code'), { recursive: true, force: true });
  await load(['keep', ownPart, kept ?? '', ...inputs]);
  const times: Record<(typeof sides)[number][0], Times[]> = { first: [], later: [], peer: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, part, code] of sides) times[side].push(await load([side, part, code ?? '', ...inputs]));
  }
  const compare = (name: string, side: 'first' | 'later', key: keyof Times, aim: string): Figure => {
    const [ownMs = NaN, peerMs = NaN] = [times[side], times.peer].map((each) => median(each.map((one) => one[key])));
    return {
      name,
      value: ownMs / peerMs,
      unit: '×',
      against: `yaml-language-server bundled, ${peerMs.toFixed(1)} ms`,
      aim,
    };
  };
  return [
    compare('load of the language part', 'later', 'load', '≤ 0.1'),
    compare('the same until the first problems, 200 lines', 'later', 'problems', '≤ 0.2'),
    compare('load in the first window after an update', 'first', 'load', 'reported'),
    compare('the same until the first problems', 'first', 'problems', 'reported'),
  ];
}

async function bundlePeer(): Promise<string> {
  const folder = join(outDir, 'bench');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, 'languagePeer.cjs');
  await build({
    stdin: {
      contents: [
        "export { getLanguageService } from 'yaml-language-server';",
        "export { TextDocument } from 'vscode-languageserver-textdocument';",
      ].join('\n'),
      resolveDir: rootDir,
    },
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });
  await writeFile(join(folder, 'package.json'), '{"type": "commonjs"}\n');
  return outfile;
}

async function load(args: readonly string[]): Promise<Times> {
  const { stdout } = await run(process.execPath, ['-e', timed, loader, ...args]);
  return JSON.parse(stdout) as Times;
}
