import type { IoStep, KillPoint } from './ioSteps.ts';

/** Processes at a time. */
const width = 2;

/**
 * Lists a kill before each step whose predecessor has left something, and one inside each write. In a run of several
 * tasks the order of the steps varies, so a few more steps are tried than were counted.
 */
export function listKillPoints(steps: readonly IoStep[]): readonly KillPoint[] {
  const left: readonly IoStep['leaves'][] = [...steps.map(({ leaves }) => leaves), 'change', 'change', 'change'];
  return left.flatMap((leaves, at): readonly KillPoint[] => {
    const step = at + 1;
    const before: KillPoint = { step, moment: 'before' };
    const inside: KillPoint = { step, moment: 'inside' };
    return [...(left[at - 1] === 'nothing' ? [] : [before]), ...(leaves === 'bytes' ? [inside] : [])];
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
