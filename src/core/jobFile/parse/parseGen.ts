import { assertNever } from '../../support/assertNever.ts';
import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import { defaultMaxRuns, genKeys, onErrorChoices } from './controlKeys.ts';
import { scanTemplate } from '../expression/scanTemplate.ts';
import type { FileControls, Job } from '../job.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { parseChoice, parseMap, parsePositive, parseText } from './parseControl.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxTree.ts';

/** The values of one `gen:`, of the file or of a job. */
export interface Gen extends FileControls, Pick<Job, 'endpoint' | 'timeoutMinutes'> {
  readonly defaults: MapNode | null;
  readonly repeat: number | null;
  readonly repeatRange: TextRange | null;
}

const formatVersion = 1;

const emptyGen: Gen = {
  name: null,
  profile: null,
  concurrency: null,
  endpoint: null,
  timeoutMinutes: null,
  maxRuns: defaultMaxRuns,
  onError: 'continue',
  budgetUsd: null,
  repeat: null,
  repeatRange: null,
  defaults: null,
};

/** Parses `gen: 1` or a map. `level`: the `gen` of a job under `jobs:` accepts fewer keys than that of the file. */
export function parseGen(entry: SyntaxEntry | undefined, level: 'file' | 'job', report: ReportProblem): Gen {
  if (entry?.value.kind === 'scalar' && typeof entry.value.value === 'number') {
    checkVersion(entry, report);
    return emptyGen;
  }
  const map = parseMap(entry, report);
  if (!map) return emptyGen;
  for (const each of map.entries) checkKey(each, level, report);
  findExpressions(map, report);
  const version = findEntry(map, 'version');
  if (version) checkVersion(version, report);
  parseText(findEntry(map, 'description'), report);
  const endpoint = findEntry(map, 'endpoint');
  const path = parseText(endpoint, report);
  return {
    name: parseText(findEntry(map, 'name'), report),
    profile: parseText(findEntry(map, 'profile'), report),
    concurrency: parsePositive(findEntry(map, 'concurrency'), 'integer', report),
    endpoint: endpoint && path !== null ? { path, range: endpoint.value } : null,
    timeoutMinutes: parsePositive(findEntry(map, 'timeout_minutes'), 'number', report),
    maxRuns: parsePositive(findEntry(map, 'max_runs'), 'integer', report) ?? defaultMaxRuns,
    onError: parseChoice(findEntry(map, 'on_error'), onErrorChoices, report) ?? 'continue',
    budgetUsd: parsePositive(findEntry(map, 'budget_usd'), 'number', report),
    repeat: parsePositive(findEntry(map, 'repeat'), 'integer', report),
    repeatRange: findEntry(map, 'repeat')?.value ?? null,
    defaults: parseMap(findEntry(map, 'defaults'), report),
  };
}

/** `gen` is read before expressions are evaluated. Its defaults are fields, and accept expressions like them. */
function findExpressions(node: SyntaxNode, report: ReportProblem): void {
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'string' && scanTemplate(node.value).some(({ kind }) => kind === 'expression')) {
        report(buildProblem('bad-expression', node, { args: { variant: 'in-gen' } }));
      }
      return;
    case 'sequence':
      for (const item of node.items) findExpressions(item, report);
      return;
    case 'map':
      for (const { key, value } of node.entries) if (key !== 'defaults') findExpressions(value, report);
      return;
    default:
      assertNever(node);
  }
}

/** A mistyped control must not be ignored silently: it may be the one that limits the cost. */
function checkKey({ key, keyRange }: SyntaxEntry, level: 'file' | 'job', report: ReportProblem): void {
  const known = genKeys.find(({ name }) => name === key);
  if (!known) {
    const suggestion = closestName(
      key,
      genKeys.map(({ name }) => name),
    );
    const args = suggestion ? { key, owner: 'gen', suggestion, variant: 'suggestion' } : { key, owner: 'gen' };
    report(buildProblem('unknown-key', keyRange, { args }));
  } else if (known.isRootOnly && level === 'job') {
    report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'root-only' } }));
  }
}

function checkVersion({ value }: SyntaxEntry, report: ReportProblem): void {
  if (isNull(value) || (value.kind === 'scalar' && value.value === formatVersion)) return;
  report(buildProblem('format-version', value, { args: { version: formatVersion } }));
}
