import type { Endpoint } from '../../../catalog/catalog.ts';
import { endpoints } from '../../../catalog/endpoints.ts';
import { isMediaFieldName, mediaKindOf } from '../../../catalog/mediaFields.ts';
import { isFileReference } from '../../../jobFile/lookups.ts';
import { onErrorChoices, collisions, metadataChoices } from '../../../jobFile/parse/controlKeys.ts';
import { assertNever } from '../../../support/assertNever.ts';
import { type DocumentView, findModel } from '../../view/documentView.ts';
import type { MapKind } from '../../view/mapKind.ts';
import { escapeSnippet } from '../../../jobFile/write/jobText.ts';
import type { CompletionDraft, KeyContext } from '../completionDraft.ts';
import { listPossibleNeeds, listKnownAxes } from '../expressions/offeredNames.ts';
import { type FieldsAt, findFieldsAt, findFieldsSetBy, findMapContext } from '../keys/candidates.ts';
import { completeFieldKeys } from '../keys/fieldKeys.ts';
import { completeCombinationKeys, listAxisChoices } from './combinationKeys.ts';
import { completePath, type FileUse } from './completePath.ts';
import { listFieldChoices, listModelChoices } from './fieldChoices.ts';
import { type Choice, writeChoices, type ValueContext } from './valueContext.ts';

/** What completes a value: values to select, a path, or the keys of a map. */
interface Offer {
  readonly choices?: readonly Choice[];
  readonly use?: FileUse;
  readonly keys?: readonly CompletionDraft[];
}

const nothing: Offer = {};

/** Returns the values for the key before the cursor. Empty if the user writes free text. */
export function completeValue(view: DocumentView, valueContext: ValueContext): readonly CompletionDraft[] {
  const { choices = [], use, keys = [] } = findOffer(view, valueContext);
  return [...keys, ...writeChoices(view, valueContext, choices), ...(use ? completePath(view, valueContext, use) : [])];
}

function findOffer(view: DocumentView, valueContext: ValueContext): Offer {
  const mapContext = findMapContext(view.layout, valueContext.path.slice(0, -1));
  switch (mapContext.kind) {
    case 'job':
    case 'defaults':
      return findReservedOffer(view, valueContext, mapContext) ?? findFieldOffer(view, valueContext);
    case 'member':
      return findFieldOffer(view, valueContext);
    case 'file':
      return findReservedOffer(view, valueContext, mapContext) ?? nothing;
    case 'gen':
      return valueContext.isItem ? nothing : { choices: listGenChoices(view, valueContext, mapContext.job) };
    case 'output':
      return valueContext.isItem ? nothing : { choices: listOutputChoices(view, valueContext, mapContext.job) };
    case 'matrix':
      return findAxisOffer(view, valueContext, mapContext.job);
    case 'combination':
      return { choices: listAxisChoices(view, mapContext, valueContext.path) };
    case 'vars':
      return findVarOffer(view, valueContext, mapContext.job);
    case 'jobs':
    case 'other':
      return nothing;
    default:
      return assertNever(mapContext);
  }
}

/** Offers values for reserved keys of a job or of the file. Undefined for any other key. */
function findReservedOffer(
  view: DocumentView,
  valueContext: ValueContext,
  mapContext: Extract<MapKind, { kind: 'job' | 'defaults' | 'file' }>,
): Offer | undefined {
  const key = valueContext.path.at(-1) ?? '';
  const job = mapContext.kind === 'job' ? mapContext.job : null;
  if (valueContext.isItem && ['model', 'gen', 'output'].includes(key)) return nothing;
  switch (key) {
    case 'model':
      return mapContext.kind === 'file' ? nothing : { choices: listModelChoices(view) };
    case 'gen':
      return mapContext.kind === 'defaults' || job !== null ? nothing : { choices: listVersions() };
    case 'needs':
      return job === null ? nothing : { choices: listNeedChoices(view, valueContext, job) };
    case 'vars':
      return { use: 'vars' };
    case 'output':
      return { choices: listOutputChoices(view, valueContext, job) };
    default:
      return undefined;
  }
}

