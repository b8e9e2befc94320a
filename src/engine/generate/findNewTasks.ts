import { isSamePlan } from '../../core/task/run/startRun.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isOpen } from '../../core/task/model/taskStates.ts';
import { createJobFileMatch } from '../../node/jobFilePaths.ts';
import type { Earlier } from '../../planning/runPlan.ts';
import type { Candidate } from './press.ts';

/**
 * Finds tasks for wanted requests that had none when the press was planned: open ones, and ones that were saved
 * meanwhile. Each task belongs to one request of the press, including requests that are not wanted, because results
 * that are equal on purpose have one fingerprint.
 */
export function findNewTasks(
  tasks: readonly Task[],
  { wanted, candidates }: { readonly wanted: readonly Candidate[]; readonly candidates: readonly Candidate[] },
): ReadonlyMap<Candidate, Earlier> {
  const found = new Map<Candidate, Earlier>();
  const taken = new Set(candidates.flatMap(({ earlier }) => (earlier?.kind === 'open' ? [earlier.task.id] : [])));
  const parts = new Set<string>();
  const paths = new Set(wanted.map(({ jobFile }) => jobFile.path));
  const isOfFile = new Map([...paths].map((path) => [path, createJobFileMatch(path)]));
  // Thousands of saved tasks that every plan knows would otherwise be looked at for each request.
  const plans = [...new Set(candidates.map(({ jobFile }) => jobFile.plan))];
  const isNew = ({ id, state }: Task): boolean => state === 'saved' && plans.some(({ savedIds }) => !savedIds.has(id));
  const relevant = tasks.filter((each) => isOpen(each) || isNew(each));
  const match = (candidate: Candidate, isSame: (task: Task) => boolean): void => {
    const { path, gateway } = candidate.jobFile;
    const task = relevant.find(
      (each) =>
        (isOpen(each) || isSavedSince(each, candidate)) &&
        !taken.has(each.id) &&
        each.isSandbox === gateway.isSandbox &&
        isSame(each) &&
        isOfFile.get(path)?.(each.jobFile) === true,
    );
    if (!task) return;
    taken.add(task.id);
    parts.add(partKey(task));
    found.set(candidate, { kind: 'open', task });
  };
  const [waiting, ready] = [wanted.filter(isWaiting), wanted.filter((each) => !isWaiting(each))];
  for (const each of ready) match(each, ({ request }) => request.fingerprint === each.request.fingerprint);
  // A request that waits for results which another run is making now is made by that run too.
  for (const each of waiting) match(each, (task) => parts.has(partKey(task)) && isSamePlan(task.request, each.request));
  return found;
}

/** A request whose result was known when the user answered is sent again on purpose. */
function isSavedSince({ id, state }: Task, { earlier, jobFile }: Candidate): boolean {
  return state === 'saved' && earlier === null && !jobFile.plan.savedIds.has(id);
}

/** The fingerprint is unknown until the needed jobs have results. */
function isWaiting({ request }: Candidate): boolean {
  return request.fingerprint === '';
}

/** Key of the part of a run that is about one job file. */
function partKey({ run, jobFile }: Task): string {
  return JSON.stringify([run, jobFile]);
}
