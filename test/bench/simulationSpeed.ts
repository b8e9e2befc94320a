import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

/** Counts the stories that a process tells, and that two processes tell at the same time, as `npm run hunt` does. */
export async function measureSimulation(): Promise<readonly Figure[]> {
  const alone = await tellFixed();
  const together = await Promise.all([tellFixed(), tellFixed()]);
  return [
    buildFigure('simulation: stories on one core', alone, 'more than 1,000'),
    buildFigure('simulation: stories on two cores', together[0] + together[1], 'more than 2,000'),
  ];
}

/** Returns the number of stories in a minute. */
async function tellFixed(): Promise<number> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'simulationSpeedProcess.ts')]);
  return Number(stdout);
}

function buildFigure(name: string, value: number, aim: string): Figure {
  return { name, value, unit: '/min', against: '', aim };
}
