import { findLastUpTo } from '../../support/findLastUpTo.ts';
import type { PlacedSection } from '../../jobFile/sections/placeSections.ts';
import type { Section } from '../../jobFile/sections/section.ts';
import { JoinedLayout } from './joinedLayout.ts';
import { findChild, hasJobsBelow, type Layout, type LayoutPart } from './layout.ts';
import { parseLayout } from './parseLayout.ts';
import { placeLayout, type SectionLayout } from './placeLayout.ts';

/** Reads the layouts of the versions of a document. Sections that an edit does not touch are not read again. */
export interface LayoutReader {
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

const header = 'jobs:\n';

/** As in the parser of sections, an entry of `jobs:` is read below such a line. */
function parseSection({ kind, text }: Section): SectionLayout {
  if (kind !== 'job') return { ...parseLayout(text), jobs: [] };
  const below = { ...parseLayout(header + text), jobs: [] };
  const { lines, entries } = placeLayout(below, { by: -header.length, parent: null });
  const [jobs, ...others] = entries;
  return { lines: lines.slice(1), entries: others, jobs: jobs?.children ?? [] };
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
