import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { jobFileSchema } from '../../src/core/language/index.ts';
import { outDir, rootDir } from '../hosts/paths.ts';
import { type Figure, median } from './figure.ts';
import { buildBenchDocuments } from './languageDocuments.ts';

const run = promisify(execFile);
const rounds = 15;

/**
 * Runs in a separate process: measures the time until the part is loaded, and until the first problems of a file are
 * there.
 */
const timed = `
  const [side, partPath, text, schemaText] = process.argv.slice(1);
  const schema = JSON.parse(schemaText);
  const started = performance.now();
  const { createLanguageService, getLanguageService, TextDocument } = require(partPath);
  const loaded = performance.now();
  const findProblems = side === 'peer' ? findPeers : findOwn;
  Promise.resolve(findProblems()).then(() => {
    console.log(JSON.stringify({ load: loaded - started, problems: performance.now() - started }));
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
 * Loads the language part in new processes. The peer's library is bundled and minified as
 * we bundle.
 */
export async function measureLanguageLoad(): Promise<readonly Figure[]> {
  const bench = buildBenchDocuments().find(({ name }) => name === '200 lines');
  const inputs = [bench?.text ?? '', JSON.stringify(jobFileSchema())] as const;
  const parts = { own: join(rootDir, 'dist/language.cjs'), peer: await bundlePeer() };
  const times: Record<keyof typeof parts, Times[]> = { own: [], peer: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['own', 'peer'] as const) times[side].push(await load([side, parts[side], ...inputs]));
  }
  const compare = (name: string, key: keyof Times, aim: string): Figure => {
    const [ownMs = NaN, peerMs = NaN] = [times.own, times.peer].map((each) => median(each.map((one) => one[key])));
    return {
      name,
      value: ownMs / peerMs,
      unit: '×',
      against: `yaml-language-server bundled, ${peerMs.toFixed(1)} ms`,
      aim,
    };
  };
  return [
    compare('load of the language part', 'load', '≤ 0.2'),
    compare('the same until the first problems, 200 lines', 'problems', '≤ 0.33'),
  ];
}

/** Bundles the peer as we bundle. Resolves to the path of the file. */
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
  const { stdout } = await run(process.execPath, ['-e', timed, ...args]);
  return JSON.parse(stdout) as Times;
}
