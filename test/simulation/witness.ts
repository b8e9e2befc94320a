import type { Task, TaskAction } from '../../src/core/task/model/task.ts';
import { hasRecord, isInFlight } from '../../src/core/task/model/taskStates.ts';
import { alikeOf, promptOf } from './simulatedGateway.ts';
import type { SimulatedWindow } from './simulatedWindow.ts';
import type { World } from './world.ts';

/** Watches a story from outside and remembers what the windows must not forget. */
export interface Witness {
  see(task: Task, window: SimulatedWindow): void;
  /** Notes that the user has selected an action. */
  chose(task: Task, action: TaskAction): void;
  /** Notes that the user has agreed to pay for this prompt again. */
  allow(prompt: string): void;
  /** Notes that the user has renamed a job file, so that its tasks are saved and recorded again. */
  moved(jobFiles: readonly string[]): void;
  /** Compares what all windows list together with what was accepted. */
  look(tasks: readonly Task[]): void;
  /** Checks the time that a window has taken to look for tasks that no window watches. */
  boundLook(startedAt: number): void;
  /** Closes a window, and checks the time that this takes. */
  bound(window: SimulatedWindow): Promise<void>;
  report(fault: string): void;
  /** Returns how often a prompt may be charged without a fault, beyond the first time. */
  countAllowed(prompt: string): number;
  /** The last change of each task that was seen. */
  readonly tasks: ReadonlyMap<string, SeenTask>;
  /** Ids of tasks that the user has taken out of the history. */
  readonly removed: ReadonlySet<string>;
  /** When the user has last resumed or resubmitted the task of a prompt, in ms of the world. */
  readonly resumed: ReadonlyMap<string, number>;
  /** A moment for each record of a process that it sends a request. */
  readonly sendings: readonly Sending[];
  /** When the price of each kind of request was known first, by storage and kind, in ms of the world. */
  readonly priced: ReadonlyMap<string, number>;
  /** A moment for each start of saving a task. */
  readonly saves: readonly Moment[];
  /**
   * When the amount of each accepted task and of each kind of request was known first to its own window, by storage and
   * the gateway's id or kind, in ms of the world.
   */
  readonly settled: ReadonlyMap<string, number>;
  readonly faults: () => readonly string[];
}

interface Moment {
  readonly pid: number;
  /** Time in ms of the world. */
  readonly at: number;
}

export interface Sending extends Moment {
  readonly prompt: string;
  /** Whether the task was sent before, and may have been charged. */
  readonly isRepeat: boolean;
}

export interface SeenTask {
  readonly prompt: string;
  readonly run: string;
  readonly jobFile: string;
  readonly state: Task['state'];
  readonly code: string | null;
  readonly taskId: string | null;
  readonly amountUsd: number | null;
  /** The process that was the first to show the task in this state, and when. */
  readonly pid: number;
  readonly at: number;
  /** Number of the storage folder of the process. */
  readonly storage: number;
  /** When the user pressed Generate for it, in ms of the world. */
  readonly pressedAt: number;
  /** When a process first showed an end that is recorded beside the job file, and that it is saved; null before that. */
  readonly recordedAt: number | null;
  readonly savedAt: number | null;
}

/** A task is lost when the gateway has said so this often in a row, for this long. */
const [unknownsBeforeLost, unknownForMs] = [3, 60_000];
/** The longest time that a window takes to continue its tasks while the disk has no faults. */
const lookingMs = 5_000;
/**
 * After these actions, the same request may be paid again, because the user was asked, or has given up the first one.
 */
const payingActions: ReadonlySet<TaskAction> = new Set(['retry', 'resubmit', 'dismiss', 'remove']);

/** Whether a response that arrives late, or a query about a lost task, leads from this end to the state without a click. */
function mayFollow({ state: before, code }: SeenTask, state: Task['state']): boolean {
  if (before === 'lost') return state === 'pending';
  return state !== 'planned' && (before === 'unconfirmed' || code === 'dismissed');
}

