import { groupBy } from '../../../core/support/groupBy.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import type { Task } from '../../../core/task/model/task.ts';
import { isInFlight, sectionOf } from '../../../core/task/model/taskStates.ts';
import { formatAmount, formatElapsed } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { describeAttention, sumTasks, type RunTotals } from '../../tasks/runRow.ts';
import { findFixed, currentOf } from '../../tasks/taskGroups.ts';
import { describeProgress, reasonOf } from '../../tasks/taskRow.ts';
import { describeCounts, wordOfTask } from '../../ui/taskWords.ts';

/** How far a job is: what its newest run has done so far, and what earlier runs have made of the rest. */
export interface JobStatus {
  /** The tasks of the job in its newest run, newest first. */
  readonly tasks: readonly [Task, ...Task[]];
  /** With the results of earlier runs for other combinations. */
  readonly totals: RunTotals;
  /** The task that says best why the run needs attention. Null if it does not. */
  readonly cause: Task | null;
}

/** By id of the job. The job at the root is null. Jobs that have never run are left out. */
export type JobStatuses = ReadonlyMap<string | null, JobStatus>;

/** Finds the status of each job of a job file. The tasks of the file must be newest first. */
export function findStatuses(tasks: readonly Task[]): JobStatuses {
  const fixedIds = findFixed(tasks);
  const byJob = groupBy(tasks, ({ request }) => request.job);
  return new Map([...byJob].map(([job, own]) => [job, buildStatus(own, fixedIds)]));
}

function buildStatus(all: readonly Task[], fixedIds: ReadonlySet<string>): JobStatus {
  const [newest, ...others] = all as readonly [Task, ...Task[]];
  const tasks = [newest, ...others.filter(({ run }) => run === newest.run)] as const;
  const bad = tasks.filter((task) => sectionOf(task) === 'needsAttention' && !fixedIds.has(task.id));
  // The others were held back as a consequence.
  const cause = bad.find(({ error }) => error && error.code !== 'not-sent') ?? bad[0] ?? null;
  return { tasks, cause, totals: sumTasks(currentOf(all), { estimate: null, fixedIds }) };
}

export function isInProgress({ totals: { running, waiting } }: JobStatus): boolean {
  return running + waiting > 0;
}

/** Returns the id of the run if this window can stop it. Otherwise null. */
export function findStoppable({ tasks }: JobStatus): string | null {
  return tasks.find(({ state, holder }) => isInFlight(state) && !holder)?.run ?? null;
}

/** Returns the task that says best why the newest run has made nothing, or not all. Null if it has ended well. */
export function findBlocking({ tasks, totals, cause }: JobStatus): Task | null {
  const skipped = totals.saved === 0 ? tasks.find(({ state }) => state === 'skipped') : undefined;
  return cause ?? skipped ?? null;
}

interface StatusWords {
  readonly text: string;
  /** The same text, with the reason in full. */
  readonly tooltip: string;
}

/** A lens shares its line with others. In UTF-16 units. */
const maxReason = 40;

/**
 * Describes the status: progress and elapsed time, or what was made and what it cost, and why something was not. `now`
 * is Unix ms.
 */
export function describeStatus(status: JobStatus, now: number): StatusWords {
  if (isInProgress(status)) {
    const text = describeRunning(status, now);
    return { text, tooltip: text };
  }
  const facts = describeEnd(status).join(', ');
  const blocking = findBlocking(status);
  const [reason] = blocking ? reasonOf(blocking) : [];
  if (reason === undefined) return { text: facts, tooltip: facts };
  return { text: `${facts}: ${cutText(reason, maxReason)}`, tooltip: `${facts}: ${reason}` };
}

function describeRunning({ tasks, totals }: JobStatus, now: number): string {
  const [first] = tasks;
  const elapsed = formatElapsed(now - Math.min(...tasks.map(({ submittedAt, createdAt }) => submittedAt ?? createdAt)));
  const facts =
    totals.total === 1
      ? [wordOfTask(first), ...describeProgress(first)]
      : [
          `${totals.saved}/${totals.total}`,
          ...describeAttention(totals),
          ...describeCounts({ running: totals.running, skipped: totals.skipped }),
        ];
  return [...facts, elapsed].join(' · ');
}

/** Describes the sum of the known amounts too. The sandbox charges nothing. */
function describeEnd(status: JobStatus): readonly string[] {
  const { totals } = status;
  const { saved, skipped, spentUsd } = totals;
  const blocking = findBlocking(status);
  const cost = spentUsd === null ? [] : [formatAmount(spentUsd)];
  if (blocking && totals.total === 1) return [wordOfTask(blocking), ...cost];
  return [
    ...(saved > 0 ? [l10n.t('{count} saved', { count: saved })] : []),
    ...describeAttention(totals),
    ...describeCounts({ skipped }),
    ...cost,
  ];
}
