/** Longer than anything takes that a unit test waits for, even on a busy machine. */
const patienceMs = 120_000;

/**
 * Returns the outcome of `work`. Rejects after the limit with the present state, so that later tests are not delayed.
 */
export async function withPatience<T>(work: Promise<T>, describe: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain: ${describe()}`)), patienceMs);
  });
  return Promise.race([work, giveUp]).finally(() => clearTimeout(timer));
}
