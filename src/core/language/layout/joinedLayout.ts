import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { lazy } from '../../support/lazy.ts';
import type { PlacedSection } from '../../jobFile/sections/placeSections.ts';
import type { Section } from '../../jobFile/sections/section.ts';
import { findChild, hasJobsBelow, type Layout, type LayoutEntry, type LayoutLine } from './layout.ts';
import { placeLayout, type SectionLayout } from './placeLayout.ts';

/** A layout composed of sections. Usually only one of thousands is needed, so each is placed on first use. */
export class JoinedLayout implements Layout {
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
