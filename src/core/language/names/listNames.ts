import { parsePath } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { Job, JobFile, VarSource } from '../../jobFile/job.ts';
import { normalizePath } from '../../jobFile/lookups.ts';
import { listAnchors, parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import {
  findEntry,
  listScalars,
  type MapNode,
  type SyntaxEntry,
  type SyntaxNode,
} from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentFiles } from '../languageService.ts';
import { type NameGroup, type NameKind, type NameRange, noQuote, quoteAt } from '../view/documentView.ts';

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
  const collector = new Collector(source);
  if (source.jobFile.root) collector.collect(source.jobFile.root);
  return collector.finish();
}

/** A reader of variables: a job, or the file as a whole. `sources` are those of the file, then its own. */
interface VarReader {
  readonly id: string | null;
  readonly sources: readonly VarSource[];
}

const noAxes: ReadonlySet<string> = new Set();

class Collector {
  readonly #source: NameSource;
  readonly #anchors: ReturnType<typeof listAnchors>;
  /** Where scalars with an anchor are written, by the start of an alias. */
  readonly #anchored: ReadonlyMap<number, TextRange | null>;
  readonly #varsMaps: ReadonlyMap<string, MapNode | null>;
  readonly #groups = new NameGroups();
  readonly #referenced = new Map<SyntaxNode, readonly ReferencedName[]>();

  constructor(source: NameSource) {
    this.#source = source;
    this.#anchors = listAnchors(source.text);
    this.#anchored = new Map(
      this.#anchors.flatMap(({ aliases, scalar }) => aliases.map(({ start }) => [start, scalar] as const)),
    );
    this.#varsMaps = new Map(listVarsFiles(source.jobFile).map((path) => [path, readVarsMap(path, source.files)]));
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

  /** Adds the anchors, which no job owns. */
  finish(): readonly NameGroup[] {
    for (const { name, range, aliases } of this.#anchors) {
      const facts = { kind: 'anchor', name, path: null } as const;
      const add = (at: TextRange, role: NameRange['role']): void => {
        this.#groups.add(
          `anchor ${range.start}`,
          { ...facts, jobs: [] },
          { ...at, role, writing: 'anchor', quote: noQuote },
        );
      };
      add(range, 'declaration');
      for (const alias of aliases) add(alias, 'use');
    }
    return this.#groups.list();
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

  /** Adds the names that the strings below a node reference. `axes` limits the axes. Null means any axis. */
  #addReferenced(node: SyntaxNode, reader: VarReader, axes: ReadonlySet<string> | null): void {
    for (const { kind, name, nameRange } of this.#readReferenced(node)) {
      if (kind === 'axis' && axes && !axes.has(name)) continue;
      const origin = kind === 'var' ? this.#findOrigin(reader, name) : { job: kind === 'axis' ? reader.id : null };
      this.#add(kind, name, { ...origin, jobs: [kind === 'job' ? name : reader.id] }, nameRange);
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

  /** Returns the job, or the file of variables, that declares a variable. The last source wins. */
  #findOrigin({ id, sources }: VarReader, name: string): Pick<NameFacts, 'job' | 'path'> {
    const at = sources.findLastIndex((source) =>
      source.kind === 'file' ? findEntry(this.#varsMaps.get(source.path), name) : source.byName.has(name),
    );
    const source = sources[at];
    if (source?.kind === 'file') return { path: source.path };
    return { job: at < this.#source.jobFile.vars.length ? null : id };
  }

  #add(kind: NameKind, name: string, { job = null, jobs, path }: NameFacts, nameRange: NameRange): void {
    const facts = { kind, name, jobs, path: path ?? null };
    this.#groups.add(JSON.stringify([kind, job, facts.path, name]), facts, nameRange);
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
    return (this.#source.text[range.start] === '*' ? this.#anchored.get(range.start + 1) : null) ?? range;
  }
}

/** What distinguishes a name from its namesakes: the job or the file of variables that declares it. */
interface NameFacts {
  readonly job?: string | null;
  readonly path?: string;
  readonly jobs: readonly (string | null)[];
}

/** Returns the axes, and the keys of `include` and `exclude`, which belong to them. */
function listAxisEntries({ entries }: MapNode): readonly SyntaxEntry[] {
  return entries.flatMap((entry) => {
    if (entry.key !== 'include' && entry.key !== 'exclude') return [entry];
    const items = entry.value.kind === 'sequence' ? entry.value.items : [];
    return items.flatMap((item) => (item.kind === 'map' ? item.entries : []));
  });
}

/** Returns the paths of all files of variables, as the job file writes them. */
export function listVarsFiles({ vars, jobs }: JobFile): readonly string[] {
  const sources = [...vars, ...jobs.flatMap((job) => job.vars)];
  return [...new Set(sources.flatMap((source) => (source.kind === 'file' ? [source.path] : [])))];
}

/** `path` is written as in the job file. Returns null if there is no such map, or if files are not read. */
export function readVarsMap(path: string, files: DocumentFiles | undefined): MapNode | null {
  const outcome = files?.isTrusted === false ? undefined : files?.readText(normalizePath(path));
  const root = outcome?.ok ? parseSyntax(outcome.text).root : null;
  return root?.kind === 'map' ? root : null;
}

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
    const [context, step] = parsePath(source);
    const kind = context && kindByContext.get(String(context.step));
    if (!kind || !step) return [];
    const name = String(step.step);
    const located = written[index];
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

interface OpenGroup {
  readonly facts: Pick<NameGroup, 'kind' | 'name' | 'path'>;
  readonly jobs: Set<string | null>;
  /** The occurrences by their place. */
  readonly nameRanges: Map<string, NameRange>;
}

class NameGroups {
  readonly #byIdentity = new Map<string, OpenGroup>();
  readonly #byPlace = new Map<string, OpenGroup>();

  /**
   * `identity` distinguishes things with the same name. One occurrence may refer to several, which are one group from
   * then on.
   */
  add(identity: string, { jobs, ...facts }: OpenGroup['facts'] & Pick<NameFacts, 'jobs'>, nameRange: NameRange): void {
    const place = `${nameRange.start}:${nameRange.end}:${facts.kind}:${facts.name}`;
    const other = this.#byPlace.get(place);
    const group = this.#byIdentity.get(identity) ?? other ?? { facts, jobs: new Set(), nameRanges: new Map() };
    this.#byIdentity.set(identity, group);
    if (other && other !== group) this.#join(other, group);
    this.#byPlace.set(place, group);
    for (const job of jobs) group.jobs.add(job);
    // A key that is an axis of several jobs, or that is merged into several maps, is declared once.
    if (group.nameRanges.get(place)?.role !== 'declaration') group.nameRanges.set(place, nameRange);
  }

  #join(from: OpenGroup, into: OpenGroup): void {
    for (const job of from.jobs) into.jobs.add(job);
    for (const [place, nameRange] of from.nameRanges) {
      into.nameRanges.set(place, nameRange);
      this.#byPlace.set(place, into);
    }
    for (const [identity, group] of this.#byIdentity) if (group === from) this.#byIdentity.set(identity, into);
  }

  list(): readonly NameGroup[] {
    return [...new Set(this.#byIdentity.values())].map(({ facts, jobs, nameRanges }) => ({
      ...facts,
      jobs,
      nameRanges: [...nameRanges.values()].sort((a, b) => a.start - b.start),
    }));
  }
}
