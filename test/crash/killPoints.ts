import type { IoStep, KillPoint } from './ioSteps.ts';

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