export function createWitness(world: World): Witness {
  const faults = new Set<string>();
  const allowed = new Map<string, number>();
  const tasks = new Map<string, SeenTask>();
  /** The last time that the user has selected an action for a task of each job file. It may concern other tasks too. */
  const clicks = new Map<string, number>();
  const removed = new Set<string>();
  const resumed = new Map<string, number>();
  /** The task of each prompt that was sent again first. */
  const resubmitted = new Map<string, string>();
  /**
   * Tasks that a window has recorded after its sleep, in which another window had adopted and perhaps replaced them.
   */
  const outdated = new Set<string>();
  const sendings: Sending[] = [];
  const priced = new Map<string, number>();
  const settled = new Map<string, number>();
  const saves: Moment[] = [];
  /** How often in a row each accepted task was in no list. */
  const missing = new Map<string, number>();
  const report = (fault: string): void => {
    if (!faults.has(fault)) world.log('FAULT', fault);
    faults.add(fault);
  };
  /** A clip from another image is another request. */
  const countOthers = (prompt: string): number => {
    const still = prompt.replace(/ clip$/, ' still');
    if (still === prompt) return 0;
    return Math.max(0, world.posts.filter((post) => post.prompt === still && post.work).length - 1);
  };
  /** Only the gateway's own words say that it has no such task, and only if it repeats them. */
  const checkLost = (taskId: string | null, prompt: string): void => {
    const own = [...world.gateway.unknowns].filter(([key]) => key.startsWith(`${taskId} `)).map(([, each]) => each);
    const repeated = own.filter(({ count }) => count >= unknownsBeforeLost);
    if (repeated.length === 0) report(`${prompt}: lost after fewer than three responses`);
    const since = Math.min(...repeated.map((each) => each.since));
    // A wait in which a clock is set counts in full.
    const wasSet = world.machines.some(({ clock }) => clock.setAt() >= since);
    if (!wasSet && world.time.now() - since < unknownForMs) report(`${prompt}: lost within a minute`);
  };
  const allow = (prompt: string): void => void allowed.set(prompt, (allowed.get(prompt) ?? 0) + 1);
  return {
    countAllowed: (prompt) => (allowed.get(prompt) ?? 0) + countOthers(prompt),
    tasks,
    removed,
    resumed,
    sendings,
    priced,
    settled,
    saves,
    faults: () => [...faults],
    report,
    allow,
    see(
      { id, run, jobFile, request, state, taskId, amountUsd, error, doubtfulAttempts, artifacts },
      { number, pid, machine: { storage }, pressedAt: lastPressedAt },
    ) {
      const prompt = promptOf(request.recordBody);
      const before = tasks.get(id);
      if (before?.state !== state) {
        world.log(
          `window ${number}/${pid}`,
          `task ${id} (${prompt}): ${before?.state ?? 'new'} → ${state} ${error?.code ?? ''}`,
        );
        world.cover(`${before?.state ?? 'new'} → ${state}`);
        world.cover(`state ${state}`);
        world.cover(`${state} ${error?.code ?? ''}`.trimEnd());
      }
      if (state === 'saved' && artifacts.length === 0) report(`${prompt}: saved without a file`);
      if (amountUsd !== null && !(amountUsd >= 0 && amountUsd < Infinity))
        report(`${prompt}: shown with an amount of ${amountUsd}`);
      if (state === 'saving' && before?.state !== 'saving') saves.push({ pid, at: world.time.now() });
      const kind = `${storage} ${alikeOf(prompt)}`;
      if (amountUsd && state === 'saved' && !priced.has(kind)) priced.set(kind, world.time.now());
      for (const each of amountUsd === null ? [] : [taskId === null ? kind : `${storage} ${taskId}`, kind])
        if (!settled.has(each)) settled.set(each, world.time.now());
      const isOutdated = before && before.pid !== pid && world.hasJustWoken(pid);
      if (isOutdated && before.at > (world.sleeps.get(pid)?.from ?? 0)) {
        outdated.add(id);
        return;
      }
      const isKnown = before !== undefined && (before.pid === pid || world.hasSettled(before.pid, before.at));
      const isClicked = before && (clicks.get(jobFile) ?? -Infinity) >= before.at;
      if (
        isKnown &&
        before.state !== state &&
        !isInFlight(before.state) &&
        !isClicked &&
        !outdated.has(id) &&
        !mayFollow(before, state)
      )
        report(`${prompt}: ${before.state}, then ${state} without a click`);
      if (isKnown && before.taskId !== null && taskId === null) {
        report(`${prompt}: was accepted as ${before.taskId}, and is ${state} without an id`);
      }
      // A process that dies at once may forget that the task was found again.
      if (state === 'lost' && before?.state !== 'lost' && (before === undefined || isKnown)) checkLost(taskId, prompt);
      if (state === 'sending' && before?.state !== 'sending')
        sendings.push({ prompt, pid, at: world.time.now(), isRepeat: doubtfulAttempts > 0 });
      const at = before?.state === state && before.pid === pid ? before.at : world.time.now();
      const { pressedAt, recordedAt, savedAt } = before ?? {
        pressedAt: lastPressedAt,
        recordedAt: null,
        savedAt: null,
      };
      const facts = {
        code: error?.code ?? null,
        recordedAt: recordedAt ?? (hasRecord(state) ? at : null),
        savedAt: savedAt ?? (state === 'saved' ? at : null),
      };
      tasks.set(id, { prompt, run, jobFile, state, taskId, amountUsd, pid, at, storage, pressedAt, ...facts });
    },
    chose({ id, jobFile, request }, action) {
      clicks.set(jobFile, world.time.now());
      const prompt = promptOf(request.recordBody);
      if (action === 'remove') removed.add(id);
      if (action === 'resume' || action === 'resubmit') resumed.set(prompt, world.time.now());
      // A clip is not made without its image, which may have been stopped.
      if (action === 'retry') resumed.set(prompt.replace(/ clip$/, ' still'), world.time.now());
      // All attempts of a task are one request for a gateway that can identify it. Those of two tasks are two.
      const isFree = action === 'resubmit' && world.isIdempotent && (resubmitted.get(prompt) ?? id) === id;
      if (action === 'resubmit' && !resubmitted.has(prompt)) resubmitted.set(prompt, id);
      if (payingActions.has(action) && !isFree) allow(prompt);
    },
    moved(jobFiles) {
      for (const jobFile of jobFiles) clicks.set(jobFile, world.time.now());
    },
    look(listed) {
      const ids = new Set(listed.map(({ taskId }) => taskId));
      for (const { work, prompt, wholeAt, isPlain, pid, storage } of world.posts) {
        if (world.deleted.has(storage)) continue;
        // Retry replaces a task that has failed.
        const id = work && !work.isFailure ? work.taskId : null;
        if (id === null || wholeAt === null || !isPlain || !world.hasSettled(pid, wholeAt)) continue;
        // A task that changes hands may be in no list for a moment.
        const missed = ids.has(id) ? 0 : (missing.get(id) ?? 0) + 1;
        missing.set(id, missed);
        const isRemoved = [...removed].some((each) => tasks.get(each)?.prompt === prompt);
        // A response that came after a sleep is found when the lease of its process has expired.
        if (missed > (world.sleeps.has(pid) ? 12 : 2) && !isRemoved) report(`${prompt}: ${id} is in no list`);
      }
    },
    boundLook(startedAt) {
      const tookMs = world.time.now() - startedAt;
      if (world.isCalm(startedAt) && tookMs > lookingMs) report(`a look takes ${Math.round(tookMs)} ms`);
    },
    async bound(window) {
      const startedAt = world.time.now();
      const isInTime = await window.close();
      if (!isInTime && world.isCalm(startedAt)) report('closing takes too long');
    },
  };
}