function listGenChoices(view: DocumentView, { path }: ValueContext, job: string | null): readonly Choice[] {
  const key = path.at(-1);
  if (key === 'version') return listVersions();
  if (key === 'on_error') return onErrorChoices.map(toChoice);
  if (key === 'profile') return (view.world.profiles ?? []).map(toChoice);
  return key === 'endpoint' ? listEndpoints(view, job) : [];
}

function toChoice(label: string): Choice {
  return { label, kind: 'value' };
}

function listVersions(): readonly Choice[] {
  return [{ label: '1', text: '1', kind: 'value' }];
}

/** Returns the endpoints of the model, the default first. All endpoints if the model is not known. */
function listEndpoints(view: DocumentView, job: string | null): readonly Choice[] {
  const own = findModel(view, job)?.families.flatMap((family) => family.endpoints);
  const known: readonly Endpoint[] = own ?? Object.values(endpoints);
  return [...new Set(known.map(({ path }) => path))].map(toChoice);
}

function listNeedChoices(view: DocumentView, { range }: ValueContext, job: string): readonly Choice[] {
  const needs = view.checked.jobFile.jobs.find(({ id }) => id === job)?.needs ?? [];
  const others = needs.filter(({ start, end }) => end < range.start || start > range.end);
  return listPossibleNeeds(view, job)
    .filter((id) => others.every((need) => need.id !== id))
    .map((label) => ({ label, kind: 'job' }));
}

/** A list offers its values as items. A map inside it begins with a key. */
function findFieldOffer(view: DocumentView, valueContext: ValueContext): Offer {
  const at = findFieldsAt(view, valueContext.path);
  if (at.fields.length === 0)
    return at.candidates.length === 0 ? findUnknownOffer(valueContext) : findTextOffer(valueContext);
  const fields = at.fields.filter(({ field }) => (field.type.kind === 'array') === valueContext.isItem);
  return findOfferOf(view, valueContext, { ...at, fields });
}

/** Offers by the most restrictive type: keys of a map, then files, then values of a list. */
function findOfferOf(view: DocumentView, valueContext: ValueContext, at: FieldsAt): Offer {
  const [first] = at.fields;
  if (!first) return nothing;
  const types = at.fields.map(({ field: { type } }) => (type.kind === 'array' ? type.items.kind : type.kind));
  if (types.includes('object')) return valueContext.isItem ? { keys: completeItemKeys(view, valueContext) } : nothing;
  const media = at.fields.find(({ field }) => field.isMedia);
  if (media) return { choices: listFieldChoices(view, at), use: mediaKindOf(media.field.name) };
  if (isFileReference(valueContext.typed)) return types.includes('string') ? { use: 'text' } : nothing;
  return { choices: listFieldChoices(view, at) };
}

/** For an unknown model, the names of its fields decide. */
function findUnknownOffer(valueContext: ValueContext): Offer {
  const name = valueContext.path.at(-1) ?? '';
  return isMediaFieldName(name) ? { use: mediaKindOf(name) } : findTextOffer(valueContext);
}

function findTextOffer({ typed }: ValueContext): Offer {
  return isFileReference(typed) ? { use: 'text' } : nothing;
}

/** An item of an axis is a value of the field with the same name, or of the field whose whole value is the axis. */
function findAxisOffer(view: DocumentView, valueContext: ValueContext, job: string | null): Offer {
  if (!valueContext.isItem) return nothing;
  const name = valueContext.path.at(-1) ?? '';
  if (name === 'include' || name === 'exclude') return { keys: completeItemKeys(view, valueContext) };
  const at = findFieldsAt(view, valueContext.path);
  const target = at.fields.length > 0 ? at : findFieldsSetBy(view, { context: 'matrix', name, job });
  if (name === 'model' || target === 'model') return { choices: listModelChoices(view) };
  const fields = target.fields.filter(({ field }) => field.type.kind !== 'array' && field.type.kind !== 'object');
  return findOfferOf(view, valueContext, { ...target, fields });
}

