import type { ModelFamily } from '../catalog/catalog.ts';
import type { TextRange } from '../support/textRange.ts';
import { describeModality } from './describeModel.ts';
import type { DocumentView } from './documentView.ts';
import type { Completion } from './languageService.ts';
import { featureMessages as words } from './messages.ts';
import { quoteScalar } from './quoteScalar.ts';

/** For a job with nothing in it: a whole one of each family. */
export function completeSamples({ catalog, translate }: DocumentView, range: TextRange): readonly Completion[] {
  return catalog.families.map((family, index): Completion => {
    const snippet = buildSample(family);
    return {
      label: family.title,
      insertText: snippet,
      isSnippet: true,
      ...range,
      kind: 'job',
      detail: `${describeModality(family.modality, translate)} · ${translate(words.wholeJob, {})}`,
      documentation: translate(family.description, {}),
      sortText: `3${String(index).padStart(3, '0')}`,
    };
  });
}

function buildSample(family: ModelFamily): string {
  const [model = ''] = family.models;
  const prose = new Set(family.fields.filter(({ isProse }) => isProse).map(({ name }) => name));
  const lines = Object.entries(family.sample).map(([name, value], index) => {
    const stop = (text: string): string => `\${${index + 1}:${escapeSnippet(text)}}`;
    if (typeof value !== 'string') return `${name}: ${stop(String(value))}`;
    // A tab stop may span lines; those behind the first get the indentation of the block from here.
    return prose.has(name)
      ? `${name}: |\n  ${stop(value.replaceAll(/\n(?!\n)/g, '\n  '))}`
      : `${name}: ${stop(quoteScalar(value))}`;
  });
  return [`model: ${model}`, ...lines, '$0'].join('\n');
}

function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
