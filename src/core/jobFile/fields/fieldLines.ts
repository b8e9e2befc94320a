import { checkValue } from '../../catalog/checkValue.ts';
import type { Field } from '../../catalog/field.ts';
import { isJsonObject, type JsonValue } from '../../support/json/json.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { parseYamlValue } from '../../support/json/parseYamlValue.ts';
import { closestName } from '../../support/text/closestName.ts';
import { lineStartAt, nextLineAt } from '../../support/text/lines.ts';
import { buildProblem, type Problem } from '../problem.ts';
import type { PrepareContext, PreparedField } from './prepareField.ts';

/** A key with a value on its line. */
const keyLine = /^([\w$-]+):[ \t]+\S/;

/** What precedes lines that belong to a text: its introduction of them, or another line of a dialog or of data. */
const leadLine = /[:：]$|^[ \t]*([^\s:]+):[ \t]/;

/** Longer lines are prose or media. */
const maxLine = 500;

/** The path of results may be among the lines. Alone, it would be as well the format that a chat model should write. */
const output: Field = {
  name: 'output',
  type: { kind: 'string' },
  description: '',
  constraints: [{ kind: 'pattern', source: 'specification', pattern: '\\S*/.*', form: '' }],
};

/**
 * Finds the fields that a block scalar of a field contains as its last lines, where the cursor is after its text is
 * written. They are part of the text. `sent`: the fields of the request, and its extras.
 */
export function findFieldLines(
  sent: readonly PreparedField[],
  { compiled: { job, fields }, family, options: { catalog } }: PrepareContext,
  text: string,
): readonly Problem[] {
  const known = family && catalog.fieldsOf(family);
  if (!known) return [];
  const isSaved = Object.values(job.output).some((choice) => choice !== null);
  // A line may be meant to change a field of the job, but hardly one that an axis or an extra sets.
  const own = new Set(fields.map(({ entry }) => entry));
  const others = sent.flatMap(({ entry, name }) => (own.has(entry) ? [] : [name]));
  return fields.flatMap(({ entry: { key, value } }) => {
    // An alias has the text of its anchor, which is written elsewhere.
    if (value.kind !== 'scalar' || value.style !== 'block' || !/[|>]/.test(text[value.start] ?? '')) return [];
    const first = nextLineAt(text, value.start);
    const [, indent = ''] = /^(?:[ \t]*\r?\n)*( *)/.exec(text.slice(first, value.end)) ?? [];
    const names: string[] = [];
    const written = [key, ...others, ...(isSaved ? ['output'] : [])];
    let [start, above] = [value.end, value.end];
    for (;;) {
      const lineStart = lineStartAt(text, above);
      const line = text.slice(lineStart + indent.length, above);
      const name = text.startsWith(indent, lineStart) ? fieldOf(line, [...written, ...names], known) : null;
      if (name === null || lineStart <= first) break;
      names.unshift(name);
      start = lineStart + indent.length;
      above = first + text.slice(first, lineStart).trimEnd().length;
    }
    const lead = leadLine.exec(text.slice(lineStartAt(text, above), above));
    const leadField = known.get(lead?.[1] ?? '');
    // Another field may have a value that it refuses.
    const isOfText = lead && (!leadField || leadField.isProse);
    if (isOfText || above <= first || names.every((name) => name === 'output')) return [];
    const args = { key, fields: names.map((name) => `"${name}"`).join(', ') };
    return [buildProblem('field-in-text', { start, end: value.end }, { args })];
  });
}

/** Returns the name of the field that a line would set, also if the line misspells it. Null if it may as well be text. */
function fieldOf(line: string, written: readonly string[], known: ReadonlyMap<string, Field>): string | null {
  const [, key = ''] = (line.length <= maxLine && keyLine.exec(line)) || [];
  const exact = known.get(key) ?? (key === 'output' ? output : undefined);
  const field = exact ?? known.get((key !== '' && key === key.toLowerCase() && closestName(key, known.keys())) || '');
  if (!field || written.includes(field.name)) return null;
  const parsed = parseYamlValue(line) as JsonValue | undefined;
  const value = isJsonObject(parsed) ? getOwn(parsed, key) : undefined;
  if (value === undefined || value === null || !isMeant(value, field)) return null;
  return exact || isClosed(field) || typeof value !== 'string' ? field.name : null;
}

/** Whether a value fits a field so well that it is hardly a sentence. A name with an underscore is not a word. */
function isMeant(value: JsonValue, field: Field): boolean {
  if (checkValue(value, field).length > 0) return false;
  if (typeof value !== 'string' || isClosed(field) || field.name.includes('_')) return true;
  return field.isMedia ? !/\s/.test(value) : !field.isProse && !/[.!?。！？…]$/.test(value);
}

/** Whether only few values fit. */
function isClosed({ constraints }: Field): boolean {
  return constraints?.some(({ kind }) => kind === 'enum' || kind === 'pattern') ?? false;
}
