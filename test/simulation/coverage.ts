import { actionsOf, isTaskState, taskStates } from '../../src/core/task/model/taskStates.ts';
import { callFaults } from './simulatedNetwork.ts';

const states = Object.keys(taskStates).filter(isTaskState);
const fileSteps = ['open', 'stat', 'lstat', 'readdir', 'mkdir', 'rename', 'link', 'unlink', 'touch', 'realpath'];
const openFileSteps = ['read', 'write', 'stat', 'sync', 'datasync', 'close'];

/** Names of what stories should reach. */
const expected: readonly string[] = [
  ...states.map((state) => `state ${state}`),
  ...states.flatMap((state) => actionsOf({ state }).map((action) => `action ${action} in ${state}`)),
  ...callFaults.flatMap((fault) => ['GET', 'POST'].map((method) => `${fault} at ${method}`)),
  ...[...new Set([...fileSteps, ...openFileSteps])].map((step) => `disk fault at ${step}`),
  ...['all', 'missing', 'cancel'].map((answer) => `answer ${answer}`),
];

/** Returns what was never reached. */
export function listUnreached(coverage: ReadonlyMap<string, number>): readonly string[] {
  return expected.filter((what) => !coverage.has(what));
}
