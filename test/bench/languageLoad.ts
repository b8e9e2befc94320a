import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { outDir, rootDir } from '../hosts/paths.ts';
import { type Figure, median } from './figure.ts';

const run = promisify(execFile);
const rounds = 15;

/** Time until `require` of each has answered, in a process of its own that prints it. */
const timed = 'const s = performance.now(); require(process.argv[1]); console.log(performance.now() - s);';

/** Loads the language part, with the core that it shares, and the peer's library, bundled as we bundle. */
export async function measureLanguageLoad(): Promise<readonly Figure[]> {
  const own = join(rootDir, 'dist/language.cjs');
  const peer = await bundlePeer();
  const times: { readonly own: number; readonly peer: number }[] = [];
  for (let round = 0; round < rounds; round += 1) times.push({ own: await load(own), peer: await load(peer) });
  const peerMs = median(times.map((each) => each.peer));
  const value = median(times.map((each) => each.own)) / peerMs;
  const against = `yaml-language-server bundled, ${peerMs.toFixed(1)} ms`;
  return [{ name: 'load of the language part, cold', value, unit: '×', against, aim: '≤ 0.1' }];
}

async function bundlePeer(): Promise<string> {
  const folder = join(outDir, 'bench');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, 'languagePeer.cjs');
  await build({
    stdin: { contents: "export { getLanguageService } from 'yaml-language-server';", resolveDir: rootDir },
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

async function load(file: string): Promise<number> {
  const { stdout } = await run(process.execPath, ['-e', timed, file]);
  return Number(stdout);
}
