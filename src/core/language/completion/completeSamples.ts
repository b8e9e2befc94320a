import type { ModelFamily } from '../../catalog/catalog.ts';
import { isJsonObject, stringifyJson, type JsonValue } from '../../support/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import { describeModality } from '../describeModel.ts';
import type { DocumentView } from '../documentView.ts';
import { featureMessages as words } from '../messages.ts';
import { quoteScalar } from '../quoteScalar.ts';
import type { Draft } from './draft.ts';
import { escapeSnippet } from './snippet.ts';

/** For a job without fields: a whole one of each family, but for those that bring a `gen` where there is one. */
export function completeSamples(view: DocumentView, range: TextRange, siblings: ReadonlySet<string>): readonly Draft[] {
  const families = view.catalog.families.filter(({ sample }) => !('gen' in sample && siblings.has('gen')));
  return buildDrafts(view, { families, range, build: (family) => buildSample(family, 0) });
}

/** The same below `jobs:`, each with an id of its own to begin with. */
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

/** `music`, or `music-2` where that is taken. */
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
      // Who wants a video knows no family yet, and who has read of a model knows its id.
      filterText: [family.title, modality, ...family.models.slice(0, 1)].join(' '),
    };
  });
}

/** `stops`: tab stops that there are already. */
function buildSample({ models, fields, sample }: ModelFamily, stops: number): string {
  const [model] = models;
  const { gen, ...values } = sample;
  const prose = new Set(fields.filter(({ isProse }) => isProse).map(({ name }) => name));
  let last = stops;
  const stop = (text: string): string => `\${${(last += 1)}:${escapeSnippet(text)}}`;
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
