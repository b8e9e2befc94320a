import { createDisposable, type Disposable } from '../../support/disposable.ts';
import { startOfDay } from '../../support/startOfDay.ts';
import { createLimiter } from '../pace/limiter.ts';
import type { TaskPorts } from '../ports.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { taskStates } from '../model/taskStates.ts';
import type { Watch } from '../watch.ts';
import { isOfDay, type OpenAccount } from './account.ts';
import type { AccountBook } from './accountBook.ts';
import { decideBudget, type BudgetAnswer, type BudgetItem, type BudgetScope } from './budget.ts';
import { buildCharge, type Charge } from './charge.ts';

/** Dispose `pass` when the task is in flight for all processes to see, or has ended. */
export type BudgetEntry =
  { readonly ok: true; readonly pass: Disposable } | { readonly ok: false; readonly scope: BudgetScope };

/** Keeps tasks from being sent when that would exceed a budget. Sandbox tasks may always be sent. */
export interface BudgetKeeper {
  /** Resolves when the task may be sent, or never may. */
  enter(watch: BudgetWatch): Promise<BudgetEntry>;
  /**
   * Whether the task may still be sent. Asked when the journal has it as `sending`, so that of two processes that send at
   * the same time at least one sees the other, and after each wait, in which others may have spent.
   */
  confirm(watch: BudgetWatch): Promise<boolean>;
  /** Whether money is reserved for this task. */
  holds(id: string): boolean;
}

type BudgetWatch = Pick<Watch, 'entry' | 'run' | 'signal'>;

interface BudgetLimit {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly counts: (charge: DatedItem) => boolean;
}

/** A charge with what limits choose by. */
interface DatedItem extends BudgetItem {
  readonly run: string;
  readonly jobFile: string;
  readonly job: string | null;
  /** Now for what is in flight. Unix ms. */
  readonly at: number;
}

export interface BudgetServices {
  readonly ports: Pick<TaskPorts, 'clock' | 'settings' | 'onNearBudget'>;
  readonly account: AccountBook;
}

/** How long a task waits for the price of another one before it looks again. */
const waitMs = 1_000;

interface LimitAnswer {
  readonly limit: BudgetLimit;
  readonly answer: BudgetAnswer;
}

export function createBudgetKeeper({ ports, account }: BudgetServices): BudgetKeeper {
  // One decision at a time, or two requests would see the same money.
  const turns = createLimiter(1);
  const reserved = new Set<string>();
  const warned = new Set<string>();

  const warn = ({ scope, limitUsd }: BudgetLimit, { usedUsd }: BudgetAnswer, { task }: TaskEntry): void => {
    const { run, jobFile, request } = task;
    const day = startOfDay(ports.clock.now());
    const places = { run: [run], file: [run, jobFile], job: [run, jobFile, request.job], day: [day] };
    const key = JSON.stringify([scope, limitUsd, places[scope]]);
    if (warned.has(key)) return;
    warned.add(key);
    ports.onNearBudget?.({ scope, limitUsd, usedUsd, jobFile });
  };
  /** In the turn in which it resolves, what is decided is still true. */
  const decide = async (watch: BudgetWatch, limits: readonly BudgetLimit[]): Promise<readonly LimitAnswer[]> => {
    const open = await account.read();
    const candidate = watch.entry();
    const items = listItems(open, { candidate, reserved, now: ports.clock.now() });
    const estimateUsd = open.prices.estimateLike(buildCharge(candidate))?.amountUsd ?? null;
    return limits.map((limit) => ({
      limit,
      answer: decideBudget(limit.limitUsd, { items: items.filter(limit.counts), estimateUsd }),
    }));
  };
  /** Null where it has to wait until the price of something in flight is known. */
  const tryToEnter = async (watch: BudgetWatch, limits: readonly BudgetLimit[]): Promise<BudgetEntry | null> => {
    const answers = await decide(watch, limits);
    const entry = watch.entry();
    // What would exceed any limit for good is said at once, also where another limit would let it wait.
    const blocking = answers.find(({ answer }) => answer.verdict === 'never');
    if (blocking) return { ok: false, scope: blocking.limit.scope };
    for (const { limit, answer } of answers) if (answer.isNear) warn(limit, answer, entry);
    if (answers.some(({ answer }) => answer.verdict === 'later')) return null;
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
      return (await decide(watch, limits)).every(({ answer }) => answer.verdict === 'now');
    },
  };
}

const freeEntry: BudgetEntry = { ok: true, pass: { dispose: () => undefined } };

interface ItemOptions {
  /** The task that asks: the request that it is about to send is added as an estimate of its own. */
  readonly candidate: TaskEntry;
  /** Planned tasks that may be sent at any moment. */
  readonly reserved: ReadonlySet<string>;
  readonly now: number;
}

/** What all requests but the next one count. */
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

/** A job file may lower what the user allows, and never raises it. */
function listLimits({ entry, run }: BudgetWatch, { clock, settings }: BudgetServices['ports']): readonly BudgetLimit[] {
  const { task } = entry();
  // Its money is made up.
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
