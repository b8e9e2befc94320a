import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One line of the bench: a ratio against a peer measured in the same run, or a plain count. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `×` for a ratio, where the peer is 1. */
  readonly unit: '×' | 'ms' | 'KB' | 'MB';
  /** What `value` was compared with, or how it was counted. */
  readonly against: string;
  /** In words; never a reason to fail. */
  readonly aim: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Makes the runs in turn, A B A B …, so that a slow moment of the machine meets all of them. `prepare` comes before each
 * and is not timed. Resolves to the medians in ms.
 */
export async function timeAll(
  rounds: number,
  runs: readonly (() => unknown)[],
  prepare: () => unknown = () => undefined,
): Promise<readonly number[]> {
  const times = runs.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, run] of runs.entries()) {
      await prepare();
      times[at]?.push(await time(run));
    }
  }
  return times.map(median);
}

/** Returns how long a run takes, in ms. */
export async function time(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Runs a script of this folder in a separate process, with an order as JSON. Resolves to the JSON that it prints. */
export async function runProcess(
  script: string,
  { order = null, args = [] }: { readonly order?: unknown; readonly args?: readonly string[] } = {},
): Promise<unknown> {
  const command = [...args, join(import.meta.dirname, script), JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout);
}
