import { isOpen } from '../../src/core/task/model/taskStates.ts';
import type { SeenTask, Witness } from './witness.ts';
import { settlingMs, type Post, type World } from './world.ts';

/** Whether a response was read whole by a process that had the time to write down what was charged. */
export function wasRead({ work, isPlain, wholeAt, pid }: Post, world: World): boolean {
  return work !== null && work.amountUsd > 0 && isPlain && wholeAt !== null && world.hasSettled(pid, wholeAt);
}

/** What a process writes beside the job files is there, and is noticed on a network drive, within this time. */
const noticeMs = 8_000;

/**
 * When others can know what a process has noted beside a job file. What a disk refuses is noted again with the next beat.
 */
function noticedAt(pid: number, at: number, { refusals }: World): number {
  const notedAt = (refusals.get(pid) ?? []).reduce(
    (noted, refused) => (refused >= at && refused < noted + noticeMs ? refused + settlingMs : noted),
    at,
  );
  return notedAt + noticeMs;
}

/**
 * Counts the requests that were charged while nothing beside the job files told of the same request of another storage.
 * What is in flight, or may still get a result, is noticed at each press and before each request, and each record that
 * does not say that the task has failed at each press.
 */
export function countUnseen(
  posts: readonly Post[],
  { world, witness }: { readonly world: World; readonly witness: Witness },
): number {
  const tasks = [...witness.tasks.values()];
  const removed = new Set([...witness.removed].flatMap((id) => witness.tasks.get(id) ?? []));
  const isSeen = (before: Post, { prompt, origin, storage, at, pid }: Post): boolean => {
    const { work, wholeAt } = before;
    if (!work || before.origin !== origin || wholeAt === null || !wasRead(before, world)) return false;
    const sleep = world.sleeps.get(before.pid);
    if (sleep && sleep.from < wholeAt + noticeMs && sleep.until > wholeAt) return false;
    const isIts = (task: SeenTask): boolean =>
      task.taskId === work.taskId &&
      task.prompt === prompt &&
      (work.taskId !== null || task.storage === before.storage);
    const firstOf = (moments: readonly (number | null)[]): number =>
      Math.min(...moments.map((moment) => moment ?? Infinity));
    const its = tasks.filter(isIts);
    const isNamed = (task: SeenTask): boolean => isOpen(task) && !removed.has(task);
    const closedAt = firstOf(its.map((task) => (isNamed(task) ? null : task.recordedAt)));
    const toldAt = firstOf(its.map((task) => (task.state === 'failed' ? task.savedAt : task.recordedAt)));
    const own = tasks.filter((task) => task.prompt === prompt && task.storage === storage);
    const pressedAt = Math.min(at, ...own.map((task) => task.pressedAt));
    const isRefused = (moment: number): boolean =>
      world.refusals.get(pid)?.some((refused) => Math.abs(refused - moment) < noticeMs) === true;
    const isInFlight = (moment: number): boolean =>
      work.taskId !== null &&
      noticedAt(before.pid, wholeAt, world) < moment &&
      moment + noticeMs < closedAt &&
      !isRefused(moment);
    return isInFlight(pressedAt) || isInFlight(at) || toldAt + noticeMs < pressedAt;
  };
  const charged = posts.filter(({ work }) => work !== null && work.amountUsd > 0);
  const isUnseen = (post: Post, at: number): boolean =>
    charged.slice(0, at).some((before) => before.storage !== post.storage && !isSeen(before, post));
  return charged.filter(isUnseen).length;
}
