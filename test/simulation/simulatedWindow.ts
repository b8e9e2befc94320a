import type { Task } from '../../src/core/task/model/task.ts';
import { isInFlight } from '../../src/core/task/model/taskStates.ts';
import type { OpenAccount } from '../../src/core/task/money/account.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import { engineSettings } from '../fakes/engineSettings.ts';
import { parseAtOnce } from './parseAtOnce.ts';
import { createSimulatedFiles } from './simulatedFiles.ts';
import { createSimulatedNetwork } from './simulatedNetwork.ts';
import { tornFiles, type DiskFault, type TornFile } from './story.ts';
import { folders, type Machine, type World } from './world.ts';

export const profile = 'studio';
const key = 'sk-simulated-0123456789';
/** How often a window looks for tasks that nobody watches. */
const lookAgainMs = 30_000;
/** Time that VS Code grants for closing. */
const closingMs = 3_000;

/** A window of VS Code: the engine in a process of a machine. */
export interface SimulatedWindow {
  readonly number: number;
  readonly pid: number;
  readonly machine: Machine;
  readonly engine: Engine;
  readonly openedAt: number;
  isGone(): boolean;
  /** A question is open, which keeps the user from everything else in this window. */
  isAsking: boolean;
  /** When the process ended without warning; null while it lives and after a proper end. */
  readonly killedAt: () => number | null;
  /** Ends the process after so many more steps on files and sockets. */
  killAfter(steps: number): void;
  /** Ends the process in its next write to such a file. */
  tear(file: TornFile): void;
  /** Takes back `killAfter` and `tear`. */
  spare(): void;
  kill(): void;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly number: number;
  readonly pid: number;
  readonly machine: Machine;
  readonly budgetDayUsd: number;
  readonly onTask: (task: Task) => void;
  /** Called each time that the window has looked for tasks that nobody watches, with the time at which it began. */
  readonly onLooked: (startedAt: number) => void;
}

export function openWindow(
  world: World,
  { number, pid, machine, budgetDayUsd, onTask, onLooked }: WindowOptions,
): SimulatedWindow {
  const who = whoIs({ number, pid });
  const random = world.random(`process ${pid}`);
  const { time } = world;
  machine.alive.set(pid, '1');
  let [isGone, stepsLeft] = [false, Infinity];
  let torn: TornFile | null = null;
  let killedAt: number | null = null;
  const states = new Map<string, Task['state']>();
  /** Notes in which states of its tasks a fault befalls the process. */
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
    isGone: () => isGone,
    note({ name, path, what }) {
      step();
      world.sum(`${pid} ${name} ${path} ${what}`);
      // The write is under way when the process ends.
      if (torn && name === 'write' && path.includes(tornFiles[torn])) time.after(0.01, kill);
    },
    decide(fileStep) {
      const decided = isGone ? ({ fault: 'never', slowness: 1 } as const) : machine.decide(fileStep);
      if (decided.fault !== undefined || decided.slowness > 1) {
        log(`${fileStep.name} ${fileStep.path} meets ${JSON.stringify(decided.fault ?? 'slowness')}`);
        world.cover(`disk fault at ${fileStep.name}`);
        cover(`disk ${nameFault(decided)}`);
      }
      return decided;
    },
  });
  const dispatchers = createSimulatedNetwork({
    time,
    random,
    isGone: () => isGone,
    find: (origin) => [world.gateway, world.other].find((gateway) => gateway.origin === origin),
    decide(method) {
      step();
      const fault = world.decideCall(method);
      if (fault) world.cover(`${fault} at ${method}`);
      if (fault) cover(fault);
      return fault;
    },
    onPost: (origin, body, isReused) => world.addPost({ at: time.now(), window: number, pid, origin, isReused }, body),
    log,
  });
  const ids = world.random(`ids ${pid}`);
  const write = (level: string) => (message: string) => log(`${level} ${message}`);
  const engine = createEngine({
    storageDir: folders.storage,
    version: '1.2.3',
    parse: parseAtOnce,
    files,
    processes: machine.createProcesses(pid),
    clock: createLivingClock(machine, () => isGone),
    realClock: createLivingClock(machine, () => isGone),
    createId: () => `${ids.hex(4)}-${pid}`,
    random: () => random.next(),
    dispatchers,
    settings: () => ({ ...engineSettings, budgetDayUsd }),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    openProfile: (name) =>
      Promise.resolve({ name, baseUrl: world.baseUrl, isSandbox: false, readKey: () => Promise.resolve(key) }),
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
    killedAt: () => killedAt,
    killAfter: (steps) => void (stepsLeft = Math.min(stepsLeft, steps)),
    tear: (file) => void (torn = file),
    spare: () => void ([stepsLeft, torn] = [Infinity, null]),
    kill,
    async close() {
      world.log(who, 'closes');
      cover('close');
      world.closings.set(pid, time.now());
      const deadline = new AbortController();
      time.after(closingMs, () => deadline.abort());
      await engine.close(deadline.signal);
      if (isGone) return;
      isGone = true;
      machine.alive.delete(pid);
      world.log(who, 'has closed');
    },
  };
  world.log(who, `opens on machine ${machine.number}`);
  void keepLooking(window, { world, onLooked });
  return window;
}

function nameFault({ fault }: ReturnType<Machine['decide']>): DiskFault {
  if (!fault || fault === 'never') return 'slow';
  return 'code' in fault ? (fault.code as DiskFault) : 'short';
}

/** How the log calls a window. */
export function whoIs({ number, pid }: Pick<SimulatedWindow, 'number' | 'pid'>): string {
  return `window ${number}/${pid}`;
}

interface LookOptions {
  readonly world: World;
  /** Called after each look, with the time at which it began. */
  readonly onLooked: (startedAt: number) => void;
}

/** Adopts what nobody watches, as the host does. */
async function keepLooking(window: SimulatedWindow, { world, onLooked }: LookOptions): Promise<void> {
  while (!window.isGone()) {
    const startedAt = world.time.now();
    await window.engine.resume([folders.work]).catch((error: unknown) => {
      world.log(whoIs(window), `cannot adopt now: ${String(error)}`);
    });
    onLooked(startedAt);
    await world.time.wait(lookAgainMs);
  }
}

/** The clock of a process, in which nothing happens when it is gone. */
function createLivingClock({ clock }: Machine, isGone: () => boolean): Machine['clock'] {
  return {
    ...clock,
    async sleep(durationMs, signal) {
      await clock.sleep(durationMs, signal);
      if (isGone()) await new Promise(() => undefined);
    },
  };
}

/** The account, with the charges that it is made of. */
export async function readAccount({ engine }: SimulatedWindow): Promise<OpenAccount> {
  return (await engine.readAccount()) as OpenAccount;
}
