import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { toJob } from '../../catalog/published/liveFamily.ts';
import type { IndexedSample } from '../../catalog/published/modelIndex.ts';
import { isJsonObject, type JsonObject } from '../../support/json/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import { replaceFiles } from './replaceFiles.ts';
import { writeKey, writeEntry, writeValue } from './writeValue.ts';

export interface JobText {
  readonly text: string;
  /** The prose that the user replaces. */
  readonly selection: TextRange;
}

interface SampleText extends JobText {
  /** What the user may change: the scalars of the fields, in the order of the text. */
  readonly values: readonly TextRange[];
}

/**
 * Writes a job as a snippet, with a tab stop for each value, or for the prose alone. `stops`: number of tab stops that
 * exist already.
 */
export function toSnippet(job: JobText | SampleText, stops = 0): string {
  const { text } = job;
  let snippet = '';
  let offset = 0;
  for (const [index, { start, end }] of ('values' in job ? job.values : [job.selection]).entries()) {
    if (start === end) return `${escapeSnippet(text.slice(0, start))}$0${escapeSnippet(text.slice(start))}`;
    const value = escapeSnippet(text.slice(start, end));
    snippet += `${escapeSnippet(text.slice(offset, start))}\${${stops + index + 1}:${value}}`;
    offset = end;
  }
  return `${snippet}${escapeSnippet(text.slice(offset))}$0`;
}

/** Escapes text for a snippet, so that it contains no tab stop and ends none. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}

/** Writes a family's sample as a job file for one of its models, or for the preferred one if none is given. */
export function buildJobText(family: ModelFamily, catalog: Pick<Catalog, 'findModel'>, modelId?: string): SampleText {
  const { models, endpoints } = family;
  const [endpoint] = endpoints;
  const sample = replaceFiles(family.sample, [family]);
  const named = modelId ?? models[0] ?? sample['model'];
  const model = endpoint.takesNoModel || typeof named !== 'string' ? null : named;
  const isDefault = model !== null && catalog.findModel(model)?.families[0].id === family.id;
  return buildText({ model, endpoint: isDefault ? null : endpoint.path, values: sample, prose: listProse(family) });
}

/**
 * Writes a payload that the gateway uses to test a model as a job file. It comes from others, so it is written as data:
 * nothing in it is an expression, a file or a reserved key.
 */
export function buildExampleText(
  { model, endpoint, body }: IndexedSample,
  catalog: Pick<Catalog, 'findModel' | 'families'>,
): JobText {
  const families = model === null ? [] : (catalog.findModel(model)?.families ?? []);
  const isDefault = endpoint === null || families[0]?.endpoints[0].path === endpoint;
  const family = families.find(({ endpoints }) => endpoints.some(({ path }) => path === endpoint)) ?? families[0];
  const prose = family ? listProse(family) : new Set(['prompt', 'text', 'input']);
  // Whichever of these families checks the job, it finds no file.
  const onEndpoint = catalog.families.filter(({ endpoints }) => endpoints.some(({ path }) => path === endpoint));
  const values = replaceFiles(toJob(body), [...families, ...onEndpoint]);
  return buildText({ model, endpoint: isDefault ? null : endpoint, values, prose });
}

function listProse({ fields }: ModelFamily): ReadonlySet<string> {
  return new Set(fields.filter(({ isProse }) => isProse).map(({ name }) => name));
}

interface JobParts {
  /** Null if the endpoint accepts none. */
  readonly model: string | null;
  /** Null for the default endpoint of the model. */
  readonly endpoint: string | null;
  readonly values: JsonObject;
  readonly prose: ReadonlySet<string>;
}

/** Prose is in block scalars, where YAML leaves it unchanged. */
function buildText({ model, endpoint, values, prose }: JobParts): SampleText {
  const { model: _model, gen, ...fields } = values;
  const controls = { ...(endpoint === null ? {} : { endpoint }), ...(isJsonObject(gen) ? gen : {}) };
  let text = model === null ? '' : `${writeEntry('model', model, '')}\n`;
  if (Object.keys(controls).length > 0) text += `${writeEntry('gen', controls, '')}\n`;
  const ranges: TextRange[] = [];
  let selection: TextRange | undefined;
  for (const [name, value] of Object.entries(fields)) {
    const start = text.length;
    if (typeof value === 'string' && value.trim() !== '' && prose.has(name)) {
      const written = writeValue(`${value.trimEnd()}\n`, { indent: '', style: 'block' });
      const head = `${writeKey(name)}:${/^ (?:\|\n +)?/.exec(written)?.[0] ?? ''}`;
      text += `${writeKey(name)}:${written}`;
      ranges.push({ start: start + head.length, end: text.length });
      selection ??= ranges.at(-1);
    } else {
      text += writeEntry(name, value, '');
      ranges.push(...findScalars(text, start));
    }
    text += '\n';
  }
  return { text, values: ranges, selection: selection ?? { start: text.length, end: text.length } };
}

/** Returns what follows the keys, dashes and opening brackets of written lines. */
function findScalars(text: string, from: number): readonly TextRange[] {
  const lines = text.slice(from).matchAll(/^( *(?:- )?(?:[^\s:"]+:(?: \[?|$))?)(.*?)\]?$/gm);
  return [...lines].flatMap(({ index, 1: lead = '', 2: scalar = '' }) => {
    const start = from + index + lead.length;
    return scalar === '' ? [] : [{ start, end: start + scalar.length }];
  });
}
