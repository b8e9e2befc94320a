import type { Catalog, ModelFamily } from '../../../catalog/catalog.ts';
import { buildJobText } from '../../../jobFile/write/jobText.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { describeModality } from '../../describe/describeModel.ts';
import { featureMessages as words } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { type CompletionDraft, escapeSnippet } from '../completionDraft.ts';
import { goalWords } from '../goalWords.ts';

/** Offers one whole job of each family for a job without fields. Samples with `gen` are left out if the job has one. */
export function completeSamples(
  view: DocumentView,
  range: TextRange,
  siblings: ReadonlySet<string>,
): readonly CompletionDraft[] {
  const families = view.catalog.families.filter(({ sample }) => !('gen' in sample && siblings.has('gen')));
  return buildDrafts(view, { families, range, build: (family) => buildSample(family, view.catalog, 0) });
}

/** Offers the same samples below `jobs:`, each with its own id. */
export function completeNewJobs(
  view: DocumentView,
  range: TextRange,
  siblings: ReadonlySet<string>,
): readonly CompletionDraft[] {
  const empty: CompletionDraft = {
    label: view.translate(words.newJob, {}),
    insertText: `\${1:${findFreeId('name', siblings)}}:\n  model: $0`,
    isSnippet: true,
    ...range,
    kind: 'job',
    triggersNext: true,
  };
  const build = (family: ModelFamily): string => {
    const body = buildSample(family, view.catalog, 1).replaceAll(/\n(?!\n|$)/g, '\n  ');
    return `\${1:${findFreeId(family.modality, siblings)}}:\n  ${body}`;
  };
  const whole = buildDrafts(view, { families: view.catalog.families, range, build });
  return [empty, ...whole];
}

/** Returns `music`, or `music-2` if that is taken. */
function findFreeId(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let n = 2; taken.has(id); n += 1) id = `${name}-${n}`;
  return id;
}

function buildDrafts(
  { translate }: DocumentView,
  {
    families,
    range,
    build,
  }: {
    readonly families: readonly ModelFamily[];
    readonly range: TextRange;
    readonly build: (family: ModelFamily) => string;
  },
): readonly CompletionDraft[] {
  return families.map((family) => {
    const modality = describeModality(family.modality, translate);
    return {
      label: family.title,
      insertText: build(family),
      isSnippet: true,
      ...range,
      kind: 'job',
      detail: `${modality} · ${translate(words.wholeJob, {})}`,
      documentation: translate(family.description, {}),
      // A user who wants a video may not know a family, and one who has read about a model knows its id.
      filterText: [family.title, modality, ...family.models.slice(0, 1), goalWords[family.modality]].join(' '),
    };
  });
}

/** Writes the sample as a snippet, with a tab stop for each value. `stops`: number of tab stops that exist already. */
function buildSample(family: ModelFamily, catalog: Catalog, stops: number): string {
  const { text, values } = buildJobText(family, catalog);
  let snippet = '';
  let offset = 0;
  for (const [index, { start, end }] of values.entries()) {
    const value = escapeSnippet(text.slice(start, end));
    snippet += `${escapeSnippet(text.slice(offset, start))}\${${stops + index + 1}:${value}}`;
    offset = end;
  }
  return `${snippet}${escapeSnippet(text.slice(offset))}$0`;
}
