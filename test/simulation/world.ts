import { createProcesses, type Processes } from '../../src/node/processes/processes.ts';
import type { Fault, FileStep } from '../fakes/disk/faultyFiles.ts';
import { createMemoryDisk, type MemoryDisk } from '../fakes/disk/memoryDisk.ts';
import { joinDisks } from './joinedDisk.ts';
import { createRandom, hashText, type Random } from './random.ts';
import { createSimulatedGateway, promptOf, type SimulatedGateway } from './simulatedGateway.ts';
import type { RememberedStats } from './simulatedFiles.ts';
import type { CallError, PostFacts, SentCall } from './simulatedNetwork.ts';
import type { Story } from './story.ts';
import { createMachineClock, createVirtualTime, type MachineClock, type VirtualTime } from './virtualTime.ts';
import { createWeatherList, mapDiskFault, type DiskFault, type Weather } from './weather.ts';

export const folders = { work: '/work', storage: '/storage' } as const;
export const origins = { gateway: 'https://gateway.example', other: 'https://other.example' } as const;

/** What windows share: time, machines with their disks, the network and the gateways on it. */
export interface World {
  readonly time: VirtualTime;
  readonly machines: readonly Machine[];
  readonly gateway: SimulatedGateway;
  /** A gateway that the profile names for a while. It has no tasks. */
  readonly other: SimulatedGateway;
  /** Whether the gateways charge all attempts of a request once, and the profile says so. */
  readonly isIdempotent: boolean;
  /** Every POST. */
  readonly posts: readonly Post[];
  /** When each process began to close. */
  readonly closings: Map<number, number>;
  /** When each process ended without warning. */
  readonly ends: Map<number, number>;
  /** When each suspended process fell asleep, and when it wakes. */
  readonly sleeps: Map<number, Sleep>;
  /** When a disk refused what each process did in a folder of job files, in ms of the world. */
  readonly refusals: Map<number, number[]>;
  /** Numbers of the storage folders that were deleted. What only they contained is lost. */
  readonly deleted: Set<number>;
  /** Ids of tasks of which a whole response was in the spool when it was removed there, or when a process ended. */
  readonly spooled: Set<string>;
  /** Whether a process has lived long enough after this moment to write down what it then knew. */
  hasSettled(pid: number, at: number): boolean;
  /** Whether a process has slept, and may not have noticed yet what happened meanwhile. */
  hasJustWoken(pid: number): boolean;
  /** Whether no disk has had faults since this moment. */
  isCalm(since: number): boolean;
  /** The names of each job file, without extension, oldest first: the user may rename it. */
  readonly names: readonly string[][];
  /** New names that the user has given the folder of results. */
  readonly outputs: string[];
  /** The URL that the profile has now. */
  baseUrl: string;
  random(name: string): Random;
  /** Adds a line to the log. */
  log(who: string, text: string): void;
  /** Notes that something was reached. */
  cover(what: string): void;
  /** Notes a step on files, of which the log keeps only a sum. */
  sum(text: string): void;
  addWeather(weather: Weather & { readonly fault: CallError }): void;
  decideCall(method: string): CallError | null;
  addPost(post: Omit<Post, keyof SentCall>, body: string): SentCall;
  /** Deletes the storage of a machine that has its own, whose processes have ended. */
  rebuild(machine: Machine): void;
  /** Ends all faults. */
  heal(): void;
  readonly lines: readonly string[];
  readonly coverage: ReadonlyMap<string, number>;
  readonly digest: () => number;
}

interface Sleep {
  readonly from: number;
  readonly until: number;
}

export interface Post extends SentCall, PostFacts {
  readonly at: number;
  readonly window: number;
  readonly pid: number;
  /** Number of the storage folder of its process. */
  readonly storage: number;
}

