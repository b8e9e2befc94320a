import { actionsOf } from '../../src/core/task/model/taskStates.ts';
import { isInFlight, isTaskState, taskStates } from '../../src/core/task/model/taskStates.ts';
import { manners } from './manners.ts';
import { errorRefusals } from './simulatedGateway.ts';
import { callFaults } from './simulatedNetwork.ts';
import { diskFaults } from './weather.ts';

const states = Object.keys(taskStates).filter(isTaskState);
const fileSteps = [
  'open',
  'stat',
  'lstat',
  'readdir',
  'mkdir',
  'rename',
  'link',
  'unlink',
  'rmdir',
  'touch',
  'realpath',
];
const openFileSteps = ['read', 'write', 'stat', 'sync', 'datasync', 'close'];
/** Faults that a process can have. */
const faults: readonly string[] = [
  ...callFaults,
  ...diskFaults.map((fault) => `disk ${fault}`),
  'kill',
  'close',
  'suspend',
];
/** States in which a task can be at that moment. */
const places = states.filter(isInFlight);

/** The outcomes of submits, of queries and of saving, one for each way to come to it. */
const outcomes: readonly string[] = [
  'planned not-sent',
  'planned rate-limited',
  'planned gateway-unreachable',
  'planned gateway-error',
  'failed gateway-unreachable',
  'failed rate-limited',
  'failed gateway-error',
  'failed key-refused',
  'failed quota-exhausted',
  'failed request-rejected',
  'failed not-a-gateway',
  'failed task-failed',
  'failed dismissed',
  'unconfirmed no-answer',
  'unconfirmed answer-without-task',
  'unconfirmed send-stopped',
  'lost task-unknown',
  'unsaved no-result',
  'unsaved download-failed',
  'unsaved disk',
  'stopped not-sent',
  'stopped stopped-by-user',
  'stopped over-budget',
  'skipped upstream-failed',
  'skipped sent-elsewhere',
];

/** Names of what stories should reach. */
const expected: readonly string[] = [
  ...states.map((state) => `state ${state}`),
  ...states.flatMap((state) => actionsOf({ state }).map((action) => `action ${action} in ${state}`)),
  ...outcomes,
  ...callFaults.flatMap((fault) => ['GET', 'POST'].map((method) => `${fault} at ${method}`)),
  ...[...new Set([...fileSteps, ...openFileSteps])].map((step) => `disk fault at ${step}`),
  ...faults.flatMap((fault) => places.map((state) => `${fault} × ${state}`)),
  ...manners.map((manner) => `answer is ${manner}`),
  ...errorRefusals.map((refusal) => `refusal ${refusal} inside a success`),
  'rebuild',
  'the same request again',
  ...['all', 'missing', 'cancel'].map((answer) => `answer ${answer}`),
];

/** Returns what was never reached. */
export function listUnreached(coverage: ReadonlyMap<string, number>): readonly string[] {
  return expected.filter((what) => !coverage.has(what));
}

/** Counts how often each fault befell a process with a task in each state. */
export function describeMatrix(coverage: ReadonlyMap<string, number>): string {
  const row = (head: string, cells: readonly unknown[]): string =>
    head.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join('');
  const rows = faults.map((fault) =>
    row(
      fault,
      places.map((state) => coverage.get(`${fault} × ${state}`) ?? 0),
    ),
  );
  return [row('', places), ...rows].join('\n');
}
