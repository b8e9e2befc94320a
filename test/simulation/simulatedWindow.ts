import { basename } from 'node:path';
import type { Task } from '../../src/core/task/model/task.ts';
import { isInFlight } from '../../src/core/task/model/taskStates.ts';
import type { OpenAccount } from '../../src/core/task/money/account.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import { readSpoolFile, parseSpoolName } from '../../src/storage/spool.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import type { FileStep } from '../fakes/disk/faultyFiles.ts';
import { parseAtOnce } from './parseAtOnce.ts';
import { createSimulatedFiles } from './simulatedFiles.ts';
import { createSimulatedNetwork } from './simulatedNetwork.ts';
import { tornFiles, type TornFile } from './story.ts';
import { createProcessTime, type VirtualTime } from './virtualTime.ts';
import type { DiskFault } from './weather.ts';
import { folders, type Machine, type Post, type World } from './world.ts';

export const profile = 'studio';
const key = 'sk-simulated-0123456789';
/** How often a window looks for tasks that no window watches. */
const lookAgainMs = 30_000;
/** The time that an engine gets for closing, and the time after which VS Code ends the process. */
const [closingMs, grantedMs] = [3_000, 4_000];

/** A window of VS Code: the engine in a process of a machine. */
export interface SimulatedWindow {
  readonly number: number;
  readonly pid: number;
  readonly machine: Machine;
  readonly engine: Engine;
  readonly openedAt: number;
  isGone(): boolean;
  /** Whether a question is open, which keeps the user from everything else in this window. */
  isAsking: boolean;
  /** When the user last pressed Generate, in ms of the world. */
  pressedAt: number;
  /** When the process ended without warning; null while it lives and after a proper end. */
  readonly killedAt: () => number | null;
  /** Ends the process after so many more steps on files and sockets. */
  killAfter(steps: number): void;
  /** Ends the process in its next write to such a file. */
  tear(file: TornFile): void;
  /** Refuses the next writes to such a file. */
  refuse(refusal: Refusal): void;
  /** Lets nothing happen in the process for this time. */
  suspend(durationMs: number): void;
  isSuspended(): boolean;
  /** Cancels `killAfter`, `tear` and `refuse`. */
  spare(): void;
  kill(): void;
  /** Resolves to whether it has closed in the time that VS Code grants. Otherwise the process is ended. */
  close(): Promise<boolean>;
}

interface Refusal {
  readonly file: TornFile;
  /** Number of writes that are accepted before. */
  readonly after: number;
  readonly count: number;
  readonly code: DiskFault;
}

export interface WindowOptions {
  readonly number: number;
  readonly pid: number;
  readonly machine: Machine;
  readonly budgetDayUsd: number;
  readonly onTask: (task: Task) => void;
  /** Called when the bytes of a POST leave. */
  readonly onSent: (post: Post) => void;
  /** Called each time that the window has looked for tasks that no window watches, with the time at which it began. */
  readonly onLooked: (startedAt: number) => void;
}

