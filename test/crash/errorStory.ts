import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isInFlight } from '../../src/core/task/model/taskStates.ts';
import type { OpenAccount } from '../../src/core/task/money/account.ts';
import { mayCost } from '../../src/core/task/money/charge.ts';
import type { Engine } from '../../src/engine/index.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../fakes/disk/faultyFiles.ts';
import { createLeapingClock } from '../fakes/clocks/leapingClock.ts';
import { createMemoryDisk, type MemoryDisk } from '../fakes/disk/memoryDisk.ts';
import { createFakeProcesses } from '../fakes/disk/processes.ts';
import { withPatience } from '../support/patience.ts';
import { amountOf, startCrashGateway, type CrashGateway } from './crashGateway.ts';
import type { CrashJob } from './crashJobs.ts';
import { findFaults, promptOf } from './findFaults.ts';
import {
  generate,
  continueTasks,
  jobFileOf,
  openEngine,
  storageFolder,
  workFolder,
  type CrashPlace,
} from './headless.ts';

/** What happens to the windows of a story, which follow each other. */
export interface ErrorPlan {
  /** The step of the first window on its files, from 1, at which the fault or the closing happens. */
  readonly step: number;
  /** The fault of the steps, or that the window is closed. */
  readonly fault: Exclude<Fault, undefined> | 'close';
  readonly lasts: 'once' | 'until-rest' | 'for-good';
  /** Whether only the folder of the journal fails, as if it were on a separate disk. */
  readonly isStorageOnly: boolean;
  /** Whether the first window is closed properly when it is idle, or its process is gone then. */
  readonly end: 'closed' | 'gone';
  /** Number of steps after the start of closing at which the process is gone. */
  readonly stepsToClose: number;
  /** Whether the gateway finishes nothing before the first window has ended. */
  readonly isHeld: boolean;
  /** The step of the second window at which its process ends. If it is 0, there is no such window. */
  readonly killStep: number;
  /** Whether the power is cut when the first window ends. */
  readonly isPowerCut: boolean;
}

export interface ErrorStory {
  /** The steps of the first window. */
  readonly steps: readonly FileStep[];
  /** Descriptions of what is wrong in the end. */
  readonly faults: readonly string[];
}

/** Closing may take as long as it likes. */
const deadline = new AbortController().signal;

/** A window on the disk of a story. */
interface Window {
  readonly engine: Engine;
  /** Ends the process of the window: it does nothing from now on. */
  readonly kill: () => void;
}

/** A story in which nothing happens. */
export const quietPlan: ErrorPlan = {
  step: Infinity,
  fault: 'never',
  lasts: 'once',
  isStorageOnly: false,
  end: 'closed',
  stepsToClose: 0,
  isHeld: false,
  killStep: 0,
  isPowerCut: false,
};

