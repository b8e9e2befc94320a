// `npm run bench`: prints one table and writes out/bench.json. No figure fails anything, because the figures depend on
// the machine too.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOptions } from '../../scripts/options.ts';
import { outDir } from '../hosts/paths.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { formatTable } from '../support/formatTable.ts';
import { measureActivation } from './activationTime.ts';
import { measureCommandLine } from './commandLine.ts';
import { measureDownload } from './downloadSpeed.ts';
import { measureEntrySize } from './entrySize.ts';
import type { Figure } from './figure.ts';
import { measureLanguageLoad } from './languageLoad.ts';
import { measureLanguageSpeed } from './languageSpeed.ts';
import { measureManyTasks } from './manyTasks.ts';
import { measurePlanTime } from './planTime.ts';
import { measurePolling } from './pollingCost.ts';
import { measureScale } from './scale.ts';
import { measureSearch } from './searchSpeed.ts';
import { measureSheet } from './sheetScale.ts';
import { measureSubmit } from './submitOverhead.ts';

const groups = new Map<string, () => readonly Figure[] | Promise<readonly Figure[]>>([
  ['entry', measureEntrySize],
  ['plan', measurePlanTime],
  ['submit', measureSubmit],
  ['download', measureDownload],
  ['language', measureLanguageSpeed],
  ['load', measureLanguageLoad],
  ['cli', measureCommandLine],
  ['polling', measurePolling],
  ['tasks', measureManyTasks],
  ['scale', measureScale],
  ['search', measureSearch],
  ['sheet', measureSheet],
  ['activation', measureActivation],
]);

const usage = `npm run bench                    prints all figures, and writes out/bench.json
npm run bench -- plan language   only these groups: ${[...groups.keys()].join(' ')}`;

const { positionals: named } = parseOptions(usage, {});
const unknown = named.filter((name) => !groups.has(name));
if (unknown.length > 0) throw new Error(`No group is called ${unknown.join(', ')}: ${[...groups.keys()].join(', ')}`);

await buildPackage();
const figures: Figure[] = [];
try {
  for (const [name, measure] of groups) {
    if (named.length === 0 || named.includes(name)) figures.push(...(await measure()));
  }
} finally {
  // A group that fails does not lose the figures of those before it, which took minutes.
  const rows = figures.map(({ name, value, unit, against, aim }) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    against,
    aim,
  ]);
  console.log(formatTable(['figure', 'value', 'against', 'aim'], rows));
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'bench.json'), `${JSON.stringify(figures, null, 2)}\n`);
}