export interface Machine {
  readonly number: number;
  readonly clock: MachineClock;
  readonly disk: Omit<MemoryDisk, 'cutPower' | 'remove'>;
  /** Number of the storage folder that the machine uses. A new folder has a new number. */
  storage: number;
  /** See `SimulatedFilesOptions`. */
  readonly remembered: Map<string, RememberedStats>;
  /** Whether the path is on a disk that another machine has too. */
  isShared(path: string): boolean;
  /** Forgets what its own disks had not synced. */
  cutPower(survives: () => boolean): void;
  /** Deletes all files of its own storage. Returns false if it has none. */
  emptyStorage(): boolean;
  /** The start of each living process by its id. */
  readonly alive: Map<number, string>;
  /** Changes with each boot. */
  boot: number;
  /** When it was started last, in Unix ms. */
  bootedAt: number;
  decide(step: FileStep): { readonly fault: Fault; readonly slowness: number };
  addWeather(weather: DiskWeather): void;
  /** Notes that a call on its disk was refused. */
  note(): void;
  heal(): void;
  /** When the last fault of its disk is over, in ms of the world. */
  readonly troubledUntil: () => number;
  createProcesses(pid: number): Processes;
}

export function createWorld(story: Story): World {
  const time = createVirtualTime();
  const random = (name: string): Random => createRandom(`${story.seed} ${name}`);
  const lines: string[] = [];
  const coverage = new Map<string, number>();
  let digest = 0;
  const suffixes = random('suffixes');
  const createDisk = (): MemoryDisk => {
    const disk = createMemoryDisk({
      now: () => machines[0]?.clock.now() ?? 0,
      createSuffix: (bytes) => suffixes.hex(bytes),
    });
    return disk;
  };
  const machines: Machine[] = [];
  const work = createDisk();
  for (const { name, text } of story.files) work.put(`${folders.work}/${name}.gen.yaml`, text);
  for (let number = 0; number < story.machines; number += 1) {
    const name = `0000000${story.isOneHost ? 0 : number}`;
    const storage = story.isStorageApart ? createDisk() : null;
    if (storage) mount(storage);
    const isAlone = story.machines === 1;
    machines.push(createMachine({ number, name, time, work, storage, isAlone, random: random(`machine ${number}`) }));
  }
  let storages = story.machines;
  const posts: Post[] = [];
  const ends = new Map<number, number>();
  const closings = new Map<number, number>();
  const sleeps = new Map<number, Sleep>();
  const weather = createWeatherList<CallError>(time, random('network weather'));
  const cover = (what: string): void => void coverage.set(what, (coverage.get(what) ?? 0) + 1);
  const gatewayOf = (origin: string): SimulatedGateway =>
    createSimulatedGateway({ origin, time, random: random(`gateway ${origin}`), cover });
  const troubledUntil = (): number => Math.max(0, ...machines.map((machine) => machine.troubledUntil()));
  const world: World = {
    time,
    machines,
    isIdempotent: story.isIdempotent ?? false,
    gateway: gatewayOf(origins.gateway),
    other: gatewayOf(origins.other),
    posts,
    closings,
    ends,
    sleeps,
    refusals: new Map(),
    deleted: new Set(),
    spooled: new Set(),
    isCalm: (since) => troubledUntil() < since && [...sleeps.values()].every(({ until }) => until < since),
    hasSettled(pid, at) {
      const sleep = sleeps.get(pid);
      const slept = sleep && sleep.from < at + settlingMs && sleep.until > at;
      // Another process adopts the tasks of one that sleeps, without what the disk had refused before.
      if (slept && troubledUntil() > at) return false;
      const settledAt = Math.max(at, troubledUntil(), slept ? sleep.until : 0) + settlingMs;
      const hasTime = Math.min(ends.get(pid) ?? Infinity, time.now()) > settledAt;
      return hasTime && (closings.get(pid) ?? Infinity) > troubledUntil();
    },
    hasJustWoken(pid) {
      const { until } = sleeps.get(pid) ?? { until: Infinity };
      return time.now() >= until && time.now() < until + settlingMs;
    },
    names: story.files.map(({ name }) => [name]),
    outputs: [],
    baseUrl: origins.gateway,
    random,
    log: (who, text) => void lines.push(`${(time.now() / 1_000).toFixed(4).padStart(10)} ${who} ${text}`),
    cover,
    sum: (text) => {
      digest = hashText(`${time.now()} ${text}`, digest);
    },
    addWeather: (fault) => weather.add(fault),
    decideCall: () => weather.decide(),
    addPost(facts, body) {
      const post: Post = {
        ...facts,
        prompt: promptOf(body),
        isSent: false,
        work: null,
        wholeAt: null,
        missedAt: null,
        abortedAt: null,
        isPlain: false,
        isRefused: false,
      };
      posts.push(post);
      return post;
    },
    rebuild(machine) {
      if (!machine.emptyStorage()) return;
      world.deleted.add(machine.storage);
      storages += 1;
      machine.storage = storages;
    },
    heal() {
      weather.clear();
      for (const machine of machines) machine.heal();
      world.baseUrl = origins.gateway;
      world.gateway.refuse = null;
      world.gateway.manners.clear();
    },
    lines,
    coverage,
    digest: () => digest,
  };
  return world;
}

