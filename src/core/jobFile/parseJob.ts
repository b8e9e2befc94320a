import { isReservedKey } from '../catalog/reservedKeys.ts';
import { laterJobKeys } from './controlKeys.ts';
import { isAccessName } from './findKeys.ts';
import type { Job, OutputChoice } from './job.ts';
import type { Gen } from './parseGen.ts';
import { buildProblem, type ReportProblem } from './problem.ts';
import { readMap } from './readScalar.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry } from './syntaxTree.ts';

export interface JobSource {
  /** The entry under `jobs:`; null for a job at the root. */
  readonly id: SyntaxEntry | null;
  /** Null for an id with nothing below it yet. */
  readonly node: MapNode | null;
  /** Of the file and the job together. */
  readonly gen: Pick<Gen, 'endpoint' | 'timeoutMinutes' | 'defaults'>;
  readonly output: OutputChoice;
  /** Offsets of faults in the YAML itself. */
  readonly brokenAt: readonly number[];
  readonly report: ReportProblem;
}

/** Reads one job: sorts its keys into fields and reserved words. It needs no other job to do so. */
export function parseJob(source: JobSource): Job {
  const { id, node, gen, report } = source;
  const range = rangeOf(source);
  for (const entry of node?.entries ?? []) checkReserved(entry, id !== null, report);
  for (const entry of gen.defaults?.entries ?? []) checkDefault(entry, report);
  const request = readMap(findEntry(node, 'request'), report);
  const ignored = findEntry(request, 'model');
  if (ignored) report(buildProblem('ignored-key', ignored.keyRange, { severity: 'warning', args: { key: 'model' } }));
  const merged = mergeDefaults(node, gen.defaults);
  const model = merged.find(({ key, value }) => key === 'model' && !isNull(value));
  return {
    id: id ? id.key : null,
    ...range,
    label: id?.keyRange ?? model?.value ?? firstKeyRange(node) ?? range,
    model,
    fields: merged.filter(({ key, value }) => key !== 'model' && isField(key) && !isNull(value)),
    request,
    endpoint: gen.endpoint,
    timeoutMinutes: gen.timeoutMinutes,
    output: source.output,
    isBroken: source.brokenAt.some((offset) => offset >= range.start && offset <= range.end),
  };
}

/** A key that is refused as a leak is no field as well. */
function isField(key: string): boolean {
  return !isReservedKey(key) && !isAccessName(key);
}

function rangeOf({ id, node }: JobSource): { start: number; end: number } {
  const own = node?.entries.filter(({ isMerged }) => !isMerged) ?? [];
  const start = id?.start ?? own[0]?.start ?? node?.start ?? 0;
  return { start, end: Math.max(start, id?.end ?? 0, ...own.map(({ end }) => end)) };
}

function firstKeyRange(node: MapNode | null): SyntaxEntry['keyRange'] | undefined {
  return node?.entries.find(({ isMerged }) => !isMerged)?.keyRange;
}

/** One level deep: a field of the job replaces the default as a whole, and `null` takes it away. */
function mergeDefaults(node: MapNode | null, defaults: MapNode | null): readonly SyntaxEntry[] {
  const own = node?.entries ?? [];
  const names = new Set(own.map(({ key }) => key));
  return [...own, ...(defaults?.entries ?? []).filter(({ key }) => !names.has(key))];
}

function checkReserved({ key, keyRange, value }: SyntaxEntry, isBelowJobs: boolean, report: ReportProblem): void {
  if (isNull(value)) return;
  if (laterJobKeys.has(key)) report(buildProblem('not-available-yet', keyRange, { args: { variant: 'key', key } }));
  if (key === 'jobs' && isBelowJobs)
    report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'nested' } }));
}

function checkDefault({ key, keyRange }: SyntaxEntry, report: ReportProblem): void {
  if (isReservedKey(key)) report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'in-defaults' } }));
}
