import { checkValue } from '../../catalog/checkValue.ts';
import type { FieldType } from '../../catalog/field.ts';
import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import { scanTemplate } from '../expression/scanTemplate.ts';
import type { FileControls, Job, OutputChoice, Need, MatrixSource, VarSource } from '../job.ts';
import { isAbsolutePath, parseFilePath } from '../lookups.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import {
  isNull,
  listScalars,
  mapToJson,
  type MapNode,
  type ScalarNode,
  type SyntaxEntry,
  findEntry,
  type SyntaxNode,
} from '../syntax/syntaxNode.ts';
import { defaultMaxRuns, genKeys, onErrorChoices, collisions, metadataChoices, outputKeys } from './controlKeys.ts';

/** The values of one `gen:`, of the file or of a job. */
export interface Gen extends Pick<Job, 'endpoint' | 'timeoutMinutes'> {
  readonly controls: FileControls;
  readonly defaults: MapNode | null;
  readonly repeat: number | null;
  readonly repeatRange: TextRange | null;
}

const formatVersion = 1;

export const noControls: FileControls = {
  name: null,
  profile: null,
  concurrency: null,
  maxRuns: defaultMaxRuns,
  onError: 'continue',
  budgetUsd: null,
};

/** Parses `gen: 1` or a map. `level`: the `gen` of a job under `jobs:` accepts fewer keys than that of the file. */
export function parseGen(entry: SyntaxEntry | undefined, level: 'file' | 'job', report: ReportProblem): Gen {
  const isVersion = entry?.value.kind === 'scalar' && typeof entry.value.value === 'number';
  const map = isVersion ? null : parseMap(entry, report);
  if (map) {
    checkKeys(map, { owner: 'gen', known: genKeys.map(({ name }) => name) }, report);
    if (level === 'job') checkRootOnly(map, report);
    findExpressions(map, report);
  }
  const version = isVersion ? entry : findEntry(map, 'version');
  if (version) checkVersion(version, report);
  parseText(findEntry(map, 'description'), report);
  const endpoint = findEntry(map, 'endpoint');
  const path = parseText(endpoint, report);
  return {
    controls: {
      name: parseText(findEntry(map, 'name'), report),
      profile: parseText(findEntry(map, 'profile'), report),
      concurrency: parsePositive(findEntry(map, 'concurrency'), 'integer', report),
      maxRuns: parsePositive(findEntry(map, 'max_runs'), 'integer', report) ?? defaultMaxRuns,
      onError: parseChoice(findEntry(map, 'on_error'), onErrorChoices, report) ?? 'continue',
      budgetUsd: parsePositive(findEntry(map, 'budget_usd'), 'number', report),
    },
    endpoint: endpoint && path !== null ? { path, range: endpoint.value } : null,
    timeoutMinutes: parsePositive(findEntry(map, 'timeout_minutes'), 'number', report),
    repeat: parsePositive(findEntry(map, 'repeat'), 'integer', report),
    repeatRange: findEntry(map, 'repeat')?.value ?? null,
    defaults: parseMap(findEntry(map, 'defaults'), report),
  };
}

/** `gen` is read before expressions are evaluated. Its defaults are fields, and accept expressions like them. */
function findExpressions({ entries }: MapNode, report: ReportProblem): void {
  const own = entries.filter(({ key }) => key !== 'defaults').flatMap(({ value }) => listScalars(value));
  for (const node of own) {
    if (typeof node.value === 'string' && scanTemplate(node.value).some(({ kind }) => kind === 'expression')) {
      report(buildProblem('bad-expression', node, { args: { variant: 'in-gen' } }));
    }
  }
}

/** A mistyped control must not be ignored silently: it may be the one that limits the cost. */
function checkKeys(
  { entries }: MapNode,
  { owner, known }: { readonly owner: string; readonly known: readonly string[] },
  report: ReportProblem,
): void {
  for (const { key, keyRange } of entries.filter((entry) => !known.includes(entry.key))) {
    const suggestion = closestName(key, known);
    const args = { key, owner, ...(suggestion ? { suggestion, variant: 'suggestion' } : {}) };
    report(buildProblem('unknown-key', keyRange, { args }));
  }
}

