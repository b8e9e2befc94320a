/** One line of the bench: a ratio against a peer measured in the same run, or a plain count. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `×` for a ratio, where the peer is 1. */
  readonly unit: '×' | 'ms' | 'KB';
  /** What `value` was compared with, or how it was counted. */
  readonly against: string;
  /** In words; never a reason to fail. */
  readonly aim: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs both in turn, A B A B …, so that a slow moment of the machine meets both; answers the medians in ms. */
export async function timePair(
  rounds: number,
  a: () => unknown,
  b: () => unknown,
): Promise<{ readonly a: number; readonly b: number }> {
  const times = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.a.push(await time(a));
    times.b.push(await time(b));
  }
  return { a: median(times.a), b: median(times.b) };
}

async function time(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
