import { parsePath, type PathStep } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { Job, JobFile, VarSource } from '../../jobFile/job.ts';
import { type Anchor, listAnchors } from '../../jobFile/syntax/parseSyntax.ts';
import {
  findEntry,
  listScalars,
  type MapNode,
  type SyntaxEntry,
  type SyntaxNode,
} from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentFiles } from '../languageService.ts';
import { type NameGroup, type NameKind, type NameRange, noQuote, quoteAt } from '../view/documentView.ts';
import { createVarFinder, type VarReader } from './varFinder.ts';

interface NameSource {
  readonly text: string;
  readonly jobFile: JobFile;
  readonly files: DocumentFiles | undefined;
}

/**
 * Lists every name of a file with all its occurrences: variables, axes, jobs, anchors. A value for all jobs is read for
 * each job, as planning does. So a name that one job overrides, and a default references, is the same name as the one
 * that it overrides.
 */
export function listNames(source: NameSource): readonly NameGroup[] {
  const anchors = listAnchors(source.text);
  const groups = createNameGroups();
  const { root } = source.jobFile;
  if (root) new Collector(source, anchors, groups).collect(root);
  for (const { name, range, aliases } of anchors) {
    const identity = `anchor ${range.start}`;
    const facts = { kind: 'anchor', name, jobs: [], path: null } as const;
    const rangeOf = (at: TextRange, role: NameRange['role']): NameRange => ({
      ...at,
      role,
      writing: 'anchor',
      quote: noQuote,
    });
    groups.add(identity, facts, rangeOf(range, 'declaration'));
    for (const alias of aliases) groups.add(identity, facts, rangeOf(alias, 'use'));
  }
  return groups.list();
}

const noAxes: ReadonlySet<string> = new Set();

class Collector {
  readonly #source: NameSource;
  /** Anchors by the start of an alias. */
  readonly #anchors: ReadonlyMap<number, Anchor>;
  readonly #groups: NameCollector;
  readonly #originOf: ReturnType<typeof createVarFinder>;
  readonly #referenced = new Map<SyntaxNode, readonly ReferencedName[]>();

  constructor(source: NameSource, anchors: readonly Anchor[], groups: NameCollector) {
    this.#source = source;
    this.#anchors = new Map(anchors.flatMap((anchor) => anchor.aliases.map(({ start }) => [start, anchor] as const)));
    this.#groups = groups;
    this.#originOf = createVarFinder(source.jobFile.vars, source.files);
  }

  collect(root: MapNode): void {
    const { jobs, vars } = this.#source.jobFile;
    const isSet = jobs.some(({ id }) => id !== null);
    const file: VarReader = { id: null, sources: vars };
    const entries = isSet ? root.entries.filter(({ key }) => key !== 'jobs') : [];
    const forAll = entries.filter(({ key }) => key === 'vars' || key === 'gen' || key === 'output');
    this.#addVars(file, vars);
    for (const { value } of entries) this.#addReferenced(value, file, noAxes);
    const nodes = isSet ? findEntry(root, 'jobs')?.value : undefined;
    const byId = new Map(nodes?.kind === 'map' ? nodes.entries.map((entry) => [entry.key, entry]) : []);
    for (const job of jobs) {
      const entry = job.id === null ? undefined : byId.get(job.id);
      if (entry) this.#add('job', entry.key, { jobs: [job.id] }, this.#keyName(entry));
      const map = job.id === null ? root : entry?.value.kind === 'map' ? entry.value : null;
      this.#addJob(job, map, forAll);
    }
  }

