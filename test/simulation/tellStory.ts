import type { Task } from '../../src/core/task/model/task.ts';
import { actionsOf, isInFlight } from '../../src/core/task/model/taskStates.ts';
import { decodeAtOnce } from './decodeAtOnce.ts';
import { restAll, type Stage } from './freeSteps.ts';
import { findFaults, isSpooled } from './invariants.ts';
import { openWindow, profile, type SimulatedWindow } from './simulatedWindow.ts';
import type { Move, Story } from './story.ts';
import { createStepChecks } from './stepChecks.ts';
import { generateFile } from './user.ts';
import { renameJobFile, renameOutput } from './userRenames.ts';
import { createWitness, type Witness } from './witness.ts';
import { createWorld, type Machine, type World } from './world.ts';

export interface ToldStory {
  readonly log: string;
  /** Descriptions of what is wrong; empty if nothing is. */
  readonly faults: readonly string[];
  readonly coverage: ReadonlyMap<string, number>;
}

/** The time, in ms of the world, by which all moves of a story are over. */
const nightMs = 330_000;
/** A missing line of a runs file is tried again within this time. */
const slowestRetryMs = 11 * 60_000;
/** How often the charges are checked. */
const lookMs = 5_000;

/** Lets a story happen, takes all free steps, and checks the outcome. */
export async function tellStory(story: Story): Promise<ToldStory> {
  const world = createWorld(story);
  const witness = createWitness(world);
  const checks = createStepChecks(world, witness);
  const told = tell(story, { world, witness, checks });
  const fail = (error: unknown): void => witness.report(`Unhandled rejection: ${describe(error)}`);
  process.on('unhandledRejection', fail);
  // A long loop looks at this clock to let other work run, so a busy machine would change the story. A mock of
  // `node:test` would keep each world in memory.
  performance.now = () => world.time.now();
  const decodeLater = decodeAtOnce();
  await world.time.runUntil(told).catch((error: unknown) => witness.report(`The story breaks off: ${describe(error)}`));
  Reflect.deleteProperty(performance, 'now');
  decodeLater();
  process.off('unhandledRejection', fail);
  world.log('sum', String(world.digest()));
  return { log: `${world.lines.join('\n')}\n`, faults: witness.faults(), coverage: world.coverage };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function tell(story: Story, { world, witness, checks }: Stage): Promise<void> {
  const { time } = world;
  void lookUntil(nightMs, { world, checks });
  const windows = new Map<number, SimulatedWindow>();
  let pids = 0;
  const open = (number: number, machineNumber: number): SimulatedWindow => {
    const machine = world.machines[machineNumber % world.machines.length] ?? world.machines[0];
    if (!machine) throw new Error('There is no machine');
    pids += 1;
    const onTask = (task: Task): void => {
      checks.shown(task, window);
      witness.see(task, window);
    };
    const window: SimulatedWindow = openWindow(world, {
      number,
      pid: pids,
      machine,
      budgetDayUsd: story.budgetDayUsd,
      onTask,
      onSent: (post) => checks.sent(post),
      onLooked: (startedAt) => witness.boundLook(startedAt),
    });
    windows.set(number, window);
    return window;
  };
  const living = (): readonly SimulatedWindow[] => [...windows.values()].filter((window) => !window.isGone());
  const closeAll = async (): Promise<void> => void (await Promise.all(living().map((each) => witness.bound(each))));
  /** Tasks in the storage of a machine continue on that machine. */
  const openMissing = (): void => {
    for (const { number, storage } of world.machines) {
      if (!living().some(({ machine }) => machine.storage === storage)) open(99 + number, number);
    }
  };
  for (const move of story.moves) {
    await time.wait(move.at - time.now());
    const window = 'window' in move ? windows.get(move.window) : undefined;
    if (move.kind === 'open' && !(window && !window.isGone())) open(move.window, move.machine);
    else if (window && !window.isGone() && !window.isSuspended() && !world.closings.has(window.pid))
      moveWindow(move, window, { story, world, witness, living });
    else if (!('window' in move)) moveWorld(move, { world, living });
  }
  await time.wait(nightMs - time.now());
  world.heal();
  for (const window of living()) {
    window.spare();
    window.engine.keyChanged(profile);
  }
  world.log('world', 'is healed');
  if (story.end === 'closed') await closeAll();
  if (story.end === 'killed') for (const window of living()) window.kill();
  openMissing();
  if (story.moves.some(isLasting)) await time.wait(slowestRetryMs);
  await restAll(living, { world, witness, checks, story });
  // What stays in the spool because the journal was refused is removed after the next start.
  if (world.machines.some(({ disk }) => [...disk.list().keys()].some(isSpooled))) {
    await closeAll();
    openMissing();
    await restAll(living, { world, witness, checks, story });
  }
  await findFaults({ windows: living(), world, witness, story });
  for (const window of living()) window.kill();
}

/** Checks the charges at intervals. */
async function lookUntil(end: number, { world, checks }: Pick<Stage, 'world' | 'checks'>): Promise<void> {
  for (; world.time.now() < end; await world.time.wait(lookMs)) await checks.look();
}

/** Whether the disk refuses for so long that missing lines are tried again only after minutes. */
function isLasting(move: Move): boolean {
  return (move.kind === 'refuse' && move.count > 1) || (move.kind === 'disk' && move.lastsMs > 10_000 && move.most > 3);
}

interface WindowStage extends Pick<Stage, 'world' | 'witness'> {
  readonly story: Story;
  readonly living: () => readonly SimulatedWindow[];
}

function moveWindow(move: Move, window: SimulatedWindow, { story, world, witness, living }: WindowStage): void {
  switch (move.kind) {
    case 'kill':
      return window.killAfter(move.steps);
    case 'tear':
      return window.tear(move.file);
    case 'refuse':
      return window.refuse(move);
    case 'suspend':
      return window.suspend(move.lastsMs);
    case 'stop':
      return stopAll(window, witness);
    case 'close':
      return void witness.bound(window);
    case 'generate': {
      const file = story.files[move.file % story.files.length];
      const name = world.names[move.file % story.files.length]?.at(-1);
      if (file && name) void generateFile(window, { ...file, name }, { move, world, witness });
      return;
    }
    case 'act':
      return act(window, move, { world, witness });
    case 'rename':
      // An open question keeps the user from everything else. A question of another window is about the old name.
      if (living().some((each) => each.isAsking || each.isSuspended())) return;
      return void (move.what === 'results'
        ? renameOutput(window, { world, witness })
        : renameJobFile(window, move.file, { world, witness }));
    case 'resume':
      return resumeAll(window, witness);
    default:
  }
}

function resumeAll({ engine }: SimulatedWindow, witness: Witness): void {
  for (const task of engine.tasks().filter(({ state }) => state === 'stopped')) {
    witness.chose(task, 'resume');
    void engine.act(task.id, 'resume');
  }
}

function stopAll({ engine }: SimulatedWindow, witness: Witness): void {
  for (const task of engine.tasks().filter(({ state, taskId }) => isInFlight(state) && taskId !== null)) {
    witness.chose(task, 'stopWatching');
    void engine.act(task.id, 'stopWatching');
  }
}

function act(
  { engine, number, pid }: SimulatedWindow,
  { nth, state }: Extract<Move, { kind: 'act' }>,
  { world, witness }: Pick<Stage, 'world' | 'witness'>,
): void {
  const tasks = engine.tasks().filter((task) => state === undefined || task.state === state);
  const offers = tasks.flatMap((task) => actionsOf(task).map((action) => ({ task, action })));
  const offer = offers[nth % Math.max(1, offers.length)];
  if (!offer) return;
  const { task, action } = offer;
  world.log(`window ${number}/${pid}`, `the user selects ${action} for ${task.id} (${task.state})`);
  world.cover(`action ${action} in ${task.state}`);
  witness.chose(task, action);
  void engine.act(task.id, action).catch((error: unknown) => witness.report(`${action} fails: ${String(error)}`));
}

function killAll(machine: Machine, living: () => readonly SimulatedWindow[]): void {
  for (const window of living()) if (window.machine === machine) window.kill();
}

function moveWorld(
  move: Move,
  { world, living }: { readonly world: World; readonly living: () => readonly SimulatedWindow[] },
): void {
  const machine = 'machine' in move ? world.machines[move.machine] : undefined;
  switch (move.kind) {
    case 'network':
      return world.addWeather(move);
    case 'answers':
      return world.gateway.manners.add({ ...move, fault: move.are });
    case 'gateway':
      world.gateway.refuse = move.refuses;
      world.gateway.refusesInside = move.isInside ?? false;
      return world.time.after(move.lastsMs, () => {
        world.gateway.refuse = null;
        for (const { engine } of living()) engine.keyChanged(profile);
      });
    case 'profile':
      world.baseUrl = world.other.origin;
      return world.time.after(move.lastsMs, () => void (world.baseUrl = world.gateway.origin));
    case 'disk':
      return machine?.addWeather(move);
    case 'clock':
      return machine?.clock.set(move.byMs);
    case 'rebuild':
      if (!machine) return;
      killAll(machine, living);
      // Calls that were under way are over by then.
      return world.time.after(1_000, () => {
        killAll(machine, living);
        world.rebuild(machine);
        world.cover('rebuild');
        world.log('world', `the storage of machine ${machine.number} is deleted`);
      });
    case 'power': {
      if (!machine) return;
      killAll(machine, living);
      const survives = world.random(`power at ${move.at}`);
      machine.cutPower(() => survives.chance(0.5));
      machine.boot += 1;
      machine.bootedAt = machine.clock.now();
      return world.log('world', `machine ${machine.number} has lost its power`);
    }
    default:
  }
}
