import { isReservedKey } from '../../catalog/reservedKeys.ts';
import type { VarSource } from '../compile/parseVars.ts';
import type { Need } from '../compile/scope.ts';
import { isAccessName } from '../syntax/formProblems.ts';
import type { Job, OutputChoice } from '../job.ts';
import { parseMatrix } from '../matrix/parseMatrix.ts';
import type { Gen } from './parseGen.ts';
import { buildProblem, buildRelated, type ReportProblem } from '../problem.ts';
import { parseMap } from './parseControl.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry } from '../syntax/syntaxTree.ts';

export interface JobSource {
  /** The entry under `jobs:`. Null for a job at the root. */
  readonly id: SyntaxEntry | null;
  /** Null for an id with nothing below it yet. */
  readonly node: MapNode | null;
  /** The controls of the file and the job together. */
  readonly gen: Gen;
  readonly vars: readonly VarSource[];
  readonly output: OutputChoice;
  /** Offsets of YAML errors. */
  readonly brokenAt: readonly number[];
  readonly report: ReportProblem;
}

/** Parses one job: sorts its keys into fields and reserved words. It needs no other job for that. */
export function parseJob(source: JobSource): Job {
  const { id, node, gen, report } = source;
  const range = rangeOf(source);
  for (const entry of node?.entries ?? []) checkReserved(entry, id !== null, report);
  for (const entry of gen.defaults?.entries ?? []) checkDefault(entry, report);
  const request = parseMap(findEntry(node, 'request'), report);
  const merged = mergeDefaults(node, gen.defaults);
  const model = merged.find(({ key, value }) => key === 'model' && !isNull(value));
  checkIgnored(findEntry(request, 'model'), model, report);
  const label = id?.keyRange ?? model?.value ?? firstKeyRange(node) ?? range;
  return {
    id: id ? id.key : null,
    ...range,
    label,
    model,
    fields: merged.filter(({ key, value }) => key !== 'model' && isField(key) && !isNull(value)),
    request,
    endpoint: gen.endpoint,
    timeoutMinutes: gen.timeoutMinutes,
    repeat: gen.repeat ?? 1,
    repeatRange: gen.repeatRange ?? label,
    budgetUsd: id ? gen.budgetUsd : null,
    vars: source.vars,
    matrix: parseMatrix(findEntry(node, 'matrix'), report),
    needs: parseNeeds(findEntry(node, 'needs'), report),
    output: source.output,
    isBroken: source.brokenAt.some((offset) => offset >= range.start && offset <= range.end),
  };
}

/** A key that is refused as a leak is not a field. */
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

/** One level deep: a field of the job replaces the default as a whole, and `null` removes it. */
function mergeDefaults(node: MapNode | null, defaults: MapNode | null): readonly SyntaxEntry[] {
  const own = node?.entries ?? [];
  const names = new Set(own.map(({ key }) => key));
  return [...own, ...(defaults?.entries ?? []).filter(({ key }) => !names.has(key))];
}

function checkReserved({ key, keyRange, value }: SyntaxEntry, isBelowJobs: boolean, report: ReportProblem): void {
  if (key !== 'jobs' || !isBelowJobs || isNull(value)) return;
  report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'nested' } }));
}

/** The model can be set only in the job itself. */
function checkIgnored(ignored: SyntaxEntry | undefined, model: SyntaxEntry | undefined, report: ReportProblem): void {
  if (!ignored) return;
  const related = model ? [buildRelated('model', model.value)] : [];
  report(buildProblem('ignored-key', ignored.keyRange, { args: { key: 'model' }, related }));
}

/** Parses one id, or a list of ids. */
function parseNeeds(entry: SyntaxEntry | undefined, report: ReportProblem): readonly Need[] {
  if (!entry || isNull(entry.value)) return [];
  const nodes = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
  return nodes.flatMap((node): readonly Need[] => {
    const isId = node.kind === 'scalar' && node.value !== null && node.value !== '';
    if (isId) return [{ id: String(node.value), start: node.start, end: node.end }];
    report(buildProblem('wrong-needs', node));
    return [];
  });
}

function checkDefault({ key, keyRange }: SyntaxEntry, report: ReportProblem): void {
  if (isReservedKey(key)) report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'in-defaults' } }));
}
