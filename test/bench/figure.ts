/** One line of the bench: a ratio against a peer measured in the same run, or a plain count. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `×` for a ratio, where the peer is 1. */
  readonly unit: '×' | 'ms' | 'KB' | 'MB' | '/min';
  /** What `value` was compared with, or how it was counted. */
  readonly against: string;
  /** In words; never a reason to fail. */
  readonly aim: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs both in turn, A B A B …, so that a slow moment of the machine meets both. Resolves to the medians in ms. */
export async function timePair(
  rounds: number,
  a: () => unknown,
  b: () => unknown,
): Promise<{ readonly a: number; readonly b: number }> {
  const [timeA = NaN, timeB = NaN] = await timeAll(rounds, [a, b]);
  return { a: timeA, b: timeB };
}

/** Like `timePair`, with any number of runs. `prepare` runs before each of them and is not timed. */
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
