import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, isError } from '../problem.ts';
import { parseSyntax } from '../parseSyntax.ts';
import type { SyntaxEntry, SyntaxNode } from '../syntaxTree.ts';
import { compileNode, noVariant } from './compileNode.ts';
import { exceedsSize, maxValueSize } from './exceedsSize.ts';
import { readFilePath, type VarSource } from './parseVars.ts';
import { isPlanList, isPlanObject, isSettled, mapMembers, type PlanValue, unknownValue } from './planValue.ts';
import { readFileText } from './readFileText.ts';
import type { Scope, VarAnswer, Vars } from './scope.ts';

/** A variable that is written somewhere, and where findings about it are shown. */
interface VarEntry {
  readonly node: SyntaxNode;
  /** Null in the job file itself, where every node has its own place. */
  readonly shownAt: TextRange | null;
}

type VarsScope = Omit<Scope, 'vars' | 'place' | 'shownAt' | 'model' | 'axes'>;

/**
 * The variables of one job, later sources over earlier ones. Each is worked out when it is first asked for, in the view of
 * this job: one of the file may speak of another that the job has replaced.
 */
export function createVars(sources: readonly VarSource[], scope: VarsScope): Vars {
  const { entries, isComplete } = collectEntries(sources, scope);
  const answers = new Map<string, VarAnswer>();
  const open: OpenVar[] = [];
  const vars: Vars = {
    names: [...entries.keys()],
    resolve(name, at) {
      const known = answers.get(name);
      if (known) return known;
      const opened = open.findIndex((each) => each.name === name);
      if (opened >= 0) return reportCycle([...open.slice(opened + 1), { name, at }], scope);
      const entry = entries.get(name);
      if (!entry) return isComplete ? { state: 'missing' } : { state: 'unknown' };
      if (open.length >= maxDepth) return reportDepth(at, scope);
      open.push({ name, at });
      const answer = resolveEntry(entry, { ...scope, vars });
      open.pop();
      answers.set(name, answer);
      return answer;
    },
  };
  return vars;
}

/** Nobody writes as many; more would use up the stack. */
const maxDepth = 100;

function reportDepth(at: TextRange, { report }: VarsScope): VarAnswer {
  report(buildProblem('wrong-vars', at, { args: { variant: 'too-deep', max: maxDepth } }));
  return { state: 'unknown' };
}

/** A variable being worked out, and where it is asked for. */
interface OpenVar {
  readonly name: string;
  readonly at: TextRange;
}

/** `circle`: each variable where the one before it asks for it. Shown at the first of these places, from wherever it is entered. */
function reportCycle(circle: readonly OpenVar[], { report }: VarsScope): VarAnswer {
  const first = circle.reduce((best, each, index) => (isBefore(each, circle[best]) ? index : best), 0);
  const turned = [...circle.slice(first), ...circle.slice(0, first)];
  const [entered] = turned;
  const path = [turned.at(-1), ...turned].flatMap((each) => (each ? [each.name] : []));
  if (entered) report(buildProblem('cycle', entered.at, { args: { variant: 'vars', path: path.join(' → ') } }));
  return { state: 'unknown' };
}

/** Those of another file are all shown at one place. */
function isBefore(one: OpenVar, other: OpenVar | undefined): boolean {
  if (!other) return true;
  return one.at.start === other.at.start ? one.name < other.name : one.at.start < other.at.start;
}

function resolveEntry({ node, shownAt }: VarEntry, scope: VarsScope & { readonly vars: Vars }): VarAnswer {
  const own: Scope = { ...scope, place: 'vars', shownAt, model: null, axes: [] };
  const compiled = compileNode(node, own, 'keep').evaluate(noVariant);
  const value = inlineTexts(compiled, node, own);
  if (exceedsSize(value)) {
    const args = { variant: 'too-long', max: maxValueSize };
    scope.report(buildProblem('bad-expression', shownAt ?? node, { args }));
    return { state: 'unknown' };
  }
  return isSettled(value) ? { state: 'known', value } : { state: 'unknown' };
}

/** `file://…` that is written as a value, at any depth, becomes the text of the file. */
function inlineTexts(value: PlanValue, node: SyntaxNode, scope: Scope): PlanValue {
  if (node.kind === 'sequence' && isPlanList(value)) {
    return value.map((item, index) => inlineTexts(item, node.items[index] ?? node, scope));
  }
  if (node.kind === 'map' && isPlanObject(value)) {
    const nodes = new Map(node.entries.map((entry) => [entry.key, entry.value]));
    return mapMembers(value, (member, key) => inlineTexts(member, nodes.get(key) ?? node, scope));
  }
  const path = node.kind === 'scalar' && readFilePath(node.value) !== null ? readFilePath(value) : null;
  if (path === null) return value;
  return readFileText(path, { ...(scope.shownAt ?? node), use: 'text' }, scope) ?? unknownValue;
}

interface Collected {
  readonly entries: ReadonlyMap<string, VarEntry>;
  /** False when a file could not be read: any name may stand in it. */
  readonly isComplete: boolean;
}

function collectEntries(sources: readonly VarSource[], scope: VarsScope): Collected {
  const entries = new Map<string, VarEntry>();
  let isComplete = true;
  const add = (written: readonly SyntaxEntry[], shownAt: TextRange | null): void => {
    for (const { key, value } of written) entries.set(key, { node: value, shownAt });
  };
  for (const source of sources) {
    const written = source.kind === 'map' ? source.entries : readVarsFile(source, scope);
    if (written) add(written, source.kind === 'map' ? null : { start: source.start, end: source.end });
    else isComplete = false;
  }
  return { entries, isComplete };
}

/** The entries of a file of variables; null when they can not be read. */
function readVarsFile(
  { path, start, end }: Extract<VarSource, { kind: 'file' }>,
  scope: VarsScope,
): readonly SyntaxEntry[] | null {
  const text = readFileText(path, { start, end, use: 'vars' }, scope);
  if (text === null) return null;
  const { root, problems } = parseSyntax(text);
  const fault = problems.find(isError);
  if (!fault && !root) return [];
  if (!fault && root?.kind === 'map') return root.entries;
  const line = fault ? text.slice(0, fault.start).split('\n').length : 1;
  const args = { path, line, use: 'vars', variant: fault ? 'not-yaml' : 'not-a-map' };
  scope.report(buildProblem('unreadable-file', { start, end }, { args }));
  return null;
}
