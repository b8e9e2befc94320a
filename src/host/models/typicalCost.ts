import type { Task } from '../../core/task/task.ts';
import { groupBy } from '../../core/support/groupBy.ts';

/** An estimate from this user's own results. */
export interface TypicalCost {
  /** The median. */
  readonly amountUsd: number;
  /** How many results it is taken from. */
  readonly count: number;
}

/** By model. */
export type Costs = ReadonlyMap<string, TypicalCost>;

/** Only amounts that a gateway has named count; the sandbox is free. */
export function findTypicalCosts(tasks: readonly Task[]): Costs {
  const paid = tasks.flatMap(({ isSandbox, amountUsd, request: { model } }) =>
    isSandbox || amountUsd === null || model === null ? [] : [{ model, amountUsd }],
  );
  return new Map(
    [...groupBy(paid, ({ model }) => model)].map(([model, own]) => [
      model,
      { amountUsd: median(own.map(({ amountUsd }) => amountUsd)), count: own.length },
    ]),
  );
}

/** Tells whether a model costs something else than before; models that cost the same need not be drawn again. */
export function hasOtherCost(model: string, before: Costs, now: Costs): boolean {
  const [one, other] = [before.get(model), now.get(model)];
  return one?.amountUsd !== other?.amountUsd || one?.count !== other?.count;
}

/** Of two in the middle the mean. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
