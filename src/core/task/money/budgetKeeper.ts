import { createDisposable, emptyDisposable, type Disposable } from '../../support/disposable.ts';
import { startOfDay } from '../../support/startOfDay.ts';
import { createLimiter } from '../pace/limiter.ts';
import type { TaskPorts } from '../ports.ts';
import type { RunPart } from '../run/run.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { taskStates } from '../model/taskStates.ts';
import { isOfDay, type OpenAccount } from './account.ts';
import type { AccountBook } from './accountBook.ts';
import { decideBudget, type BudgetDecision, type BudgetItem, type BudgetScope } from './budget.ts';
import { buildCharge, type Charge } from './charge.ts';

/** Dispose `pass` when all processes can see that the task is in flight, or when it has ended. */
export type BudgetEntry =
  { readonly ok: true; readonly pass: Disposable } | { readonly ok: false; readonly scope: BudgetScope };

/** Keeps tasks from being sent when that would exceed a budget. Sandbox tasks may always be sent. */
export interface BudgetKeeper {
  /** Resolves when the task may be sent, or when it is known that it never may. */
  enter(watch: BudgetWatch): Promise<BudgetEntry>;
  /**
   * Whether the task may still be sent. Called when the journal has the task as `sending`: when two processes send at the
   * same time, at least one then sees the other. Called again after each wait, because other tasks may have spent money.
   */
  confirm(watch: BudgetWatch): Promise<boolean>;
  /** Whether money is reserved for this task. */
  holds(id: string): boolean;
}

/** What is read of the watch of a task. */
interface BudgetWatch {
  readonly entry: () => TaskEntry;
  readonly run: Pick<RunPart, 'terms'>;
  readonly signal: AbortSignal;
}

interface BudgetLimit {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly counts: (charge: DatedItem) => boolean;
}

/** A charge together with the facts by which limits select. */
interface DatedItem extends BudgetItem {
  readonly run: string;
  readonly jobFile: string;
  readonly job: string | null;
  /** Unix ms. The present time for a request in flight. */
  readonly at: number;
}

export interface BudgetServices {
  readonly ports: Pick<TaskPorts, 'clock' | 'settings' | 'onNearBudget'>;
  readonly account: AccountBook;
}

/** Interval after which a task that waits for the price of another one checks again. */
const waitMs = 1_000;

interface LimitDecision {
  readonly limit: BudgetLimit;
  readonly decision: BudgetDecision;
}

export function createBudgetKeeper({ ports, account }: BudgetServices): BudgetKeeper {
  // One decision is made at a time. Otherwise two requests would use the same money.
  const turns = createLimiter(1);
  const reserved = new Set<string>();
  const warned = new Set<string>();

  const warn = ({ scope, limitUsd }: BudgetLimit, { usedUsd }: BudgetDecision, { task }: TaskEntry): void => {
    const { run, jobFile, request } = task;
    const day = startOfDay(ports.clock.now());
    const keys = { run: [run], file: [run, jobFile], job: [run, jobFile, request.job], day: [day] };
    const key = JSON.stringify([scope, limitUsd, keys[scope]]);
    if (warned.has(key)) return;
    warned.add(key);
    ports.onNearBudget?.({ scope, limitUsd, usedUsd, jobFile });
  };
  /** When it resolves, nothing has changed since the account was read. */
  const decide = async (watch: BudgetWatch, limits: readonly BudgetLimit[]): Promise<readonly LimitDecision[]> => {
    const open = await account.read();
    const candidate = watch.entry();
    const items = listItems(open, { candidate, reserved, now: ports.clock.now() });
    const estimateUsd = open.prices.estimateLike(buildCharge(candidate))?.amountUsd ?? null;
    return limits.map((limit) => ({
      limit,
      decision: decideBudget(limit.limitUsd, { items: items.filter(limit.counts), estimateUsd }),
    }));
  };
  /** Resolves to null if the task has to wait until the price of a request in flight is known. */
  const tryToEnter = async (watch: BudgetWatch, limits: readonly BudgetLimit[]): Promise<BudgetEntry | null> => {
    const decisions = await decide(watch, limits);
    const entry = watch.entry();
    // If the task would exceed any limit for good, that is returned at once, even if another limit would let it wait.
    const blocking = decisions.find(({ decision }) => decision.timing === 'never');
    if (blocking) return { ok: false, scope: blocking.limit.scope };
    for (const { limit, decision } of decisions) if (decision.isNear) warn(limit, decision, entry);
    if (decisions.some(({ decision }) => decision.timing === 'later')) return null;
    reserved.add(entry.task.id);
    return { ok: true, pass: createDisposable(() => void reserved.delete(entry.task.id)) };
  };
  return {
    holds: (id) => reserved.has(id),
    async enter(watch) {
      for (;;) {
        const limits = listLimits(watch, ports);
        if (limits.length === 0) return freeEntry;
        const turn = await turns.enter(watch.signal);
        try {
          const entered = await tryToEnter(watch, limits);
          if (entered) return entered;
        } finally {
          turn.dispose();
        }
        await ports.clock.sleep(waitMs, watch.signal);
      }
    },
    async confirm(watch) {
      const limits = listLimits(watch, ports);
      if (limits.length === 0) return true;
      return (await decide(watch, limits)).every(({ decision }) => decision.timing === 'now');
    },
  };
}

const freeEntry: BudgetEntry = { ok: true, pass: emptyDisposable };

interface ItemOptions {
  /** The task that asks. The request that it is about to send is added separately, as an estimate. */
  readonly candidate: TaskEntry;
  /** Planned tasks that may be sent at any moment. */
  readonly reserved: ReadonlySet<string>;
  readonly now: number;
}

/** Lists what all requests except the next one contribute. */
function listItems({ charges, prices }: OpenAccount, { candidate, reserved, now }: ItemOptions): readonly DatedItem[] {
  return charges.flatMap((charge): DatedItem[] => {
    const { task, run, jobFile, job } = charge;
    const isCandidate = task === candidate.task.id;
    const isReserved = charge.state === 'planned' && reserved.has(task);
    const isUnsettled = !isCandidate && (isReserved || taskStates[charge.state].charge === 'unsettled');
    const amountUsd = prices.usdOf(
      isCandidate ? withAmount(charge, 0) : isReserved ? withAmount(charge, null) : charge,
    );
    if (amountUsd === null && !isUnsettled) return [];
    return [{ run, jobFile, job, isUnsettled, amountUsd, at: isUnsettled ? now : charge.at }];
  });
}

function withAmount(charge: Charge, amountUsd: number | null): Charge {
  return { ...charge, amountUsd };
}

/** Lists the limits for a task. A job file can lower the budgets of the settings, but not raise them. */
function listLimits({ entry, run }: BudgetWatch, { clock, settings }: BudgetServices['ports']): readonly BudgetLimit[] {
  const { task } = entry();
  // The sandbox's amounts are invented.
  if (task.isSandbox) return [];
  const { budgetRunUsd, budgetDayUsd } = settings();
  const isOfRun = (item: DatedItem): boolean => item.run === task.run;
  const isOfFile = (item: DatedItem): boolean => isOfRun(item) && item.jobFile === task.jobFile;
  const limits: readonly BudgetLimit[] = [
    { scope: 'run', limitUsd: orNone(budgetRunUsd), counts: isOfRun },
    { scope: 'file', limitUsd: run.terms.budgetUsd ?? Infinity, counts: isOfFile },
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