export function openWindow(
  world: World,
  { number, pid, machine, budgetDayUsd, onTask, onSent, onLooked }: WindowOptions,
): SimulatedWindow {
  const who = whoIs({ number, pid });
  const random = world.random(`process ${pid}`);
  let wakesAt = 0;
  const isSuspended = (): boolean => wakesAt > world.time.now();
  const time = createProcessTime(world.time, () => wakesAt);
  machine.alive.set(pid, '1');
  let [isGone, stepsLeft] = [false, Infinity];
  let torn: TornFile | null = null;
  let refusals: { readonly file: TornFile; readonly code: DiskFault; after: number; left: number }[] = [];
  const refuse = ({ name, path }: FileStep): DiskFault | null => {
    if (name !== 'write') return null;
    for (const each of refusals) {
      if (!path.includes(tornFiles[each.file]) || (each.after -= 1) >= 0 || (each.left -= 1) < 0) continue;
      machine.note();
      return each.code;
    }
    return null;
  };
  let killedAt: number | null = null;
  const states = new Map<string, Task['state']>();
  /** Notes a fault of the process, with the states of its tasks. */
  const cover = (what: string): void => {
    for (const state of new Set(states.values())) if (isInFlight(state)) world.cover(`${what} × ${state}`);
  };
  const kill = (): void => {
    if (isGone) return;
    cover('kill');
    [isGone, killedAt] = [true, time.now()];
    machine.alive.delete(pid);
    world.ends.set(pid, time.now());
    world.log(who, 'is killed');
    world.time.after(0, () => {
      for (const path of machine.disk.list().keys()) void noteSpooled(path, { world, disk: machine.disk });
    });
  };
  const step = (): void => {
    stepsLeft -= 1;
    if (stepsLeft < 0) kill();
  };
  const log = (text: string): void => void (isGone || world.log(who, text));
  const files = createSimulatedFiles({
    disk: machine.disk,
    time,
    random,
    remembered: machine.remembered,
    isShared: (path) => machine.isShared(path),
    isGone: () => isGone,
    note({ name, path, what }) {
      step();
      world.sum(`${pid} ${name} ${path} ${what}`);
      if (name === 'unlink') void noteSpooled(path, { world, disk: machine.disk });
      // The write is under way when the process ends.
      if (torn && name === 'write' && path.includes(tornFiles[torn])) time.after(0.01, kill);
    },
    decide(fileStep) {
      const refused = isGone ? null : refuse(fileStep);
      const decided = isGone
        ? ({ fault: 'never', slowness: 1 } as const)
        : refused
          ? ({ fault: { code: refused }, slowness: 1 } as const)
          : machine.decide(fileStep);
      if (decided.fault !== undefined || decided.slowness > 1) {
        log(`${fileStep.name} ${fileStep.path} meets ${JSON.stringify(decided.fault ?? 'slowness')}`);
        world.cover(`disk fault at ${fileStep.name}`);
        cover(`disk ${nameFault(decided)}`);
        if (fileStep.path.startsWith(folders.work))
          world.refusals.set(pid, [...(world.refusals.get(pid) ?? []), time.now()]);
      }
      return decided;
    },
  });
  const dispatchers = createSimulatedNetwork({
    time,
    random,
    pid,
    isGone: () => isGone,
    find: (origin) => [world.gateway, world.other].find((gateway) => gateway.origin === origin),
    decide(method) {
      step();
      const fault = world.decideCall(method);
      if (fault) world.cover(`${fault} at ${method}`);
      if (fault) cover(fault);
      return fault;
    },
    onPost: (facts, body) =>
      world.addPost({ ...facts, at: time.now(), window: number, pid, storage: machine.storage }, body),
    onSent: (post) => onSent(post as Post),
    log,
  });
  const awake = async (): Promise<void> => void (isSuspended() && (await time.wait(0)));
  const ids = world.random(`ids ${pid}`);
  const write = (level: string) => (message: string) => log(`${level} ${message}`);
  const engine = createEngine({
    storageDir: folders.storage,
    version: '1.2.3',
    parse: parseAtOnce,
    files,
    processes: machine.createProcesses(pid),
    clock: createLivingClock(machine, { awake, isGone: () => isGone }),
    realClock: createLivingClock(machine, { awake, isGone: () => isGone }),
    createId: () => `${ids.hex(4)}-${pid}`,
    random: () => random.next(),
    dispatchers,
    settings: () => ({ ...engineSettings, budgetDayUsd }),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    openProfile: (name) =>
      Promise.resolve({
        name,
        baseUrl: world.baseUrl,
        isSandbox: false,
        readKey: () => Promise.resolve(key),
        ...(world.isIdempotent ? { idempotencyHeader: 'Idempotency-Key' } : {}),
      }),
  });
  engine.onDidChangeTask((task) => {
    if (isGone) return;
    states.set(task.id, task.state);
    onTask(task);
  });
  const window: SimulatedWindow = {
    number,
    pid,
    machine,
    engine,
    openedAt: time.now(),
    isGone: () => isGone,
    isAsking: false,
    pressedAt: 0,
    killedAt: () => killedAt,
    killAfter: (steps) => void (stepsLeft = Math.min(stepsLeft, steps)),
    tear: (file) => void (torn = file),
    refuse: ({ count, ...refusal }) => void refusals.push({ ...refusal, left: count }),
    suspend(durationMs) {
      wakesAt = world.time.now() + durationMs;
      world.sleeps.set(pid, { from: world.time.now(), until: wakesAt });
      cover('suspend');
      world.log(who, 'falls asleep');
    },
    isSuspended,
    spare: () => void ([stepsLeft, torn, refusals] = [Infinity, null, []]),
    kill,
    async close() {
      world.log(who, 'closes');
      cover('close');
      world.closings.set(pid, time.now());
      const deadline = new AbortController();
      time.after(closingMs, () => deadline.abort());
      const closed = engine.close(deadline.signal).then(() => true);
      const isInTime = await Promise.race([closed, time.wait(grantedMs).then(() => false)]);
      if (isGone) return true;
      if (!isInTime) kill();
      else world.log(who, 'has closed');
      isGone = true;
      machine.alive.delete(pid);
      return isInTime;
    },
  };
  world.log(who, `opens on machine ${machine.number}`);
  void keepLooking(window, { world, time, onLooked });
  return window;
}

function nameFault({ fault }: ReturnType<Machine['decide']>): DiskFault {
  if (!fault || fault === 'never') return 'slow';
  return 'code' in fault ? (fault.code as DiskFault) : 'short';
}

/** Returns the name of a window in the log. */
export function whoIs({ number, pid }: Pick<SimulatedWindow, 'number' | 'pid'>): string {
  return `window ${number}/${pid}`;
}

interface LookOptions {
  readonly world: World;
  /** The time of the process. */
  readonly time: VirtualTime;
  /** Called after each look, with the time at which it began. */
  readonly onLooked: (startedAt: number) => void;
}

/** Adopts tasks that no window watches, like the host. */
async function keepLooking(window: SimulatedWindow, { world, time, onLooked }: LookOptions): Promise<void> {
  while (!window.isGone()) {
    const startedAt = world.time.now();
    await window.engine.resume([folders.work]).catch((error: unknown) => {
      world.log(whoIs(window), `cannot adopt now: ${String(error)}`);
    });
    onLooked(startedAt);
    await time.wait(lookAgainMs);
  }
}

/** Creates the clock of a process, on which nothing happens after the end of the process. */
function createLivingClock(
  { clock }: Machine,
  { awake, isGone }: { readonly awake: () => Promise<void>; readonly isGone: () => boolean },
): Machine['clock'] {
  return {
    ...clock,
    async sleep(durationMs, signal) {
      await clock.sleep(durationMs, signal);
      await awake();
      if (isGone()) await new Promise(() => undefined);
    },
  };
}

/** Notes the task if the path is a whole response in the spool, which must not be lost from now on. */
async function noteSpooled(
  path: string,
  { world, disk }: { readonly world: World; readonly disk: Machine['disk'] },
): Promise<void> {
  const task = path.startsWith(`${folders.storage}/spool/`) ? parseSpoolName(basename(path))?.task : undefined;
  const isWhole = task !== undefined && (await readSpoolFile(path, disk.files).catch(() => null)) !== null;
  if (isWhole) world.spooled.add(task);
}

/** Reads the account, with the charges that it consists of. */
export async function readAccount({ engine }: SimulatedWindow): Promise<OpenAccount> {
  return (await engine.readAccount()) as OpenAccount;
}
