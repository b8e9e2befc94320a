import type { CheckedJob } from './checkJob.ts';
import { buildProblem, type Problem } from './problem.ts';

/** Jobs that wait for each other, at each place where they say so. */
export function checkGraph(jobs: readonly CheckedJob[]): readonly Problem[] {
  const needs = leaveKnots(
    new Map(jobs.map(({ job, compiled }) => [job.id ?? '', new Set(compiled.needs.map(({ id }) => id))])),
  );
  // Mostly nothing is left, so that what follows is never done for the thousands of needs that a file may have.
  const knotted = jobs.filter(({ job }) => needs.has(job.id ?? ''));
  return knotted.flatMap(({ job, compiled }) =>
    compiled.needs.flatMap(({ id, ...range }) => {
      const path = job.id === null ? null : findPath(id, job.id, needs);
      if (!path) return [];
      const args = { variant: path.length === 1 ? 'itself' : 'jobs', path: writePath([job.id ?? '', ...path]) };
      return [buildProblem('cycle', range, { args })];
    }),
  );
}

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** The jobs that can never start, with what keeps them: the others are taken away one after the other, in their order. */
function leaveKnots(needs: Needs): Needs {
  const unmet = new Map([...needs].map(([id, own]) => [id, [...own].filter((each) => needs.has(each)).length]));
  const dependants = new Map<string, string[]>();
  for (const [id, own] of needs) {
    for (const need of own) {
      const known = dependants.get(need);
      if (known) known.push(id);
      else dependants.set(need, [id]);
    }
  }
  const ready = [...unmet].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (const id of ready) {
    for (const dependant of dependants.get(id) ?? []) {
      const left = (unmet.get(dependant) ?? 0) - 1;
      unmet.set(dependant, left);
      if (left === 0) ready.push(dependant);
    }
  }
  const started = new Set(ready);
  return new Map([...needs].filter(([id]) => !started.has(id)));
}

/** A shortest way from one job to another along what they need, both included; null when there is none. */
function findPath(from: string, to: string, needs: Needs): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const id of cameFrom.keys()) {
    if (id === to) return walkBack(to, cameFrom);
    for (const need of needs.get(id) ?? []) if (!cameFrom.has(need)) cameFrom.set(need, id);
  }
  return null;
}

function walkBack(to: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const path: string[] = [];
  for (let id: string | null = to; id !== null; id = cameFrom.get(id) ?? null) path.push(id);
  return path.toReversed();
}

/** A message is one line: of a longer way its ends are shown. */
const maxShown = 8;

function writePath(path: readonly string[]): string {
  const shown = path.length > maxShown ? [...path.slice(0, maxShown - 2), '…', ...path.slice(-1)] : path;
  return shown.join(' → ');
}
