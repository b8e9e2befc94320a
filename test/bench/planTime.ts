import { createHash } from 'node:crypto';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import { planText, type PlanOptions } from '../../src/core/jobFile/build/plan.ts';
import { timeAll, type Figure } from './figure.ts';

const jobCount = 1_000;
const axisSize = 10;
const matrixCount = axisSize ** 4;
/** Enough that the first ones, which are slower, do not make the median. */
const rounds = 41;

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

const options: PlanOptions = {
  catalog: bundledCatalog,
  fileBase: 'hero',
  sha256,
  isStrict: false,
};

/** From text to checked requests with fingerprints, against writing the same bodies as JSON, and hashing them. */
export async function measurePlanTime(): Promise<readonly Figure[]> {
  return [
    ...(await measurePlan(`plan of ${jobCount} jobs`, { text: buildJobs(), count: jobCount, most: 40 })),
    ...(await measurePlan(`plan of a matrix of ${matrixCount}`, { text: buildMatrix(), count: matrixCount, most: 3 })),
  ];
}

async function measurePlan(
  name: string,
  { text, count, most }: { readonly text: string; readonly count: number; readonly most: number },
): Promise<readonly Figure[]> {
  const plan = () => planText(text, options);
  const bodies = plan().requests.map(({ body }) => body);
  if (bodies.length !== count) throw new Error(`${bodies.length} requests were planned`);
  const write = () => bodies.map((body) => JSON.stringify(body));
  const hash = () => bodies.map((body) => sha256(JSON.stringify(body)));
  const [planMs = NaN, writeMs = NaN, hashMs = NaN] = await timeAll(rounds, [plan, write, hash]);
  return [
    { name, value: planMs, unit: 'ms', against: `median of ${rounds}`, aim: '' },
    { name, value: planMs / writeMs, unit: '×', against: 'JSON.stringify of the bodies', aim: `≤ ${most}` },
    { name, value: planMs / hashMs, unit: '×', against: 'JSON.stringify and SHA-256 of the bodies', aim: 'reported' },
  ];
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
