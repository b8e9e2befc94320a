import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import type { planText, PlanOptions } from '../../src/core/jobFile/requests/planText.ts';
import { outDir, rootDir } from '../hosts/paths.ts';
import { timeAll, type Figure } from './figure.ts';

const axisSize = 10;
const matrixCount = axisSize ** 4;
/** The number is so large that the first rounds, which are slower, do not decide the median. */
const rounds = 41;

const options: PlanOptions = { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false };

/**
 * Compares planning, from the text to checked requests without fingerprints, with writing the same bodies as JSON. It is
 * bundled as in the outputs, because their build of `yaml` does not read `process.env` for each token, which takes a
 * third more time.
 */
export async function measurePlanTime(): Promise<readonly Figure[]> {
  const core = await bundlePlanning();
  const text = buildMatrix();
  const plan = () => core.planText(text, options).requests;
  const bodies = plan().map(({ body }) => body);
  if (bodies.length !== matrixCount) throw new Error(`${bodies.length} requests were planned`);
  const [planMs = NaN, writeMs = NaN] = await timeAll(rounds, [plan, () => bodies.map((body) => JSON.stringify(body))]);
  const name = `plan of a matrix of ${matrixCount}`;
  const against = `JSON.stringify of the bodies; ${planMs.toFixed(1)} ms`;
  return [{ name, value: planMs / writeMs, unit: '×', against, aim: '≤ 3' }];
}

async function bundlePlanning(): Promise<{ readonly planText: typeof planText }> {
  const outfile = join(outDir, 'bench/planText.mjs');
  await build({
    entryPoints: [join(rootDir, 'src/core/jobFile/requests/planText.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    alias: { yaml: join(rootDir, 'node_modules/yaml/browser/index.js') },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href) as Promise<{ planText: typeof planText }>;
}

/** Four axes of ten: one sets a field, three make up the prompt. */
function buildMatrix(): string {
  const sizes = [
    '2K',
    '3K',
    '2048x2048',
    '2304x1728',
    '1728x2304',
    '2848x1600',
    '1600x2848',
    '2496x1664',
    '1664x2496',
    '3072x3072',
  ];
  const list = (name: string): string => Array.from({ length: axisSize }, (_, n) => `${name} ${n}`).join(', ');
  return [
    `gen: {max_runs: ${matrixCount}}`,
    'model: seedream-5-0-260128',
    'prompt: A lighthouse at ${{ matrix.time }}, ${{ matrix.weather }}, in the style of ${{ matrix.style }}',
    'output_format: png',
    'matrix:',
    `  size: [${sizes.join(', ')}]`,
    `  time: [${list('hour')}]`,
    `  weather: [${list('sky')}]`,
    `  style: [${list('brush')}]`,
    '',
  ].join('\n');
}
