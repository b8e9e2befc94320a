import { createDisposable, type Disposable } from '../support/disposable.ts';
import { decideBudget, type BudgetAnswer, type BudgetScope } from './budget.ts';
import { listRecordCharges, listTaskCharges, type DatedCharge } from './charges.ts';
import { createEstimator } from './estimate.ts';
import { createLimiter } from './limiter.ts';
import type { JournalPort } from './journalPort.ts';
import { mergeHistory } from './mergeHistory.ts';
import type { TaskPorts } from './ports.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { TaskStore } from './taskStore.ts';
import type { Watch } from './watch.ts';

/** Dispose `pass` when the task is in flight for everybody to see, or has ended. */
export type BudgetEntry =
  { readonly ok: true; readonly pass: Disposable } | { readonly ok: false; readonly scope: BudgetScope };

/** Keeps tasks from being sent when that would exceed a budget. */
export interface BudgetKeeper {
  /** Resolves when the task may be sent, or never may. Sandbox tasks always may. */
  enter(watch: Pick<Watch, 'entry' | 'run' | 'signal'>): Promise<BudgetEntry>;
  /** Whether money is put aside for this task. */
  holds(id: string): boolean;
}

interface BudgetLimit {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly counts: (charge: DatedCharge) => boolean;
}

export interface BudgetServices {
  readonly ports: Pick<TaskPorts, 'clock' | 'history' | 'runsFile' | 'settings' | 'onNearBudget'> & {
    readonly journal: Pick<JournalPort, 'readForeign'>;
  };
  readonly store: Pick<TaskStore, 'list' | 'unlisted'>;
}

/** How long a task waits for the price of another one before it looks again. */
const waitMs = 1_000;

export function createBudgetKeeper({ ports, store }: BudgetServices): BudgetKeeper {
  // One decision at a time, or two requests would see the same money.
  const turns = createLimiter(1);
  const reserved = new Set<string>();
  const warned = new Set<string>();

  const warn = ({ scope, limitUsd }: BudgetLimit, { usedUsd }: BudgetAnswer, entry: TaskEntry): void => {
    const { run, jobFile, request } = entry.task;
    const place = { run, job: request.job, day: startOfDay(ports.clock.now()) }[scope];
    const key = JSON.stringify([scope, limitUsd, scope === 'day' ? '' : run, place]);
    if (warned.has(key)) return;
    warned.add(key);
    ports.onNearBudget?.({ scope, limitUsd, usedUsd, jobFile });
  };
  /** Null where it has to wait until the price of something in flight is known. */
  const tryToEnter = async (entry: TaskEntry, limits: readonly BudgetLimit[]): Promise<BudgetEntry | null> => {
    // That of its own may be new, and is read as it is now.
    const files = [
      ...(await ports.history.read(entry.boundary)),
      ...(await ports.runsFile.read(entry.task.jobFile).catch(() => [])),
    ];
    // After the files: a task that is taken over meanwhile would be counted here and there.
    const foreign = await ports.journal.readForeign();
    // Nothing waits from here on, so that what is decided is still true when the place is reserved.
    const entries = [...store.list(), ...store.unlisted(), ...foreign.listed, ...foreign.unlisted];
    const history = mergeHistory(files, entries);
    const estimate = createEstimator(history);
    const charges = [
      ...listTaskCharges(entries, { estimate, reserved, now: ports.clock.now() }),
      ...listRecordCharges(history, entries),
    ];
    const estimateUsd = estimate(entry.task.request)?.amountUsd ?? null;
    const answers = limits.map((limit) => {
      const answer = decideBudget(limit.limitUsd, { charges: charges.filter(limit.counts), estimateUsd });
      return { limit, answer };
    });
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
          const entered = await tryToEnter(watch.entry(), limits);
          if (entered) return entered;
        } finally {
          turn.dispose();
        }
        await ports.clock.sleep(waitMs, watch.signal);
      }
    },
  };
}

const freeEntry: BudgetEntry = { ok: true, pass: { dispose: () => undefined } };

/** A job file may lower what the user allows, and never raises it. */
function listLimits(
  { entry, run }: Pick<Watch, 'entry' | 'run'>,
  { clock, settings }: Pick<TaskPorts, 'clock' | 'settings'>,
): readonly BudgetLimit[] {
  const { task } = entry();
  // Its money is made up.
  if (task.isSandbox) return [];
  const { budgetRunUsd, budgetDayUsd } = settings();
  const today = startOfDay(clock.now());
  const isOfRun = (charge: DatedCharge): boolean => charge.run === task.run;
  const limits: readonly BudgetLimit[] = [
    { scope: 'run', limitUsd: Math.min(orNone(budgetRunUsd), run.terms.budgetUsd ?? Infinity), counts: isOfRun },
    {
      scope: 'job',
      limitUsd: task.request.budgetUsd ?? Infinity,
      counts: (charge) => isOfRun(charge) && charge.job === task.request.job,
    },
    { scope: 'day', limitUsd: orNone(budgetDayUsd), counts: ({ at }) => at >= today },
  ];
  return limits.filter(({ limitUsd }) => limitUsd < Infinity);
}

/** 0 stands for no budget. */
function orNone(limitUsd: number): number {
  return limitUsd > 0 ? limitUsd : Infinity;
}

/** The first moment of the local calendar day. */
function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