function findVarOffer(view: DocumentView, valueContext: ValueContext, job: string | null): Offer {
  if (isFileReference(valueContext.typed)) return { use: 'text' };
  if (valueContext.isItem) return nothing;
  const target = findFieldsSetBy(view, { context: 'vars', name: valueContext.path.at(-1) ?? '', job });
  return target === 'model' ? { choices: listModelChoices(view) } : findOfferOf(view, valueContext, target);
}

/** Completes the first key of a map that is an item of a list. The next keys are aligned after the dash. */
function completeItemKeys(view: DocumentView, valueContext: ValueContext): readonly CompletionDraft[] {
  const { path, range, lead, isFlow } = valueContext;
  if (!/^[\w.-]*$/.test(view.text.slice(range.start, range.end))) return [];
  const keyContext: KeyContext = { kind: 'key', path, range, siblings: new Set(), hasColon: false, isFlow };
  const mapContext = findMapContext(view.layout, path);
  const drafts =
    mapContext.kind === 'combination'
      ? completeCombinationKeys(view, keyContext, mapContext)
      : completeFieldKeys(view, keyContext, mapContext);
  // The editor indents further lines like the line before them, which starts at the dash.
  const indent = ' '.repeat(countToDash(view, range.start) + lead.length);
  return drafts.map((draft) =>
    isFlow
      ? { ...draft, insertText: brace(draft), isSnippet: true }
      : { ...draft, insertText: lead + draft.insertText.replaceAll('\n', `\n${indent}`) },
  );
}

/** Writes the map with its closing brace, and the cursor before the brace. */
function brace({ insertText, isSnippet = false }: CompletionDraft): string {
  return isSnippet ? `{${insertText}}` : `{${escapeSnippet(insertText)}$0}`;
}

function countToDash({ text, layout }: DocumentView, offset: number): number {
  const start = layout.findLine(offset)?.start ?? offset;
  const before = text.slice(start, offset);
  return before.length - (/^\s*/.exec(before)?.[0].length ?? 0);
}

/** Offers common ways to name and place files. They distinguish combinations and jobs if there are any. */
function listOutputChoices(view: DocumentView, { path, isFlow }: ValueContext, job: string | null): readonly Choice[] {
  // The braces of an expression would end a plain value inside other braces.
  const toTemplate = (text: string): Choice => ({ ...toChoice(text), ...(isFlow ? {} : { text }) });
  const key = path.at(-1);
  if (key === 'collision') return collisions.map(toChoice);
  if (key === 'metadata') return metadataChoices.map(toChoice);
  if (key === 'name') return listNames(view, job).map(toTemplate);
  if (key === 'dir') return [...listFolders(view).map(toChoice), ...['${{ file.base }}', day].map(toTemplate)];
  return key === 'output' ? listNames(view, job).map((name) => toTemplate(`\${{ file.base }}/${name}`)) : [];
}

const day = "${{ now | date('YYYY-MM-DD') }}";

/** The names differ for each result if necessary. */
function listNames(view: DocumentView, job: string | null): readonly string[] {
  const base = job === null ? '${{ file.base }}' : '${{ job.id }}';
  const axes = listKnownAxes(view, job).map(({ name }) =>
    /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) ? `\${{ matrix.${name} | slug }}` : `\${{ matrix['${name}'] | slug }}`,
  );
  return [...(axes.length > 0 ? [[base, ...axes].join('-')] : []), `${base}-${day}`, `${base}-\${{ run.n | pad(3) }}`];
}

function listFolders({ world: { files } }: DocumentView): readonly string[] {
  const entries = files?.list('.') ?? [];
  return entries.flatMap(({ name, kind }) => (kind === 'folder' && !name.startsWith('.') ? [name] : [])).toSorted();
}
