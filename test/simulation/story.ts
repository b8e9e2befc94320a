import { assertNever } from '../../src/core/support/assertNever.ts';
import type { TaskState } from '../../src/core/task/model/task.ts';
import type { Manner } from './manners.ts';
import type { Refusal } from './simulatedGateway.ts';
import type { CallError } from './simulatedNetwork.ts';
import type { DiskFault, Weather } from './weather.ts';

/** What happens in a world, as data. A story that fails is shortened by leaving out moves. */
export interface Story {
  /** Decides what the moves do not say, such as how long a call takes. */
  readonly seed: string;
  /** Number of machines. Two machines share the folder of the job files, as on a network drive. */
  readonly machines: 1 | 2;
  /**
   * Whether each machine has its storage on a separate disk. Otherwise it is beside the job files, for all machines.
   */
  readonly isStorageApart: boolean;
  /**
   * Whether the machines have one name and one boot, as containers of one host, and cannot see each other's processes.
   * After a power cut they have only the name in common, as when a container starts again on another host.
   */
  readonly isOneHost: boolean;
  /** Whether the profile names a header that makes repeated requests one request. */
  readonly isIdempotent?: boolean;
  /** Day budget in USD; 0 for none. */
  readonly budgetDayUsd: number;
  readonly files: readonly JobFile[];
  /** The moves, in the order of their times. */
  readonly moves: readonly Move[];
  /** What happens to the windows that are open after the last move. */
  readonly end: 'closed' | 'killed' | 'open';
}

export interface JobFile {
  /** Name of the file, without extension. */
  readonly name: string;
  readonly text: string;
}

/** A move happens this many milliseconds after the world began. */
export type Move = { readonly at: number } & (
  | { readonly kind: 'open'; readonly window: number; readonly machine: number }
  | { readonly kind: 'close'; readonly window: number }
  /** The process ends before a step on files or sockets, after `steps` other ones. */
  | { readonly kind: 'kill'; readonly window: number; readonly steps: number }
  /** The process ends in the middle of its next write to such a file. */
  | { readonly kind: 'tear'; readonly window: number; readonly file: TornFile }
  /** The next writes to such a file are refused, after `after` of them were accepted. */
  | {
      readonly kind: 'refuse';
      readonly window: number;
      readonly file: TornFile;
      readonly after: number;
      readonly count: number;
      readonly code: DiskFault;
    }
  /** The process is suspended, as on a machine that sleeps. It does nothing, and its connections remain. */
  | { readonly kind: 'suspend'; readonly window: number; readonly lastsMs: number }
  /** The user stops watching all that the gateway has accepted. */
  | { readonly kind: 'stop'; readonly window: number }
  /** The machine loses its power, and starts again. */
  | { readonly kind: 'power'; readonly machine: number }
  /** The container of the machine is built again: its processes end, and its storage is empty. */
  | { readonly kind: 'rebuild'; readonly machine: number }
  | {
      readonly kind: 'generate';
      readonly window: number;
      readonly file: number;
      readonly answer: 'all' | 'missing' | 'cancel';
      /** How long the user thinks about each question. */
      readonly thinksMs: number;
    }
  /** The user takes the `nth` of all offered actions, of all tasks or of the tasks in one state. */
  | { readonly kind: 'act'; readonly window: number; readonly nth: number; readonly state?: TaskState }
  /** The user renames a job file, or the folder of results. */
  | { readonly kind: 'rename'; readonly window: number; readonly what: 'job file'; readonly file: number }
  | { readonly kind: 'rename'; readonly window: number; readonly what: 'results' }
  /** The user resumes all that is stopped. */
  | { readonly kind: 'resume'; readonly window: number }
  | ({
      readonly kind: 'disk';
      readonly machine: number;
      readonly fault: DiskFault;
      /** The disk with the fault, if the storage and the job files are on different disks. If omitted, both have it. */
      readonly only?: 'storage' | 'work';
    } & Weather)
  | ({ readonly kind: 'network'; readonly fault: CallError } & Weather)
  | ({ readonly kind: 'answers'; readonly are: Manner } & Weather)
  | {
      readonly kind: 'gateway';
      readonly refuses: Refusal;
      readonly lastsMs: number;
      /** Whether errors have the status of a success, and their own in the body. */
      readonly isInside?: boolean;
    }
  | { readonly kind: 'profile'; readonly lastsMs: number }
  | { readonly kind: 'clock'; readonly machine: number; readonly byMs: number }
);