  #addJob(job: Job, map: MapNode | null, forAll: readonly SyntaxEntry[]): void {
    const reader: VarReader = { id: job.id, sources: job.vars };
    if (job.id !== null) this.#addVars(reader, job.vars.slice(this.#source.jobFile.vars.length));
    const matrix = findEntry(map, 'matrix')?.value;
    const axes = matrix?.kind === 'map' ? listAxisEntries(matrix) : [];
    for (const entry of axes) this.#add('axis', entry.key, { job: job.id, jobs: [job.id] }, this.#keyName(entry));
    for (const need of job.needs) this.#add('job', need.id, { jobs: [need.id] }, this.#valueName(need));
    const names = new Set(axes.map(({ key }) => key));
    // Only values for all jobs that reference such an axis are affected.
    for (const { value } of forAll) this.#addReferenced(value, reader, names);
    for (const { value } of map?.entries ?? []) this.#addReferenced(value, reader, null);
  }

  #addVars({ id }: VarReader, sources: readonly VarSource[]): void {
    for (const source of sources) {
      if (source.kind === 'file') continue;
      for (const entry of source.entries) this.#add('var', entry.key, { job: id, jobs: [id] }, this.#keyName(entry));
    }
  }

  /**
   * Adds the names that the strings below a node reference, as this job or the file sees them. `axes` limits the axes.
   * Null means any axis.
   */
  #addReferenced(node: SyntaxNode, reader: VarReader, axes: ReadonlySet<string> | null): void {
    for (const referenced of this.#readReferenced(node)) {
      if (referenced.kind !== 'axis' || !axes || axes.has(referenced.name)) this.#addOne(referenced, reader);
    }
  }

  /** Finds the names once for each node, because each job asks for those in the values for all jobs. */
  #readReferenced(node: SyntaxNode): readonly ReferencedName[] {
    const referenced =
      this.#referenced.get(node) ??
      listScalars(node).flatMap((scalar) =>
        typeof scalar.value === 'string' && scalar.value.includes('${{')
          ? findReferencedNames(this.#source.text, this.#writtenRange(scalar), scalar.value)
          : [],
      );
    this.#referenced.set(node, referenced);
    return referenced;
  }

  #addOne({ kind, name, nameRange }: ReferencedName, reader: VarReader): void {
    const { id } = reader;
    switch (kind) {
      case 'var': {
        const origin = this.#originOf(reader, name);
        const job = origin.kind === 'here' ? origin.job : null;
        this.#add('var', name, { job, jobs: [id], path: origin.kind === 'file' ? origin.path : null }, nameRange);
        return;
      }
      case 'axis':
        this.#add('axis', name, { job: id, jobs: [id] }, nameRange);
        return;
      case 'job':
        this.#add('job', name, { jobs: [name] }, nameRange);
        return;
      default:
        assertNever(kind);
    }
  }

  #add(
    kind: NameGroup['kind'],
    name: string,
    { job = null, jobs, path = null }: { job?: string | null; jobs: readonly (string | null)[]; path?: string | null },
    nameRange: NameRange,
  ): void {
    this.#groups.add(JSON.stringify([kind, job, path, name]), { kind, name, jobs, path }, nameRange);
  }

  #keyName({ keyRange }: SyntaxEntry): NameRange {
    const { start, end } = keyRange;
    return { start, end, role: 'declaration', writing: 'key', quote: quoteAt(this.#source.text, start) };
  }

  #valueName(range: TextRange): NameRange {
    const { start, end } = this.#writtenRange(range);
    return { start, end, role: 'use', writing: 'value', quote: quoteAt(this.#source.text, start) };
  }

  /** Returns where a scalar is written. For an alias, that is after the anchor. */
  #writtenRange(range: TextRange): TextRange {
    const { text } = this.#source;
    if (text[range.start] !== '*') return range;
    return this.#anchors.get(range.start + 1)?.scalar ?? range;
  }
}

/** Returns the axes, and the keys of `include` and `exclude`, which belong to them. */
function listAxisEntries({ entries }: MapNode): readonly SyntaxEntry[] {
  return entries.flatMap((entry) => {
    if (entry.key !== 'include' && entry.key !== 'exclude') return [entry];
    const items = entry.value.kind === 'sequence' ? entry.value.items : [];
    return items.flatMap((item) => (item.kind === 'map' ? item.entries : []));
  });
}

/** A name that an expression references. */
interface ReferencedName {
  readonly kind: Exclude<NameKind, 'anchor'>;
  readonly name: string;
  readonly nameRange: NameRange;
}

const kindByContext: ReadonlyMap<string, ReferencedName['kind']> = new Map([
  ['vars', 'var'],
  ['matrix', 'axis'],
  ['jobs', 'job'],
]);