type DiskWeather = Weather & { readonly fault: DiskFault; readonly only?: 'storage' | 'work' };

interface MachineOptions {
  readonly number: number;
  /** 8 hex digits. */
  readonly name: string;
  readonly time: VirtualTime;
  /** The disk of the job files. */
  readonly work: MemoryDisk;
  /** The disk of the storage; null if that is beside the job files. */
  readonly storage: MemoryDisk | null;
  /** Whether no other machine has the disk of the job files. */
  readonly isAlone: boolean;
  readonly random: Random;
}

function createMachine({ number, name, time, work, storage, isAlone, random }: MachineOptions): Machine {
  const alive = new Map<number, string>();
  const clock = createMachineClock(time);
  const weather = {
    storage: createWeatherList<DiskFault>(time, random),
    work: createWeatherList<DiskFault>(time, random),
  };
  let refusedAt = 0;
  const machine: Machine = {
    number,
    clock,
    disk: storage ? joinDisks(work, folders.storage, storage) : work,
    storage: storage ? number : 0,
    remembered: new Map(),
    isShared: (path) => !isAlone && (!storage || path.startsWith(folders.work)),
    cutPower(survives) {
      storage?.cutPower(survives);
      if (isAlone) work.cutPower(survives);
    },
    emptyStorage() {
      storage?.remove(folders.storage);
      if (storage) mount(storage);
      machine.remembered.clear();
      return storage !== null;
    },
    alive,
    boot: 1,
    bootedAt: clock.now() - 3_600_000,
    decide: (step) => mapDiskFault(weather[diskOf(step)].decide(), step, random),
    addWeather({ only, ...fault }) {
      for (const disk of only ? [only] : (['storage', 'work'] as const)) weather[disk].add(fault);
    },
    note: () => void (refusedAt = time.now()),
    heal: () => Object.values(weather).forEach((each) => each.clear()),
    troubledUntil: () => Math.max(refusedAt, weather.storage.until(), weather.work.until()),
    createProcesses(pid) {
      const boot = `b${machine.boot}`;
      return createProcesses({
        machine: name,
        boot,
        isSameBoot: (other) => other === boot,
        bootedAt: () => machine.bootedAt,
        table: `t${number}`,
        pid,
        start: '1',
        isAlive: (id) => alive.has(id),
        readStart: (id) => alive.get(id) ?? null,
      });
    },
  };
  return machine;
}

/** The folder at which a disk is mounted exists before. */
function mount(storage: MemoryDisk): void {
  storage.put(`${folders.storage}/mounted`, '');
}

function diskOf({ path }: FileStep): 'storage' | 'work' {
  return path.startsWith(folders.work) ? 'work' : 'storage';
}

/** What the disk has refused is written again with the next beat. */
export const settlingMs = 25_000;
