import type { IoStep, KillPoint } from './ioSteps.ts';

/** Processes at a time. */
const width = 2;

/** In a run of several tasks the steps are not always in the same order: some more are tried than were counted. */
export function listKillPoints(steps: readonly IoStep[]): readonly KillPoint[] {
  const all = [...steps, ...Array.from({ length: 3 }, () => ({ isWrite: false }))];
  return all.flatMap(({ isWrite }, at): KillPoint[] => {
    const step = at + 1;
    return [{ step, moment: 'before' }, ...(isWrite ? [{ step, moment: 'inside' } as const] : [])];
  });
}

/** Does the work for each of them, two at a time. */
export async function runAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, next));
}
