import { lazy } from '../../support/lazy.ts';
import type { TextRange } from '../../support/textRange.ts';
import { resolveInputs } from './resolveInputs.ts';
import type { VarSource } from '../job.ts';
import { readFileText } from '../lookups.ts';
import { indexByName } from '../parse/parseReserved.ts';
import { isSettled } from '../planValue.ts';
import { buildProblem, buildRelated, isError } from '../problem.ts';
import { findLostTexts } from '../syntax/formProblems.ts';
import { parseSyntax } from '../syntax/parseSyntax.ts';
import { isPair } from '../syntax/strangeSigns.ts';
import type { SyntaxNode } from '../syntax/syntaxNode.ts';
import { compileNode, noVariant, exceedsSize, maxValueSize } from './compileNode.ts';
import type { Scope, VarOutcome, Vars } from './scope.ts';
import type { VarsFile, Written } from './followWritten.ts';

interface VarMap {
  readonly byName: ReadonlyMap<string, SyntaxNode>;
  /** Null in the job file itself, where every node has its own range. */
  readonly file: VarsFile | null;
}

type VarsScope = Omit<Scope, 'vars' | 'stage' | 'shownAt' | 'model' | 'axes'>;

/**
 * Creates the variables of one job, with later sources over earlier ones. Each is evaluated on first use, as this job
 * sees it: a variable of the file may reference one that the job overrides.
 */
export function createVars(sources: readonly VarSource[], scope: VarsScope): Vars {
  const read = sources.map((source) => readSource(source, scope));
  const maps = read.filter((map) => map !== null);
  // Any name may be in a file that could not be read, or in a key that is meant as several.
  const hasPair = lazy(() => sources.some((source) => source.kind === 'map' && source.entries.some(isPair)));
  const isComplete = (): boolean => maps.length === read.length && !hasPair();
  const outcomes = new Map<string, VarOutcome>();
  const open: OpenVar[] = [];
  const vars: Vars = {
    names: lazy(() => [...new Set(maps.flatMap(({ byName }) => [...byName.keys()]))]),
    has: (name) => maps.some(({ byName }) => byName.has(name)),
    resolve(name, at) {
      const known = outcomes.get(name);
      if (known) return known;
      const opened = open.findIndex((each) => each.name === name);
      if (opened >= 0) return reportCycle([...open.slice(opened + 1), { name, at }], scope);
      const map = maps.findLast(({ byName }) => byName.has(name));
      const node = map?.byName.get(name);
      if (!node) return isComplete() ? { state: 'missing' } : { state: 'unknown' };
      if (open.length >= maxDepth) {
        scope.report(buildProblem('wrong-vars', at, { args: { variant: 'too-deep', max: maxDepth } }));
        return { state: 'unknown' };
      }
      open.push({ name, at });
      const written: Written = { node, file: map?.file ?? null };
      reportLost(written, name, scope);
      const outcome = resolveNode(written, { ...scope, vars });
      open.pop();
      outcomes.set(name, outcome);
      return outcome;
    },
  };
  return vars;
}

/** No user writes as many. More would overflow the stack. */
const maxDepth = 100;

interface OpenVar {
  readonly name: string;
  readonly at: TextRange;
}

/**
 * `cycle`: each variable, with the range in which the one before needs it. The problem is shown at the first of these
 * ranges, wherever the cycle is entered.
 */
function reportCycle(cycle: readonly OpenVar[], { report }: VarsScope): VarOutcome {
  const first = cycle.reduce((best, each, index) => (isBefore(each, cycle[best]) ? index : best), 0);
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
  const [entered, ...steps] = turned;
  const path = [turned.at(-1), ...turned].flatMap((each) => (each ? [each.name] : []));
  if (entered) {
    const related = steps
      .map(({ name, at }, index) => buildRelated('var-step', at, { name: turned[index]?.name ?? '', next: name }))
      .filter(({ start }) => start !== entered.at.start);
    report(buildProblem('cycle', entered.at, { args: { variant: 'vars', path: path.join(' → ') }, related }));
  }
  return { state: 'unknown' };
}

/** Variables of another file are all shown at one range. */
function isBefore(one: OpenVar, other: OpenVar | undefined): boolean {
  if (!other) return true;
  return one.at.start === other.at.start ? one.name < other.name : one.at.start < other.at.start;
}

function resolveNode(written: Written, scope: VarsScope & { readonly vars: Vars }): VarOutcome {
  const { node, file: shownAt } = written;
  const own: Scope = { ...scope, stage: 'vars', shownAt, model: null, axes: [] };
  const compiled = compileNode(node, own, 'keep').evaluate(noVariant);
  const value = resolveInputs(compiled, { node, reading: { kind: 'no-media' } }, own);
  if (exceedsSize(value)) {
    const args = { variant: 'too-long', max: maxValueSize };
    scope.report(buildProblem('bad-expression', shownAt ?? node, { args }));
    return { state: 'unknown' };
  }
  return isSettled(value) ? { state: 'known', value, written } : { state: 'unknown' };
}

/** Reports what YAML drops of a variable. That of another file is shown where the job file names that file. */
function reportLost({ node, file }: Written, name: string, { text, report }: VarsScope): void {
  for (const problem of findLostTexts(node, name, file?.text ?? text)) {
    const args = { ...problem.args, path: file?.path ?? '', variant: 'file' };
    report(file ? buildProblem(problem.code, file, { args }) : problem);
  }
}

/** Returns null for a file that cannot be read. */
function readSource(source: VarSource, scope: VarsScope): VarMap | null {
  if (source.kind === 'map') return { byName: source.byName, file: null };
  const { path, start, end } = source;
  const text = readFileText(path, { start, end, use: 'vars' }, scope);
  if (text === null) return null;
  const before = parsed.get(source);
  const file = before?.text === text ? before : parseVarsFile(text);
  parsed.set(source, file);
  if ('byName' in file) return { byName: file.byName, file: { start, end, path, text } };
  const { line, variant } = file;
  scope.report(buildProblem('unreadable-file', { start, end }, { args: { path, line, use: 'vars', variant } }));
  return null;
}

/** The last text of each file of variables, which each job reads again. */
const parsed = new WeakMap<VarSource, ReturnType<typeof parseVarsFile>>();

function parseVarsFile(text: string) {
  const { root, problems } = parseSyntax(text);
  const error = problems.find(isError);
  if (!error && root?.kind !== 'scalar' && root?.kind !== 'sequence')
    return { text, byName: indexByName(root?.entries ?? []) };
  const line = error ? text.slice(0, error.start).split('\n').length : 1;
  return { text, line, variant: error ? 'not-yaml' : 'not-a-map' };
}