/** Returns the names in the expressions of a scalar. `value` is what YAML reads in the range of `text`. */
function findReferencedNames(text: string, range: TextRange, value: string): readonly ReferencedName[] {
  const quote = quoteAt(text, range.start);
  const written = listExpressionSources(text.slice(range.start, range.end));
  return listExpressionSources(value).flatMap(({ source }, index): readonly ReferencedName[] => {
    const referenced = readReferencedStep(source);
    if (!referenced) return [];
    const located = written[index];
    const { kind, step } = referenced;
    const name = String(step.step);
    if (located?.source !== source)
      return [{ kind, name, nameRange: { ...range, role: 'use', writing: 'hidden', quote } }];
    const start = range.start + located.start + step.start;
    const writing = source[step.start - 1] === '.' ? 'step' : 'bracket';
    const end = range.start + located.start + step.end;
    return [{ kind, name, nameRange: { start, end, role: 'use', writing, quote } }];
  });
}

function listExpressionSources(text: string): readonly { readonly source: string; readonly start: number }[] {
  return scanTemplate(text).flatMap((piece) =>
    piece.kind === 'expression' && piece.isClosed ? [{ source: piece.source, start: piece.sourceStart }] : [],
  );
}

/** Returns the step after the context. Null if the expression references nothing that has a name. */
function readReferencedStep(source: string): { readonly kind: ReferencedName['kind']; readonly step: PathStep } | null {
  const [context, step] = parsePath(source);
  const kind = context && kindByContext.get(String(context.step));
  return kind && step ? { kind, step } : null;
}

type NameFacts = Pick<NameGroup, 'kind' | 'name' | 'path'> & { readonly jobs: readonly (string | null)[] };

/** Groups occurrences by what they refer to. */
interface NameCollector {
  /**
   * `identity` distinguishes things with the same name. One occurrence may refer to several, which are one group from
   * then on.
   */
  add(identity: string, facts: NameFacts, nameRange: NameRange): void;
  list(): readonly NameGroup[];
}

function createNameGroups(): NameCollector {
  const groups = new Map<string, OpenGroup>();
  const byKey = new Map<string, OpenGroup>();
  return {
    add(identity, { jobs, ...facts }, nameRange) {
      const key = `${nameRange.start}:${nameRange.end}:${facts.kind}:${facts.name}`;
      const group = latest(groups.get(identity)) ?? latest(byKey.get(key)) ?? createGroup(facts);
      const other = latest(byKey.get(key));
      if (other && other !== group) join(other, group);
      groups.set(identity, group);
      byKey.set(key, group);
      for (const job of jobs) group.jobs.add(job);
      const known = group.nameRanges.get(key);
      // A key that is an axis of several jobs, or that is merged into several maps, is declared once.
      if (known?.role !== 'declaration') group.nameRanges.set(key, nameRange);
    },
    list() {
      const all = new Set([...groups.values()].map((each) => latest(each)).filter((each) => each !== undefined));
      return [...all].map(({ facts, jobs, nameRanges }) => ({
        ...facts,
        jobs,
        nameRanges: [...nameRanges.values()].sort((a, b) => a.start - b.start),
      }));
    },
  };
}

interface OpenGroup {
  readonly facts: Pick<NameGroup, 'kind' | 'name' | 'path'>;
  readonly jobs: Set<string | null>;
  readonly nameRanges: Map<string, NameRange>;
  /** The group that this one was joined with. */
  joined?: OpenGroup;
}

function createGroup(facts: OpenGroup['facts']): OpenGroup {
  return { facts, jobs: new Set(), nameRanges: new Map() };
}

function latest(group: OpenGroup | undefined): OpenGroup | undefined {
  let found = group;
  while (found?.joined) found = found.joined;
  return found;
}

function join(from: OpenGroup, into: OpenGroup): void {
  for (const job of from.jobs) into.jobs.add(job);
  for (const [key, nameRange] of from.nameRanges) into.nameRanges.set(key, nameRange);
  from.joined = into;
}
