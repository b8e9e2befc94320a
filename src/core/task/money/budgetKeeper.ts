import type { Clock } from '../../support/clock.ts';
import { createDisposable, emptyDisposable, holding, type Disposable } from '../../support/disposable.ts';
import { createLimiter } from '../../support/limiter.ts';
import { startOfDay } from '../../support/startOfDay.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { isRepeatable, taskStates } from '../model/taskStates.ts';
import { isOfDay, type OpenAccount, type AccountBook } from './account.ts';
import { buildCharge, type Charge, type Hash } from './charge.ts';

/** What a limit applies to: a run, its part for one job file, one job of that part, or the local calendar day. */
type BudgetScope = 'run' | 'file' | 'job' | 'day';

/** A budget of which at least 80 % are used. */
export interface NearBudget {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly usedUsd: number;
  readonly jobFile: string;
}

type BudgetEntry =
  /** Dispose `pass` when all processes can see that the task is in flight, or when it has ended. */
  | { readonly ok: true; readonly pass: Disposable }
  /** `unpriced`: the model, or endpoint, of a request whose unknown price alone keeps this one from being sent, or null. */
  | { readonly ok: false; readonly scope: BudgetScope; readonly unpriced: string | null };

interface BudgetLimit {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly counts: (charge: DatedItem) => boolean;
}

/** With the facts by which limits select. `at` is the present time for a request in flight. */
interface DatedItem extends BudgetItem, Pick<Charge, 'run' | 'jobFile' | 'job' | 'at'> {}

/** Budgets of the settings in USD. 0 means no budget. */
export interface BudgetSettings {
  readonly budgetRunUsd: number;
  readonly budgetDayUsd: number;
}

export interface BudgetPorts {
  readonly clock: Clock;
  readonly settings: () => BudgetSettings;
  readonly sha256: Hash;
  /** Called once for each budget of which at least 80 % are used. */
  readonly onNearBudget?: ((budget: NearBudget) => void) | undefined;
}

/** Interval after which a task that waits for the price of another one checks again. */
const waitMs = 1_000;

export type BudgetKeeper = ReturnType<typeof createBudgetKeeper>;

/** Keeps tasks from being sent when that would exceed a budget. Sandbox tasks may always be sent. */
export function createBudgetKeeper(ports: BudgetPorts, account: AccountBook) {
  // One decision is made at a time. Otherwise two requests would use the same money.
  const turns = createLimiter(1);
  const reserved = new Set<string>();
  const warned = new Set<string>();

  const warn = ({ scope, limitUsd, usedUsd }: Omit<NearBudget, 'jobFile'>, { task }: TaskEntry): void => {
    const { run, jobFile, request } = task;
    const day = startOfDay(ports.clock.now());
    const keys = { run: [run], file: [run, jobFile], job: [run, jobFile, request.job], day: [day] };
    const key = JSON.stringify([scope, limitUsd, keys[scope]]);
    if (warned.has(key)) return;
    warned.add(key);
    ports.onNearBudget?.({ scope, limitUsd, usedUsd, jobFile });
  };
  /** When it resolves, nothing has changed since the account was read. */
  const decide = async (entry: () => TaskEntry, limits: readonly BudgetLimit[]) => {
    const open = await account.read();
    const candidate = entry();
    const items = listItems(open, { candidate, reserved, now: ports.clock.now() });
    const estimateUsd = open.estimateLike(buildCharge(candidate, ports.sha256))?.amountUsd ?? null;
    return limits.map(({ scope, limitUsd, counts }) => ({
      scope,
      limitUsd,
      ...decideBudget(limitUsd, { items: items.filter(counts), estimateUsd }),
    }));
  };
  /** Resolves to null if the task has to wait until the price of a request in flight is known. */
  const tryToEnter = async (entry: () => TaskEntry, limits: readonly BudgetLimit[]): Promise<BudgetEntry | null> => {
    const decisions = await decide(entry, limits);
    // If the task would exceed any limit for good, that is returned at once, even if another limit would let it wait.
    const blocking = decisions.find(({ timing }) => timing === 'never');
    if (blocking) return { ok: false, scope: blocking.scope, unpriced: blocking.unpriced };
    for (const decision of decisions) if (decision.isNear) warn(decision, entry());
    if (decisions.some(({ timing }) => timing === 'later')) return null;
    const { id } = entry().task;
    reserved.add(id);
    return { ok: true, pass: createDisposable(() => void reserved.delete(id)) };
  };
  return {
    holds: (id: string) => reserved.has(id),
    /** Resolves when the task may be sent, or when it is known that it never may. `entry` returns its present state. */
    async enter(entry: () => TaskEntry, signal: AbortSignal): Promise<BudgetEntry> {
      for (;;) {
        const limits = listLimits(entry(), ports);
        if (limits.length === 0) return { ok: true, pass: emptyDisposable };
        const turn = await turns.enter(signal);
        const entered = await holding(turn, () => tryToEnter(entry, limits));
        if (entered) return entered;
        await ports.clock.sleep(waitMs, signal);
      }
    },
    /**
     * Whether the task may still be sent. Called when the journal has the task as `sending`: when two processes send at
     * the same time, at least one then sees the other. Called again after each wait, because other tasks may have spent
     * money.
     */
    async confirm(entry: TaskEntry): Promise<boolean> {
      const limits = listLimits(entry, ports);
      return limits.length === 0 || (await decide(() => entry, limits)).every(({ timing }) => timing === 'now');
    },
  };
}

