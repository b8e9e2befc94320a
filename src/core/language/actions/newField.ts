import type { ModelFamily } from '../../catalog/catalog.ts';
import type { Field } from '../../catalog/field.ts';
import { isJsonObject, type JsonValue } from '../../support/json/json.ts';
import { insertBelow, insertEntry, lastOwn } from '../edits/insertEntry.ts';
import { type Written, writtenValue } from '../edits/written.ts';
import type { TextEdit } from '../languageService.ts';
import type { JobEntry } from './jobEntry.ts';

/**
 * The initial value of a new field. With `isOpen` only the user knows the value, so the field stays missing until it is
 * written.
 */
interface NewField {
  readonly key: string;
  readonly value: Written;
  readonly isOpen: boolean;
}

/** An empty block scalar (`|`), with its first line ready. */
const emptyProse: Written = { block: (indent) => ` |\n${indent}  `, inline: ' ""' };
const emptyText: Written = { block: () => ' ""', inline: ' ""' };
const nothing: Written = { block: () => ' ', inline: ' ' };

/**
 * Uses the default value of the gateway, or else the first value that is known to be accepted. Prose and media are
 * never invented.
 */
export function buildNewField(field: Field, family: ModelFamily | undefined): NewField {
  const key = field.name;
  if (field.isProse) return { key, value: emptyProse, isOpen: true };
  const value = field.isMedia ? undefined : findStart(field, family);
  if (value !== undefined) return { key, value: writtenValue(value), isOpen: false };
  return { key, value: field.type.kind === 'string' ? emptyText : nothing, isOpen: true };
}

function findStart(field: Field, family: ModelFamily | undefined): JsonValue | undefined {
  const { constraints = [], suggestions = [], type } = field;
  const listed = constraints.find((each) => each.kind === 'enum')?.values[0];
  const sample = family && Object.hasOwn(family.sample, field.name) ? family.sample[field.name] : undefined;
  const min = constraints.find((each) => each.kind === 'range')?.min;
  const flag = type.kind === 'boolean' ? false : undefined;
  const isText = isJsonObject(sample) || Array.isArray(sample) ? undefined : sample;
  return field.default ?? listed ?? isText ?? suggestions[0] ?? min ?? flag;
}

interface FieldInsertion {
  readonly edit: TextEdit;
  /** Offset in the new text at which the user writes the value. */
  readonly cursorAt: number;
}

/** Inserts a field into a job, directly after its model. */
export function insertField(
  text: string,
  { entry, map }: JobEntry,
  { key, value }: Pick<NewField, 'key' | 'value'>,
): FieldInsertion | null {
  const model = map?.entries.find((each) => each.key === 'model' && !each.isMerged);
  const edit = map
    ? insertEntry(text, map, { key, value, after: model ?? (entry ? null : lastOwn(map)) })
    : entry && insertBelow(text, entry, { key, value });
  return edit && { edit, cursorAt: findCursor(edit, key) };
}

/** Returns the offset after the new value, or inside its quotes. */
export function findCursor(edit: TextEdit, key: string): number {
  const from = edit.newText.indexOf(key);
  const quotes = edit.newText.indexOf('""', from);
  const written = edit.newText.trimEnd().length;
  const line = edit.newText.lastIndexOf('\n');
  if (quotes >= 0) return edit.start + quotes + 1;
  return (
    edit.start +
    (/^\|\s*(?:#[^\n]*(?:\n\s*)?)?$/.test(edit.newText.slice(edit.newText.lastIndexOf('|'))) && line > from
      ? edit.newText.length
      : written + (edit.newText.trimEnd().endsWith(':') ? 1 : 0))
  );
}
