import type { ModelFamily } from '../../../catalog/catalog.ts';
import { isJsonObject, stringifyJson, type JsonValue } from '../../../support/json.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { describeModality } from '../../describe/describeModel.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { featureMessages as words } from '../../messages.ts';
import { replaceFiles } from '../../../jobFile/write/replaceFiles.ts';
import { writeKey, writeScalar } from '../../../jobFile/write/writeScalar.ts';
import { escapeExpressions, writeValue } from '../../../jobFile/write/writeValue.ts';
import { type Draft, escapeSnippet } from '../draft.ts';

/** Offers one whole job of each family for a job without fields. Samples with `gen` are left out if the job has one. */
export function completeSamples(view: DocumentView, range: TextRange, siblings: ReadonlySet<string>): readonly Draft[] {
  const families = view.catalog.families.filter(({ sample }) => !('gen' in sample && siblings.has('gen')));
  return buildDrafts(view, { families, range, build: (family) => buildSample(family, 0) });
}

/** Offers the same samples below `jobs:`, each with its own id. */
export function completeNewJobs(view: DocumentView, range: TextRange, siblings: ReadonlySet<string>): readonly Draft[] {
  const empty: Draft = {
    label: view.translate(words.newJob, {}),
    insertText: `\${1:${findFreeId('name', siblings)}}:\n  model: $0`,
    isSnippet: true,
    ...range,
    kind: 'job',
    triggersNext: true,
  };
  const build = (family: ModelFamily): string => {
    const body = buildSample(family, 1).replaceAll(/\n(?!\n|$)/g, '\n  ');
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
): readonly Draft[] {
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
      filterText: [family.title, modality, ...family.models.slice(0, 1)].join(' '),
    };
  });
}

/** `stops`: number of tab stops that exist already. */
function buildSample(family: ModelFamily, stops: number): string {
  const [model] = family.models;
  const { gen, ...values } = replaceFiles(family.sample, [family]);
  const prose = new Set(family.fields.filter(({ isProse }) => isProse).map(({ name }) => name));
  let last = stops;
  const stop = (text: string): string => `\${${(last += 1)}:${escapeSnippet(text)}}`;
  const lines = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && prose.has(name) ? writeProse(name, value, stop) : writeEntry(name, value, stop),
  );
  const head = [
    ...(model === undefined ? [] : [`model: ${escapeSnippet(writeScalar(model))}`]),
    ...(gen ? writeEntry('gen', gen, escapeSnippet) : []),
  ];
  return [...head, ...lines, '$0'].join('\n');
}

/** Writes prose in a block scalar, where YAML leaves it unchanged. A tab stop may span lines. */
function writeProse(name: string, value: string, stop: (text: string) => string): string {
  const header = ' |\n  ';
  const written = writeValue(`${value.trimEnd()}\n`, { indent: '', style: 'block' });
  const [start, text] = written.startsWith(header) ? [header, written.slice(header.length)] : [' ', written.slice(1)];
  return `${escapeSnippet(writeKey(name))}:${start}${stop(text)}`;
}

/** Writes maps and lists in block style, one line each. `writeLeaf` receives the YAML of a scalar. */
function writeEntry(name: string, value: JsonValue, writeLeaf: (text: string) => string): readonly string[] {
  const key = escapeSnippet(writeKey(name));
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isEmpty) return [`${key}: ${writeLines(value, writeLeaf).join('')}`];
  return [`${key}:`, ...indent(writeLines(value, writeLeaf), '  ')];
}

function writeLines(value: JsonValue, writeLeaf: (text: string) => string): readonly string[] {
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, each]) => writeEntry(key, each, writeLeaf));
  }
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item: JsonValue) => indent(writeLines(item, writeLeaf), '- '));
  }
  return [writeLeaf(typeof value === 'string' ? writeScalar(escapeExpressions(value)) : stringifyJson(value))];
}

/** Puts `first` before the first line and aligns the other lines with it. */
function indent(lines: readonly string[], first: string): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? first : '  '}${line}`);
}