function checkRootOnly({ entries }: MapNode, report: ReportProblem): void {
  for (const { key, keyRange } of entries) {
    const isRootOnly = genKeys.some(({ name, isRootOnly: isOfFile }) => name === key && isOfFile);
    if (isRootOnly) report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'root-only' } }));
  }
}

function checkVersion({ value }: SyntaxEntry, report: ReportProblem): void {
  if (isNull(value) || (value.kind === 'scalar' && value.value === formatVersion)) return;
  report(buildProblem('format-version', value, { args: { version: formatVersion } }));
}

const noChoice: OutputChoice = { dir: null, name: null, path: null, collision: null, metadata: null };

/** Parses a path, or a map. Paths are relative to the job file. `..` is checked where the workspace folder is known. */
export function parseOutput(entry: SyntaxEntry | undefined, report: ReportProblem): OutputChoice {
  if (entry?.value.kind === 'scalar' && typeof entry.value.value === 'string') {
    checkRelative(entry.key, entry.value, report);
    return { ...noChoice, path: entry.value };
  }
  const map = parseMap(entry, report);
  if (!map) return noChoice;
  checkKeys(map, { owner: 'output', known: outputKeys }, report);
  const dir = parseTextNode(findEntry(map, 'dir'), report);
  if (dir) checkRelative('dir', dir, report);
  return {
    dir,
    name: parseTextNode(findEntry(map, 'name'), report),
    path: null,
    collision: parseChoice(findEntry(map, 'collision'), collisions, report),
    metadata: parseChoice(findEntry(map, 'metadata'), metadataChoices, report),
  };
}

/** Merges key by key: a job may set its name and leave the folder to the file. A path of the job sets both. */
export function mergeOutput(own: OutputChoice, file: OutputChoice): OutputChoice {
  const chosen = own.path ? own : { dir: own.dir ?? file.dir, name: own.name ?? file.name, path: file.path };
  return {
    dir: chosen.dir,
    name: chosen.name,
    path: chosen.path,
    collision: own.collision ?? file.collision,
    metadata: own.metadata ?? file.metadata,
  };
}

function checkRelative(field: string, node: ScalarNode, report: ReportProblem): void {
  const path = String(node.value);
  if (isAbsolutePath(path)) report(buildProblem('absolute-path', node, { args: { field, path } }));
}

/** Parses `vars:`: a map, `file://…`, or a list of both. Later sources win. */
export function parseVars(entry: SyntaxEntry | undefined, report: ReportProblem): readonly VarSource[] {
  if (!entry || isNull(entry.value)) return [];
  const nodes = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
  return nodes.flatMap((node) => parseSource(node, report));
}

function parseSource(node: SyntaxNode, report: ReportProblem): readonly VarSource[] {
  if (isNull(node)) return [];
  // Thousands of jobs look up the variables of the file.
  if (node.kind === 'map') return [{ kind: 'map', entries: node.entries, byName: indexByName(node.entries) }];
  const path = node.kind === 'scalar' ? parseFilePath(node.value) : null;
  if (path !== null) return [{ kind: 'file', path, start: node.start, end: node.end }];
  report(buildProblem('wrong-vars', node));
  return [];
}

/** If two entries have one name, the last one wins. */
export function indexByName(entries: readonly SyntaxEntry[]): ReadonlyMap<string, SyntaxNode> {
  return new Map(entries.map(({ key, value }) => [key, value]));
}

/** Parses axes, `include:` and `exclude:`. Null if there is no matrix. */
export function parseMatrix(entry: SyntaxEntry | undefined, report: ReportProblem): MatrixSource | null {
  if (!entry || isNull(entry.value)) return null;
  if (entry.value.kind !== 'map') {
    report(buildProblem('wrong-matrix', entry.value, { args: { variant: 'not-a-map' } }));
    return null;
  }
  const { entries } = entry.value;
  const listOf = (name: string): readonly MapNode[] => {
    const found = entries.find(({ key }) => key === name);
    return found ? parseMaps(name, found.value, report) : [];
  };
  return {
    keyRange: entry.keyRange,
    axes: entries.filter(({ key, value }) => key !== 'include' && key !== 'exclude' && !isNull(value)),
    include: listOf('include'),
    exclude: listOf('exclude'),
  };
}

