import { createHash } from 'node:crypto';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import { planJobFile } from '../../src/core/jobFile/plan.ts';
import { stringifyJson } from '../../src/core/support/json.ts';
import { timePair, type Figure } from './figure.ts';

const jobCount = 1_000;

/** From text to checked and fingerprinted requests, against writing the same bodies as JSON. */
export async function measurePlanTime(): Promise<readonly Figure[]> {
  const jobs = Array.from({ length: jobCount }, (_, n) =>
    [
      `  hero-${n}:`,
      '    model: seedream-5-0-260128',
      `    prompt: A lighthouse at dawn, variant ${n}`,
      '    size: 2K',
    ].join('\n'),
  );
  const text = `jobs:\n${jobs.join('\n')}\n`;
  const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
  const plan = () => planJobFile(text, { catalog: bundledCatalog, fileBase: 'hero', sha256, isStrict: false });
  const bodies = plan().requests.map(({ body }) => body);
  if (bodies.length !== jobCount) throw new Error(`${bodies.length} requests were planned`);
  const { a, b } = await timePair(15, plan, () => bodies.map(stringifyJson));
  return [
    { name: `plan of ${jobCount} jobs`, value: a, unit: 'ms', against: 'median of 15', aim: '' },
    {
      name: `plan of ${jobCount} jobs`,
      value: a / b,
      unit: '×',
      against: 'writing the bodies as JSON',
      aim: 'parse included',
    },
  ];
}
