import type { Catalog, ModelFamily } from '../../core/catalog/catalog.ts';
import type { IndexedSample } from '../../core/catalog/modelIndex.ts';
import { toJob } from '../../core/catalog/liveFamily.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../core/support/json.ts';
import type { TextRange } from '../../core/support/textRange.ts';

/** Text to insert, and what of it to select. */
export interface JobText {
  readonly text: string;
  /** The prose to write over. */
  readonly selection: TextRange;
}

/** A family's sample as a job file for one of its models, the preferred one when none is named. */
export function buildJobText(family: ModelFamily, catalog: Pick<Catalog, 'findModel'>, modelId?: string): JobText {
  const { sample, models, endpoints } = family;
  const [endpoint] = endpoints;
  const named = modelId ?? models[0] ?? sample['model'];
  const model = endpoint.takesNoModel || typeof named !== 'string' ? null : named;
  const isDefault = model !== null && catalog.findModel(model)?.families[0].id === family.id;
  return buildText({ model, endpoint: isDefault ? null : endpoint.path, values: sample, prose: listProse(family) });
}

/** A payload that the gateway tests a model with, as a job file. */
export function buildExampleText({ model, endpoint, body }: IndexedSample, catalog: Catalog): JobText {
  const families = model === null ? [] : (catalog.findModel(model)?.families ?? []);
  const isDefault = endpoint === null || families[0]?.endpoints[0].path === endpoint;
  const family = families.find(({ endpoints }) => endpoints.some(({ path }) => path === endpoint)) ?? families[0];
  const prose = family ? listProse(family) : new Set(['prompt', 'text', 'input']);
  return buildText({ model, endpoint: isDefault ? null : endpoint, values: toJob(body), prose });
}

function listProse({ fields }: ModelFamily): ReadonlySet<string> {
  return new Set(fields.filter(({ isProse }) => isProse).map(({ name }) => name));
}

interface JobParts {
  /** Null where the endpoint takes none. */
  readonly model: string | null;
  /** Null for the usual one of the model. */
  readonly endpoint: string | null;
  readonly values: JsonObject;
  readonly prose: ReadonlySet<string>;
}

/** Prose stands in block scalars, where YAML leaves it alone. */
function buildText({ model, endpoint, values, prose }: JobParts): JobText {
  const { model: _model, gen, ...fields } = values;
  const controls = { ...(endpoint === null ? {} : { endpoint }), ...(isJsonObject(gen) ? gen : {}) };
  let text = model === null ? '' : `model: ${scalar(model)}\n`;
  if (Object.keys(controls).length > 0) text += writeEntry('gen', controls);
  let selection: TextRange | undefined;
  for (const [name, value] of Object.entries(fields)) {
    const isProse = typeof value === 'string' && (prose.has(name) || value.includes('\n'));
    if (!isProse) {
      text += writeEntry(name, value);
      continue;
    }
    text += `${name}: |\n  `;
    const start = text.length;
    text += value.trimEnd().replaceAll(/\n(?!\n|$)/g, '\n  ');
    selection ??= { start, end: text.length };
    text += '\n';
  }
  return { text, selection: selection ?? { start: text.length, end: text.length } };
}

/** Maps and lists of scalars in block style, as people write them; what is deeper as JSON, which is YAML too. */
function writeEntry(name: string, value: JsonValue, indent = ''): string {
  const head = `${indent}${scalar(name)}:`;
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(([key, member]) => writeEntry(key, member, `${indent}  `));
    return `${head}\n${members.join('')}`;
  }
  if (Array.isArray(value) && value.length > 0) {
    return `${head}\n${value.map((item: JsonValue) => `${indent}  - ${scalar(item)}\n`).join('')}`;
  }
  return `${head} ${scalar(value)}\n`;
}

/** A plain scalar where YAML reads it back as the same text, else JSON, which is YAML too. */
function scalar(value: JsonValue): string {
  if (typeof value !== 'string') return stringifyJson(value);
  const isPlain = /^(?:[A-Za-z/][\w ,./-]*|\d+K)$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value);
  return isPlain && !value.endsWith(' ') ? value : JSON.stringify(value);
}
