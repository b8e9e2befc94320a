import { assertNever } from '../../support/assertNever.ts';
import { type DocumentView, hasJobs } from '../documentView.ts';
import type { Place } from '../place.ts';
import { type Choice, writeChoices } from './choice.ts';
import { listGenChoices, listNeedChoices, listVersions } from './controlValues.ts';
import type { Draft } from './draft.ts';
import { findFieldsAt, findFieldsSetBy, type FieldsAt } from './fieldAt.ts';
import { listFieldChoices } from './fieldValues.ts';
import { isMediaFieldName, mediaKindOf } from '../../catalog/mediaFieldNames.ts';
import { completePath, type FileUse } from './filePaths.ts';
import { completeItemKeys } from './itemKeys.ts';
import { findKeySeat, type KeySeat } from './keySeat.ts';
import { listAxisChoices } from './matrixKeys.ts';
import { listModelChoices } from './modelValues.ts';
import { listOutputChoices } from './outputValues.ts';
import { isFileReference } from './typedPath.ts';
import { readSpot, type ValueSpot } from './valueSpot.ts';

/** What completes a value: values to select, a path, or the keys of a map. */
interface Offer {
  readonly choices?: readonly Choice[];
  readonly use?: FileUse;
  readonly keys?: readonly Draft[];
}

const nothing: Offer = {};

/** Returns the values for the key before the cursor. Empty if the user writes free text. */
export function completeValue(
  view: DocumentView,
  place: Extract<Place, { kind: 'value' }>,
  offset: number,
): readonly Draft[] {
  return completeSpot(view, readSpot(view, place, offset));
}

type SpotBelow = Omit<ValueSpot, 'lead' | 'isItem'>;

/** Offers a new item on the line below a key that accepts a list. */
export function completeItemBelow(view: DocumentView, spot: SpotBelow): readonly Draft[] {
  return completeSpot(view, { ...spot, lead: '- ', isItem: true });
}

export function completeValueBelow(view: DocumentView, spot: SpotBelow): readonly Draft[] {
  return completeSpot(view, { ...spot, lead: '', isItem: false });
}

function completeSpot(view: DocumentView, spot: ValueSpot): readonly Draft[] {
  const { choices = [], use, keys = [] } = findOffer(view, spot);
  return [...keys, ...writeChoices(view, spot, choices), ...(use ? completePath(view, spot, use) : [])];
}

function findOffer(view: DocumentView, spot: ValueSpot): Offer {
  const key = spot.path.at(-1) ?? '';
  const seat = findKeySeat(spot.path.slice(0, -1), { hasJobs: hasJobs(view) });
  switch (seat.kind) {
    case 'job':
    case 'defaults':
      return findReservedOffer(view, spot, { key, seat }) ?? findFieldOffer(view, spot);
    case 'member':
      return findFieldOffer(view, spot);
    case 'file':
      return findReservedOffer(view, spot, { key, seat }) ?? nothing;
    case 'gen':
      return spot.isItem ? nothing : { choices: listGenChoices(view, key, seat.job) };
    case 'output':
      if (spot.isItem) return nothing;
      return { choices: listOutputChoices(view, seat, { key, isFlow: spot.isFlow }) };
    case 'matrix':
      return findAxisOffer(view, spot, { name: key, job: seat.job });
    case 'combination':
      return { choices: listAxisChoices(view, seat, { name: key, path: spot.path }) };
    case 'vars':
      return findVarOffer(view, spot, { name: key, job: seat.job });
    case 'jobs':
    case 'other':
      return nothing;
    default:
      return assertNever(seat);
  }
}

/** Offers values for reserved keys of a job or of the file. Undefined for any other key. */
function findReservedOffer(
  view: DocumentView,
  spot: ValueSpot,
  { key, seat }: { readonly key: string; readonly seat: Extract<KeySeat, { kind: 'job' | 'defaults' | 'file' }> },
): Offer | undefined {
  const job = seat.kind === 'job' ? seat.job : null;
  if (spot.isItem && ['model', 'gen', 'output'].includes(key)) return nothing;
  switch (key) {
    case 'model':
      return seat.kind === 'file' ? nothing : { choices: listModelChoices(view) };
    case 'gen':
      return seat.kind === 'defaults' || job !== null ? nothing : { choices: listVersions() };
    case 'needs':
      return job === null ? nothing : { choices: listNeedChoices(view, spot, job) };
    case 'vars':
      return { use: 'vars' };
    case 'output':
      return { choices: listOutputChoices(view, { job }, { key, isFlow: spot.isFlow }) };
    default:
      return undefined;
  }
}

/** A list offers its values as items. A map inside it begins with a key. */
function findFieldOffer(view: DocumentView, spot: ValueSpot): Offer {
  const at = findFieldsAt(view, spot.path);
  if (at.fields.length === 0) return at.candidates.length === 0 ? findUnknownOffer(spot) : findTextOffer(spot);
  const fields = at.fields.filter(({ field }) => (field.type.kind === 'array') === spot.isItem);
  return findOfferOf(view, spot, { ...at, fields });
}

/** Offers by the most restrictive type: keys of a map, then files, then values of a list. */
function findOfferOf(view: DocumentView, spot: ValueSpot, at: FieldsAt): Offer {
  const [first] = at.fields;
  if (!first) return nothing;
  const types = at.fields.map(({ field: { type } }) => (type.kind === 'array' ? type.items.kind : type.kind));
  if (types.includes('object')) return spot.isItem ? { keys: completeItemKeys(view, spot) } : nothing;
  const media = at.fields.find(({ field }) => field.isMedia);
  if (media) return { choices: listFieldChoices(view, at), use: mediaKindOf(media.field.name) };
  if (isFileReference(spot.typed)) return types.includes('string') ? { use: 'text' } : nothing;
  return { choices: listFieldChoices(view, at) };
}

/** For an unknown model, the names of its fields decide. */
function findUnknownOffer(spot: ValueSpot): Offer {
  const name = spot.path.at(-1) ?? '';
  return isMediaFieldName(name) ? { use: mediaKindOf(name) } : findTextOffer(spot);
}

function findTextOffer({ typed }: ValueSpot): Offer {
  return isFileReference(typed) ? { use: 'text' } : nothing;
}

/** An item of an axis is a value of the field with the same name, or of the field whose whole value is the axis. */
function findAxisOffer(
  view: DocumentView,
  spot: ValueSpot,
  { name, job }: { readonly name: string; readonly job: string | null },
): Offer {
  if (!spot.isItem) return nothing;
  if (name === 'include' || name === 'exclude') return { keys: completeItemKeys(view, spot) };
  const at = findFieldsAt(view, spot.path);
  const target = at.fields.length > 0 ? at : findFieldsSetBy(view, { context: 'matrix', name, job });
  if (name === 'model' || target === 'model') return { choices: listModelChoices(view) };
  const fields = target.fields.filter(({ field }) => field.type.kind !== 'array' && field.type.kind !== 'object');
  return findOfferOf(view, spot, { ...target, fields });
}

/** Offers the values of the field whose whole value is the variable. */
function findVarOffer(
  view: DocumentView,
  spot: ValueSpot,
  { name, job }: { readonly name: string; readonly job: string | null },
): Offer {
  if (isFileReference(spot.typed)) return { use: 'text' };
  if (spot.isItem) return nothing;
  const target = findFieldsSetBy(view, { context: 'vars', name, job });
  return target === 'model' ? { choices: listModelChoices(view) } : findOfferOf(view, spot, target);
}
