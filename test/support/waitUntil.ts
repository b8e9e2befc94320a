import { setTimeout as delay } from 'node:timers/promises';

const intervalMs = 100;

/**
 * Calls `find` again until it returns something. Use it for facts that only the disk shows. A page has its own ways to
 * wait.
 */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  patienceMs = 240_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(intervalMs);
  }
  throw new Error(`Waited ${patienceMs / 1000} s in vain for ${what}`);
}