function parseMaps(key: string, node: SyntaxNode, report: ReportProblem): readonly MapNode[] {
  if (isNull(node)) return [];
  const items = node.kind === 'sequence' ? node.items : [node];
  return items.flatMap((item): readonly MapNode[] => {
    if (item.kind === 'map' && node.kind === 'sequence') return [item];
    report(buildProblem('wrong-matrix', item, { args: { variant: 'not-a-list-of-maps', key } }));
    return [];
  });
}

export function parseNeeds(entry: SyntaxEntry | undefined, report: ReportProblem): readonly Need[] {
  if (!entry || isNull(entry.value)) return [];
  const nodes = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
  return nodes.flatMap((node): readonly Need[] => {
    const isId = node.kind === 'scalar' && node.value !== null && node.value !== '';
    if (isId) return [{ id: String(node.value), start: node.start, end: node.end }];
    report(buildProblem('wrong-needs', node));
    return [];
  });
}

/** Returns the text of a control such as `gen.name`. Null if it is left out or no string, which is reported. */
function parseText(entry: SyntaxEntry | undefined, report: ReportProblem): string | null {
  if (!entry || isNull(entry.value)) return null;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'string') return value.value;
  reportType(entry, 'string', report);
  return null;
}

/** Returns the node of a string that may contain expressions. Null as for `parseText`. */
function parseTextNode(entry: SyntaxEntry | undefined, report: ReportProblem): ScalarNode | null {
  const text = parseText(entry, report);
  return text !== null && entry?.value.kind === 'scalar' ? entry.value : null;
}

/** Returns a positive number. Null if it is left out, or if it is something else, which is reported. */
function parsePositive(
  entry: SyntaxEntry | undefined,
  kind: 'integer' | 'number',
  report: ReportProblem,
): number | null {
  if (!entry || isNull(entry.value)) return null;
  const json = mapToJson(entry.value);
  const isRightKind = typeof json === 'number' && (kind === 'integer' ? Number.isInteger(json) : Number.isFinite(json));
  if (!isRightKind) return reportType(entry, kind, report);
  if (json > 0) return json;
  const args = { field: entry.key, value: String(json), variant: 'positive' };
  report(buildProblem('out-of-range', entry.value, { args }));
  return null;
}

/** Returns the map of a control. Null if it is left out, or if it is not a map, which is reported. */
export function parseMap(entry: SyntaxEntry | undefined, report: ReportProblem): MapNode | null {
  if (!entry || isNull(entry.value)) return null;
  if (entry.value.kind === 'map') return entry.value;
  reportType(entry, 'object', report);
  return null;
}

/** Returns one of a few words. Null if it is left out, or if it is something else, which is reported. */
function parseChoice<T extends string>(
  entry: SyntaxEntry | undefined,
  choices: readonly T[],
  report: ReportProblem,
): T | null {
  const text = parseText(entry, report);
  const choice = choices.find((each) => each === text) ?? null;
  if (entry && text !== null && choice === null) {
    const args = { field: entry.key, value: text, values: choices.join(', ') };
    report(buildProblem('not-in-enum', entry.value, { args }));
  }
  return choice;
}

/** Uses the message for a field with a wrong type. */
function reportType(entry: SyntaxEntry, kind: 'string' | 'integer' | 'number' | 'object', report: ReportProblem): null {
  const type: FieldType = kind === 'object' ? { kind, fields: [] } : { kind };
  const [problem] = checkValue(mapToJson(entry.value), { name: entry.key, type, description: '' });
  if (problem) report(buildProblem('wrong-type', entry.value, { args: problem.args }));
  return null;
}
