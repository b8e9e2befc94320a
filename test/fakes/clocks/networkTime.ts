// Lets the timeouts of undici pass, which it measures with its own timers.
import timers from 'undici/lib/util/timers.js';

/** Makes every timeout of the network end as soon as it begins, until the work is done. */
export async function withoutNetworkPatience<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const end = (): void => over.abort();
  work.then(end, end);
  while (!over.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    timers.tick(700_000);
  }
  return work;
}

/** Lets this much time pass for every timeout of the network that is running. */
export async function passNetworkTime(durationMs: number): Promise<void> {
  // A timeout starts with the first tick after its call.
  timers.tick(1_000);
  timers.tick(durationMs);
  // Closes connections whose timeout has passed.
  await new Promise((resolve) => setTimeout(resolve, 5));
}
