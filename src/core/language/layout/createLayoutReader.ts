import type { PlacedSection, Section } from '../../jobFile/sections/parseSections.ts';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { lazy } from '../../support/lazy.ts';
import { moveRange } from '../../support/textRange.ts';
import { findChild, hasJobsBelow, type Layout, type LayoutPart, type LayoutEntry, type LayoutLine } from './layout.ts';
import { parseLayout } from './parseLayout.ts';

/** Reads the layouts of the versions of a document. Sections that an edit does not touch are not read again. */
interface LayoutReader {
  read(text: string, sections: readonly PlacedSection[] | null): Layout;
}

export function createLayoutReader(): LayoutReader {
  const known = new WeakMap<Section, SectionLayout>();
  const readSection = (section: Section): SectionLayout => {
    const layout = known.get(section) ?? parseSection(section);
    known.set(section, layout);
    return layout;
  };
  return {
    read: (text, sections) => (sections ? new JoinedLayout(sections, readSection) : wrapWhole(parseLayout(text))),
  };
}

function wrapWhole({ lines, entries }: LayoutPart): Layout {
  return {
    lines,
    entries,
    hasJobs: hasJobsBelow(entries),
    findLine: (offset) => lines[findLastUpTo(lines, offset)],
    findJob: (id) => findChild(findChild(entries, 'jobs')?.children ?? [], id),
  };
}

/** The layout of a section of a job file. */
interface SectionLayout extends LayoutPart {
  /** Entries below `jobs:`, if the section is an entry of it. Other entries are at the root. */
  readonly jobs: readonly LayoutEntry[];
}

const header = 'jobs:\n';

/** As in the parser of sections, an entry of `jobs:` is read below such a line. */
function parseSection({ kind, text }: Section): SectionLayout {
  if (kind !== 'job') return { ...parseLayout(text), jobs: [] };
  const below = { ...parseLayout(header + text), jobs: [] };
  const { lines, entries } = placeLayout(below, { by: -header.length, parent: null });
  const [jobs, ...others] = entries;
  return { lines: lines.slice(1), entries: others, jobs: jobs?.children ?? [] };
}

/** A layout composed of sections. Usually only one of thousands is needed, so each is placed on first use. */
class JoinedLayout implements Layout {
  readonly hasJobs: boolean;
  readonly #sections: readonly PlacedSection[];
  readonly #readSection: (section: Section) => SectionLayout;
  readonly #placed: (SectionLayout | undefined)[] = [];
  readonly #jobs: LayoutEntry | null;
  readonly #lines = lazy(() => this.#sections.flatMap((_, at) => this.#linesOf(at)));
  readonly #entries = lazy(() => this.#sections.flatMap((_, at) => this.#entriesOf(at)));
  readonly #byId = lazy(() => this.#findIds());

  constructor(sections: readonly PlacedSection[], readSection: (section: Section) => SectionLayout) {
    this.#sections = sections;
    this.#readSection = readSection;
    const jobs = sections.find(({ section }) => section.kind === 'jobs');
    this.#jobs = jobs ? this.#placeHeader(jobs) : null;
    this.hasJobs = jobs !== undefined || hasJobsBelow(this.entries);
  }

  get lines(): readonly LayoutLine[] {
    return this.#lines();
  }

  get entries(): readonly LayoutEntry[] {
    return this.#entries();
  }

  findLine(offset: number): LayoutLine | undefined {
    const lines = this.#linesOf(findLastUpTo(this.#sections, offset));
    return lines[findLastUpTo(lines, offset)];
  }

  findJob(id: string): LayoutEntry | undefined {
    if (!this.#jobs) return findChild(findChild(this.entries, 'jobs')?.children ?? [], id);
    const at = this.#byId().get(id);
    return at === undefined ? undefined : findChild(this.#place(at).jobs, id);
  }

  #place(at: number): SectionLayout {
    const placed = this.#sections[at];
    if (!placed) return { lines: [], entries: [], jobs: [] };
    const { section, start } = placed;
    return (this.#placed[at] ??= placeLayout(this.#layoutOf(section), { by: start, parent: this.#jobs }));
  }

  /** The entry of the header is created separately, because all jobs are below it. */
  #layoutOf(section: Section): SectionLayout {
    const layout = this.#readSection(section);
    return section.kind === 'jobs' ? { ...layout, entries: [] } : layout;
  }

  #placeHeader({ section, start }: PlacedSection): LayoutEntry | null {
    const [header] = placeLayout(this.#readSection(section), { by: start, parent: null }).entries;
    if (!header) return null;
    const children = lazy(() => this.#sections.flatMap((_, at) => this.#place(at).jobs));
    return {
      ...header,
      get children() {
        return children();
      },
    };
  }

  /** A section has no line after its last line break, except for the last section. */
  #linesOf(at: number): readonly LayoutLine[] {
    const { lines } = this.#place(at);
    return at < this.#sections.length - 1 ? lines.slice(0, -1) : lines;
  }

  #entriesOf(at: number): readonly LayoutEntry[] {
    const section = this.#sections[at]?.section;
    if (section?.kind === 'jobs') return this.#jobs ? [this.#jobs] : [];
    return section && this.#readSection(section).entries.length > 0 ? this.#place(at).entries : [];
  }

  #findIds(): ReadonlyMap<string, number> {
    const ids = new Map<string, number>();
    for (const [at, { section }] of this.#sections.entries()) {
      for (const { key } of section.kind === 'job' ? this.#readSection(section).jobs : []) {
        if (key !== null && !ids.has(key)) ids.set(key, at);
      }
    }
    return ids;
  }
}

/**
 * Moves lines and entries by `by` characters. `parent` is the `jobs:` of the file. Lines are moved on first use, because
 * usually those of one section are needed.
 */
function placeLayout(
  layout: SectionLayout,
  { by, parent }: { readonly by: number; readonly parent: LayoutEntry | null },
): SectionLayout {
  const placed = new Map<LayoutEntry, LayoutEntry>();
  const placeAll = (each: readonly LayoutEntry[], above: LayoutEntry | null): readonly LayoutEntry[] =>
    each.map((entry) => placeEntry(entry, { by, parent: above, placed }));
  const jobs = placeAll(layout.jobs, parent);
  const entries = placeAll(layout.entries, null);
  const placeLine = ({ start, end, kind, entry, isInsideValue }: LayoutLine): LayoutLine => {
    const placedEntry = entry && (placed.get(entry) ?? parent);
    return { start: start + by, end: end + by, kind, entry: placedEntry, isInsideValue };
  };
  const lines = lazy(() => layout.lines.map(placeLine));
  return {
    get lines() {
      return lines();
    },
    entries,
    jobs,
  };
}

interface Placement {
  readonly by: number;
  readonly parent: LayoutEntry | null;
  /** Maps each entry to its moved copy. */
  readonly placed: Map<LayoutEntry, LayoutEntry>;
}

function placeEntry(entry: LayoutEntry, { by, parent, placed }: Placement): LayoutEntry {
  const { key, indent, keyRange, value } = entry;
  const children: LayoutEntry[] = [];
  const own: LayoutEntry = {
    key,
    indent,
    keyRange: moveRange(keyRange, by),
    value: { ...moveRange(value, by), style: value.style },
    parent,
    children,
  };
  placed.set(entry, own);
  for (const child of entry.children) children.push(placeEntry(child, { by, parent: own, placed }));
  return own;
}