/** Tells a story in one process and without waiting: on a disk in memory, with a clock that leaps. */
export async function tellErrorStory(job: CrashJob, plan: ErrorPlan): Promise<ErrorStory> {
  let isHeld = plan.isHeld;
  // Each task is seen running once.
  const gateway = await startCrashGateway({ isRunning: (query) => isHeld || query === 1 });
  const root = await mkdtemp(join(tmpdir(), 'genwright-error-'));
  const place = { root, gatewayUrl: gateway.url };
  try {
    // Plans look at the disk itself.
    await mkdir(workFolder(place));
    await writeFile(jobFileOf(place), job.text);
    const story = createStory(place, gateway, job);
    const first = await story.begin(plan);
    isHeld = false;
    await story.runKilledWindow(plan);
    return { steps: first.steps, faults: await story.findFaults(first) };
  } finally {
    await gateway.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Facts at the end of the first window. */
interface FirstWindow {
  readonly steps: readonly FileStep[];
  /** Whether a restart must know all that the window knew. */
  readonly isWhole: boolean;
  /** Whether a result that is saved twice, or saved and in doubt, is a fault. */
  readonly isExact: boolean;
  /** Prompts whose response was there while the process lived. */
  readonly answered: readonly string[];
  /** Ids of the tasks that were saved. */
  readonly saved: ReadonlySet<string>;
}

function createStory(place: CrashPlace, gateway: CrashGateway, job: CrashJob) {
  const disk = createMemoryDisk();
  const clock = createLeapingClock();
  disk.put(jobFileOf(place), job.text);
  /** The starts of processes by their ids. An ended process gets another start, as if its id were used again. */
  const alive = new Map<number, string>();
  const backwards: string[] = [];

  const open = (decide: (step: FileStep) => Fault = () => undefined): Window => {
    let isGone = false;
    const files = createFaultyFiles((step) => (isGone ? 'never' : decide(step)), disk.files);
    const pid = alive.size + 1;
    alive.set(pid, '1');
    const engine = openEngine(place, { clock, files, processes: createFakeProcesses({ pid, alive }) });
    const kill = (): void => {
      isGone = true;
      alive.set(pid, '2');
      engine.dispose();
    };
    return { engine, kill };
  };
  const begin = async (plan: ErrorPlan): Promise<FirstWindow> => {
    const steps: FileStep[] = [];
    let isRepaired = false;
    let end = (): void => undefined;
    const gone = new Promise<void>((resolve) => (end = resolve));
    let closed: Promise<void> | undefined;
    let isCut = false;
    const decide = (): Fault => {
      const isHit = plan.lasts === 'once' ? steps.length === plan.step : steps.length >= plan.step && !isRepaired;
      if (plan.fault === 'close') {
        // The engine is not closed in the middle of another caller's call.
        if (isHit) process.nextTick(() => (closed ??= engine.close(deadline).then(end)));
        if (steps.length < plan.step + plan.stepsToClose) return undefined;
        isCut = true;
        end();
        return 'never';
      }
      if (isHit && plan.fault === 'never') end();
      return isHit ? plan.fault : undefined;
    };
    const { engine, kill } = open((step) => {
      if (plan.isStorageOnly && !step.path.startsWith(storageFolder(place))) return undefined;
      steps.push(step);
      return decide();
    });
    // A plan that cannot be made sends nothing.
    const run = generate(engine, place).catch(() => undefined);
    const rest = plan.isHeld ? untilRunning(engine) : run;
    await waitFor(engine, Promise.race([gone, run, rest]));
    const saved = new Set(engine.tasks().flatMap(({ id, state }) => (state === 'saved' ? [id] : [])));
    const answered = [...gateway.taken.keys()];
    isRepaired = plan.lasts === 'until-rest';
    const isAlive = plan.fault !== 'never' && plan.fault !== 'close';
    if (plan.fault === 'close') {
      closed ??= engine.close(deadline).then(end);
      await gone;
    } else if (plan.end === 'closed' && isAlive) {
      await engine.close(deadline);
    }
    kill();
    if (plan.isPowerCut) disk.cutPower();
    const isWritten = plan.lasts === 'once' || (isRepaired && plan.end === 'closed');
    const isWhole = isAlive ? isWritten : plan.fault === 'close' && !isCut;
    return { steps: [...steps], isWhole, isExact: isWhole || !isAlive, answered, saved };
  };
  const resume = async (window: Window): Promise<void> => {
    await continueTasks(window.engine, place);
    for (const { id, state } of window.engine.tasks()) {
      if (state === 'unsaved') await window.engine.act(id, 'saveAgain');
    }
    await untilRest(window.engine);
    await Promise.all(window.engine.tasks().map(({ id }) => window.engine.ended(id)));
  };
  return {
    begin,
    /** Opens a window that is killed, if the plan contains one. */
    async runKilledWindow({ killStep }: ErrorPlan): Promise<void> {
      if (killStep === 0) return;
      let count = 0;
      let reached = (): void => undefined;
      const killed = new Promise<void>((resolve) => (reached = resolve));
      const window = open(() => {
        count += 1;
        if (count < killStep) return undefined;
        reached();
        return 'never';
      });
      await waitFor(window.engine, Promise.race([resume(window), killed]));
      window.kill();
    },
    async findFaults(first: FirstWindow): Promise<readonly string[]> {
      const window = open();
      const { engine } = window;
      engine.onDidChangeTask(({ id, state }) => {
        if (first.isWhole && first.saved.has(id) && state !== 'saved') backwards.push(`${id}: saved, then ${state}`);
      });
      await waitFor(engine, resume(window));
      const readFiles = () => Promise.resolve(readDisk(disk, place));
      const faults = await findFaults({ place, job, gateway, answered: new Set(), readFiles }, engine);
      const account = (await engine.readAccount()) as OpenAccount;
      const money = findMoneyFaults(engine, gateway, { account, first });
      window.kill();
      // If a record could not be written, its result may be unconfirmed, or saved a second time next to itself.
      const known = first.isExact ? faults : faults.filter((each) => !each.includes('files were wanted'));
      return [...known, ...backwards, ...money];
    },
  };
}

/** What the gateway has charged must be known to be paid, or in doubt. */
function findMoneyFaults(
  engine: Engine,
  { taken }: CrashGateway,
  { account, first }: { readonly account: OpenAccount; readonly first: FirstWindow },
): readonly string[] {
  const faults: string[] = [];
  const prompts = new Map(engine.tasks().map(({ id, request }) => [id, promptOf(request.recordBody)]));
  const charges = new Map(
    account.charges.filter(mayCost).map((charge) => [prompts.get(charge.task) ?? charge.task, charge]),
  );
  for (const [prompt, { state, amountUsd }] of charges) {
    if (amountUsd !== null && !taken.has(prompt)) faults.push(`${prompt}: ${amountUsd} USD for nothing`);
    const isKnown = state === 'saved' && (first.isWhole || !first.answered.includes(prompt));
    if (isKnown && amountUsd !== amountOf(prompt)) faults.push(`${prompt}: is said to have cost ${amountUsd}`);
  }
  for (const prompt of taken.keys()) {
    if (!charges.has(prompt)) faults.push(`${prompt}: charged, and not in the account`);
    const isAnswered = first.isWhole && first.answered.includes(prompt);
    if (isAnswered && charges.get(prompt)?.state !== 'saved') {
      faults.push(`${prompt}: its response was there, and it is ${charges.get(prompt)?.state}`);
    }
  }
  return faults;
}

/** Parts are left out: a part that could not be removed is removed with the next result of its folder. */
function readDisk(disk: MemoryDisk, { root }: CrashPlace): ReadonlyMap<string, Buffer> {
  const files = [...disk.list()].filter(([path]) => !/\/\.[^/]+\.part-/.test(path));
  return new Map(files.map(([path, bytes]) => [relative(root, path).replaceAll('\\', '/'), bytes]));
}

/** Resolves when the gateway works on a task, and each accepted task was polled, and so is recorded. */
function untilRunning(engine: Engine): Promise<void> {
  return until(engine, () => {
    const states = engine.tasks().map(({ state }) => state);
    return states.includes('running') && !states.includes('sending') && !states.includes('pending');
  });
}

function untilRest(engine: Engine): Promise<void> {
  return until(engine, () => !engine.tasks().some(({ state }) => isInFlight(state)));
}

function until(engine: Engine, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isTrue()) return resolve();
    const subscription = engine.onDidChangeTask(() => {
      if (!isTrue()) return;
      subscription.dispose();
      resolve();
    });
  });
}

/**
 * `work` must end even if the window is killed, because a timer that is left keeps the process alive until it fires.
 */
function waitFor(engine: Engine, work: Promise<void>): Promise<void> {
  return withPatience(work, () =>
    engine
      .tasks()
      .map(({ state }) => state)
      .join(', '),
  );
}
