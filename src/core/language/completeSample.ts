import type { ModelFamily } from '../catalog/catalog.ts';
import { isJsonObject, stringifyJson, type JsonValue } from '../support/json.ts';
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

function buildSample({ models, fields, sample }: ModelFamily): string {
  const [model] = models;
  const { gen, ...values } = sample;
  const prose = new Set(fields.filter(({ isProse }) => isProse).map(({ name }) => name));
  let stops = 0;
  const stop = (text: string): string => `\${${(stops += 1)}:${escapeSnippet(text)}}`;
  const lines = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && prose.has(name)
      ? // A tab stop may span lines; those behind the first get the indentation of the block from here.
        `${name}: |\n  ${stop(value.replaceAll(/\n(?!\n)/g, '\n  '))}`
      : writeEntry(name, value, stop),
  );
  const head = [
    ...(model === undefined ? [] : [`model: ${model}`]),
    ...(gen ? writeEntry('gen', gen, escapeSnippet) : []),
  ];
  return [...head, ...lines, '$0'].join('\n');
}

/** Maps and lists in block style, a line each; `writeLeaf` gets the YAML of a scalar. */
function writeEntry(name: string, value: JsonValue, writeLeaf: (text: string) => string): readonly string[] {
  const write = (member: JsonValue): readonly string[] => {
    if (isJsonObject(member)) return Object.entries(member).flatMap(([key, each]) => writeEntry(key, each, writeLeaf));
    if (Array.isArray(member)) return member.flatMap((item: JsonValue) => indent(write(item), '- '));
    return [writeLeaf(typeof member === 'string' ? quoteScalar(member) : stringifyJson(member))];
  };
  if (typeof value !== 'object' || value === null) return [`${name}: ${write(value).join('')}`];
  return [`${name}:`, ...indent(write(value), '  ')];
}

/** `first` goes before the first line; the others line up behind it. */
function indent(lines: readonly string[], first: string): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? first : '  '}${line}`);
}

function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
