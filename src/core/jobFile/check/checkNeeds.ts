import { invertGraph } from '../../support/graph.ts';
import type { Need } from '../job.ts';
import { buildProblem, buildRelated, type Problem, type RelatedRange } from '../problem.ts';
import type { CheckedJob } from './checkJob.ts';

export function checkNeeds(jobs: readonly CheckedJob[]): readonly Problem[] {
  return [...checkGraph(jobs), ...checkTexts(jobs)];
}

/**
 * Reports jobs whose `text` another job uses although they make images or audio. Otherwise they would be made, and paid
 * for, before it is visible that there is no text.
 */
function checkTexts(jobs: readonly CheckedJob[]): readonly Problem[] {
  const asked = jobs.flatMap(({ needs }) => needs.filter(({ value }) => value === 'text'));
  if (asked.length === 0) return [];
  const textless = new Set(jobs.filter(returnsNoText).map(({ job }) => job.id));
  return asked
    .filter(({ id }) => textless.has(id))
    .map(({ id, ...range }) => buildProblem('unknown-name', range, { args: { job: id, variant: 'no-text' } }));
}

/** Only chat endpoints return text. A model that is not in the catalog is not checked. */
function returnsNoText({ targets }: CheckedJob): boolean {
  return targets.length > 0 && targets.every((target) => target?.family && !target.endpoint.dialect);
}

/** Reports jobs that wait for each other: each cycle once, at the need of the job that is first in the text. */
function checkGraph(jobs: readonly CheckedJob[]): readonly Problem[] {
  const needs = findBlocked(
    new Map(
      jobs.flatMap(({ job, needs: own }) => (job.id === null ? [] : [[job.id, new Set(own.map(({ id }) => id))]])),
    ),
  );
  if (needs.size === 0) return [];
  // A job that only waits for a cycle is not part of one.
  const dependents = invertGraph(needs);
  const between = findBlocked(new Map([...needs.keys()].map((id) => [id, new Set(dependents.get(id))])));
  const blocked = new Map(
    jobs.flatMap(({ job: { id }, needs: own }) => (id !== null && needs.has(id) ? [[id, own]] : [])),
  );
  const found = new Set<string>();
  const order = new Map([...blocked.keys()].map((id, at) => [id, at]));
  return [...between.keys()].flatMap((id) => {
    if (found.has(id)) return [];
    const cycle = findCycle(id, needs);
    for (const each of cycle) found.add(each);
    const path = startFirst(cycle, order);
    const edge = blocked.get(path[0] ?? '')?.find((need) => need.id === path[1]);
    if (!edge) return [];
    const args = { variant: path.length === 2 ? 'itself' : 'jobs', path: writePath(path) };
    return [buildProblem('cycle', edge, { args, related: listSteps(path.slice(1), blocked) })];
  });
}

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the jobs that can never start, with the jobs that block them. */
function findBlocked(needs: Needs): Needs {
  const unmet = new Map([...needs].map(([id, own]) => [id, [...own].filter((each) => needs.has(each)).length]));
  const dependents = invertGraph(needs);
  const ready = [...unmet].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (const id of ready) {
    for (const dependent of dependents.get(id) ?? []) {
      const left = (unmet.get(dependent) ?? 0) - 1;
      unmet.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  const started = new Set(ready);
  return new Map([...needs].filter(([id]) => !started.has(id)));
}

/** Returns a shortest path through needs back to the job, without the final step. Empty if there is none. */
function findCycle(id: string, needs: Needs): readonly string[] {
  const cameFrom = new Map<string, string>();
  const reached = [id];
  for (const each of reached) {
    for (const need of needs.get(each) ?? []) {
      if (need === id) return walkBack(each, id, cameFrom);
      if (cameFrom.has(need) || !needs.has(need)) continue;
      cameFrom.set(need, each);
      reached.push(need);
    }
  }
  return [];
}

function walkBack(from: string, to: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path: string[] = [];
  for (let id: string | undefined = from; id !== undefined && id !== to; id = cameFrom.get(id)) path.push(id);
  return [to, ...path.toReversed()];
}

/** Rotates the cycle so that it starts with the job that is first in the text. */
function startFirst(cycle: readonly string[], order: ReadonlyMap<string, number>): readonly string[] {
  const places = cycle.map((id) => order.get(id) ?? 0);
  const at = places.indexOf(places.reduce((least, each) => Math.min(least, each), Infinity));
  return cycle.length === 0 ? [] : [...cycle.slice(at), ...cycle.slice(0, at + 1)];
}

/** A longer path is not shown step by step. */
const maxSteps = 20;

function listSteps(path: readonly string[], needs: ReadonlyMap<string, readonly Need[]>): readonly RelatedRange[] {
  return path.slice(0, maxSteps).flatMap((name, at) => {
    const next = path[at + 1];
    const edge = needs.get(name)?.find(({ id }) => id === next);
    return edge && next !== undefined ? [buildRelated('job-step', edge, { name, next })] : [];
  });
}

/** A message is one line, so a longer path is cut in the middle. */
const maxShown = 8;

function writePath(path: readonly string[]): string {
  const shown = path.length > maxShown ? [...path.slice(0, maxShown - 2), '…', ...path.slice(-1)] : path;
  return shown.join(' → ');
}