/** Files that a process may be killed in. */
export const tornFiles = {
  journal: '/journal-',
  ledger: '/ledger/',
  runs: '.gen.runs.jsonl',
  spool: '/spool/',
} as const;
export type TornFile = keyof typeof tornFiles;

/** Tells a story in plain words. */
export function describeStory(story: Story): string {
  const { seed, machines, isStorageApart, isOneHost, isIdempotent, budgetDayUsd, files, moves, end } = story;
  const texts = files.map(({ name, text }) => `${name}.gen.yaml:\n${text.replaceAll(/^(?=.)/gm, '  ').trimEnd()}`);
  const windows = `In the end, the windows are ${end}.`;
  const host = machines === 2 ? [`There are two ${isOneHost ? 'containers of one host' : 'machines'}.`] : [];
  const storage = isStorageApart ? ['The storage is on another disk than the job files.'] : [];
  const header = isIdempotent ? ['The gateway charges a repeated request once.'] : [];
  const budget = budgetDayUsd > 0 ? [`The day budget is $${budgetDayUsd}.`] : [];
  return [
    `Seed "${seed}"`,
    ...host,
    ...storage,
    ...header,
    ...budget,
    ...texts,
    ...moves.map(describeMove),
    windows,
  ].join('\n');
}

/** Tells a move in plain words. */
function describeMove(move: Move): string {
  const when = `${(move.at / 1_000).toFixed(1)} s:`;
  switch (move.kind) {
    case 'open':
      return `${when} window ${move.window} opens on machine ${move.machine}`;
    case 'close':
      return `${when} window ${move.window} closes`;
    case 'kill':
      return `${when} the process of window ${move.window} is killed after ${move.steps} more steps`;
    case 'tear':
      return `${when} the process of window ${move.window} is killed in its next write to the ${move.file}`;
    case 'refuse':
      return `${when} the disk returns ${move.code} to window ${move.window} for ${move.count} writes to the ${move.file}, after ${move.after} more`;
    case 'suspend':
      return `${when} the process of window ${move.window} sleeps for ${seconds(move.lastsMs)}`;
    case 'stop':
      return `${when} in window ${move.window}, the user stops watching all that was accepted`;
    case 'power':
      return `${when} the power of machine ${move.machine} is cut`;
    case 'generate':
      return `${when} in window ${move.window}, the user generates file ${move.file}, thinks for ${seconds(move.thinksMs)} and answers "${move.answer}"`;
    case 'act':
      return `${when} in window ${move.window}, the user selects action ${move.nth} of those on offer${move.state ? ` for ${move.state} tasks` : ''}`;
    case 'rename':
      return `${when} in window ${move.window}, the user renames ${move.what === 'results' ? 'the folder of results' : `file ${move.file}`}`;
    case 'resume':
      return `${when} in window ${move.window}, the user resumes all that is stopped`;
    case 'disk':
      return `${when} the disk of machine ${move.machine}${move.only ? ` for ${move.only}` : ''} returns ${move.fault} ${describeWeather(move)}`;
    case 'network':
      return `${when} the network does "${move.fault}" ${describeWeather(move)}`;
    case 'gateway':
      return `${when} the gateway is "${move.refuses}"${move.isInside ? ' inside successes' : ''} for ${seconds(move.lastsMs)}`;
    case 'answers':
      return `${when} answers of the gateway are ${move.are} ${describeWeather(move)}`;
    case 'rebuild':
      return `${when} the storage of machine ${move.machine} is deleted, and its processes end`;
    case 'profile':
      return `${when} the profile leads to another gateway for ${seconds(move.lastsMs)}`;
    case 'clock':
      return `${when} the clock of machine ${move.machine} is set by ${seconds(move.byMs)}`;
    default:
      return assertNever(move);
  }
}

function describeWeather({ lastsMs, chance, most }: Weather): string {
  const count = most === Infinity ? '' : `at most ${most} times, `;
  return `(${count}${Math.round(chance * 100)} % of the calls, for ${seconds(lastsMs)})`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