interface ItemOptions {
  /** The task that asks. The request that it is about to send is added separately, as an estimate. */
  readonly candidate: TaskEntry;
  /** Planned tasks that may be sent at any moment. */
  readonly reserved: ReadonlySet<string>;
  readonly now: number;
}

/** Lists what all requests except the next one contribute. */
function listItems({ charges, usdOf }: OpenAccount, { candidate, reserved, now }: ItemOptions): readonly DatedItem[] {
  return charges.flatMap((charge): DatedItem[] => {
    const { task, run, jobFile, job, at } = charge;
    const name = charge.model ?? charge.endpoint;
    const isCandidate = task === candidate.task.id;
    const isReserved = charge.state === 'planned' && reserved.has(task);
    const isUnsettled = !isCandidate && (isReserved || taskStates[charge.state].charge === 'unsettled');
    let known = charge;
    // A request that is sent again with the same identity is charged once.
    const isSame = isRepeatable(candidate.task, now);
    if (isCandidate) known = { ...charge, amountUsd: 0, ...(isSame ? { doubtful: 0, earlierUsd: 0 } : {}) };
    else if (isReserved) known = { ...charge, amountUsd: null };
    const amountUsd = usdOf(known);
    // Resume is the decision of the user to send one request although the prices of earlier ones are unknown.
    const isAccepted = isCandidate || at <= (candidate.resumedAt ?? -Infinity);
    const item = { run, jobFile, job, name, isUnsettled, amountUsd, at: isUnsettled ? now : at };
    const earlier = known.earlierUsd > 0 ? [{ ...item, isUnsettled: false, amountUsd: known.earlierUsd }] : [];
    return amountUsd === null && !isUnsettled && isAccepted ? earlier : [...earlier, item];
  });
}

/** Lists the limits for a task. A job file can lower the budgets of the settings, but not raise them. */
function listLimits({ task, terms }: TaskEntry, { clock, settings }: BudgetPorts): readonly BudgetLimit[] {
  // The sandbox's amounts are invented.
  if (task.isSandbox) return [];
  const { budgetRunUsd, budgetDayUsd } = settings();
  const isOfRun = (item: DatedItem): boolean => item.run === task.run;
  const isOfFile = (item: DatedItem): boolean => isOfRun(item) && item.jobFile === task.jobFile;
  const limits: readonly BudgetLimit[] = [
    { scope: 'run', limitUsd: orNone(budgetRunUsd), counts: isOfRun },
    { scope: 'file', limitUsd: terms.budgetUsd ?? Infinity, counts: isOfFile },
    {
      scope: 'job',
      limitUsd: task.request.budgetUsd ?? Infinity,
      counts: (item) => isOfFile(item) && item.job === task.request.job,
    },
    { scope: 'day', limitUsd: orNone(budgetDayUsd), counts: isOfDay(clock.now()) },
  ];
  return limits.filter(({ limitUsd }) => limitUsd < Infinity);
}

/** 0 means no budget. */
function orNone(limitUsd: number): number {
  return limitUsd > 0 ? limitUsd : Infinity;
}

/** What a request contributes to a budget. */
export interface BudgetItem {
  /** The model, or the endpoint if it accepts none. */
  readonly name: string;
  /** The request is in flight and its amount is unknown. */
  readonly isUnsettled: boolean;
  /** The estimate if the amount is unknown, or null without one. */
  readonly amountUsd: number | null;
}

/**
 * `now`: send the request. `later`: the price of a request in flight is unknown. `never`: the request would exceed the
 * limit, or a request that may have been charged has ended and its price is unknown.
 */
export type BudgetTiming = 'now' | 'later' | 'never';

interface BudgetDecision {
  readonly timing: BudgetTiming;
  /** At least 80 % of the limit are used, including this request. */
  readonly isNear: boolean;
  /** The name of an ended request of unknown price, if the limit would not be exceeded by what is known. Else null. */
  readonly unpriced: string | null;
  /** The sum of what is spent and in flight. */
  readonly usedUsd: number;
}

const nearShare = 0.8;
/** Tolerance for sums of prices, which are not exact as binary fractions. */
const dustUsd = 1e-9;

/**
 * Decides whether a request may be sent under a limit. Requests in flight count at their estimates. If this request or
 * one in flight has no estimate, requests are sent one at a time. When such a request has ended and its price is still
 * unknown, nothing more is sent. So what is spent is at most the limit, if the estimates are right, and one request of
 * unknown price.
 */
export function decideBudget(
  limitUsd: number,
  { items, estimateUsd }: { readonly items: readonly BudgetItem[]; readonly estimateUsd: number | null },
): BudgetDecision {
  const usedUsd = items.reduce((sum, { amountUsd }) => sum + (amountUsd ?? 0), 0);
  const totalUsd = usedUsd + (estimateUsd ?? 0);
  const isNear = totalUsd >= limitUsd * nearShare - dustUsd;
  const isUsedUp = (estimateUsd === null && usedUsd >= limitUsd - dustUsd) || totalUsd > limitUsd + dustUsd;
  const ended = isUsedUp ? undefined : items.find(({ isUnsettled, amountUsd }) => !isUnsettled && amountUsd === null);
  const unpriced = ended?.name ?? null;
  const decide = (timing: BudgetTiming): BudgetDecision => ({ timing, isNear, unpriced, usedUsd });
  if (isUsedUp || unpriced !== null) return decide('never');
  const unsettled = items.filter(({ isUnsettled }) => isUnsettled);
  const isUnclear =
    unsettled.some(({ amountUsd }) => amountUsd === null) || (estimateUsd === null && unsettled.length > 0);
  return decide(isUnclear ? 'later' : 'now');
}
