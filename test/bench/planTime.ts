import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Yaml from 'yaml';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import type { addFingerprint } from '../../src/core/jobFile/requests/fillRequest.ts';
import type { planText, PlanOptions } from '../../src/core/jobFile/requests/planText.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { rootDir } from '../hosts/paths.ts';
import { timeAll, type Figure } from './figure.ts';

const jobCount = 1_000;
const axisSize = 10;
const matrixCount = axisSize ** 4;
/** The number is so large that the first rounds, which are slower, do not decide the median. */
const rounds = 41;

const options: PlanOptions = { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false };

interface BuiltCore {
  readonly planText: typeof planText;
  readonly addFingerprint: typeof addFingerprint;
}

/**
 * Compares planning, from the text to checked requests and with fingerprints, with writing the same bodies as JSON.
 * Measures the built part, because its build of `yaml` does not read `process.env` for each token, which takes a third
 * more time.
 */
export async function measurePlanTime(): Promise<readonly Figure[]> {
  const core = createRequire(import.meta.url)(join(rootDir, 'dist/core.cjs')) as BuiltCore;
  // The same build as in the part. Its types are those of the package.
  const library = join(rootDir, 'node_modules/yaml/browser/index.js');
  const yaml = (await import(pathToFileURL(library).href)) as typeof Yaml;
  const measure = async (name: string, text: string, aims: Aims): Promise<readonly Figure[]> => {
    const plan = () => core.planText(text, options).requests;
    const addAll = () => plan().map((request) => core.addFingerprint(request, { jobs: {}, sha256 }));
    const parse = () => yaml.parseDocument(text);
    const bodies = plan().map(({ body }) => body);
    if (bodies.length !== aims.count) throw new Error(`${bodies.length} requests were planned`);
    const write = () => bodies.map((body) => JSON.stringify(body));
    const [planMs = NaN, addMs = NaN, parseMs = NaN, writeMs = NaN] = await timeAll(rounds, [
      plan,
      addAll,
      parse,
      write,
    ]);
    const against = 'JSON.stringify of the bodies';
    return [
      { name, value: planMs, unit: 'ms', against: `median of ${rounds}`, aim: '' },
      { name, value: planMs / writeMs, unit: '×', against, aim: aims.plan },
      { name: `${name}, with fingerprints`, value: addMs / writeMs, unit: '×', against, aim: aims.fingerprints },
      { name: `${name}: its YAML alone`, value: parseMs / writeMs, unit: '×', against, aim: 'parsed whole by `yaml`' },
    ];
  };
  return [
    ...(await measure(`plan of ${jobCount} jobs`, buildJobs(), {
      count: jobCount,
      plan: 'reported',
      fingerprints: 'reported',
    })),
    ...(await measure(`plan of a matrix of ${matrixCount}`, buildMatrix(), {
      count: matrixCount,
      plan: '≤ 3',
      fingerprints: 'reported',
    })),
  ];
}

interface Aims {
  /** Number of requests. */
  readonly count: number;
  readonly plan: string;
  readonly fingerprints: string;
}

function buildJobs(): string {
  const jobs = Array.from({ length: jobCount }, (_, n) =>
    [
      `  hero-${n}:`,
      '    model: seedream-5-0-260128',
      `    prompt: A lighthouse at dawn, variant ${n}`,
      '    size: 2K',
    ].join('\n'),
  );
  return `gen: {max_runs: ${jobCount}}\njobs:\n${jobs.join('\n')}\n`;
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
