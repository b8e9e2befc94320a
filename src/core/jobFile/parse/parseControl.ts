import type { FieldType } from '../../catalog/field.ts';
import { checkValue } from '../../catalog/checkValue.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { isNull, mapToJson, type MapNode, type ScalarNode, type SyntaxEntry } from '../syntax/syntaxTree.ts';

/**
 * Returns the text of a control such as `gen.name`. Null if it is left out, or if it is not a string, which is
 * reported.
 */
export function parseText(entry: SyntaxEntry | undefined, report: ReportProblem): string | null {
  if (!entry || isNull(entry.value)) return null;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'string') return value.value;
  reportType(entry, 'string', report);
  return null;
}

/** Returns a positive number. Null if it is left out, or if it is something else, which is reported. */
export function parsePositive(
  entry: SyntaxEntry | undefined,
  kind: 'integer' | 'number',
  report: ReportProblem,
): number | null {
  if (!entry || isNull(entry.value)) return null;
  const json = mapToJson(entry.value);
  const isRightKind = typeof json === 'number' && (kind === 'integer' ? Number.isInteger(json) : Number.isFinite(json));
  if (!isRightKind) return reportType(entry, kind, report);
  if (json > 0) return json;
  const args = { field: entry.key, value: String(json), min: kind === 'integer' ? 1 : 0, variant: 'positive' };
  report(buildProblem('out-of-range', entry.value, { args }));
  return null;
}

/** Returns the map of a control. Null if it is left out, or if it is not a map, which is reported. */
export function parseMap(entry: SyntaxEntry | undefined, report: ReportProblem): MapNode | null {
  if (!entry || isNull(entry.value)) return null;
  if (entry.value.kind === 'map') return entry.value;
  reportType(entry, 'object', report);
  return null;
}

/** Uses the message for a field with a wrong type. */
function reportType(entry: SyntaxEntry, kind: 'string' | 'integer' | 'number' | 'object', report: ReportProblem): null {
  const type: FieldType = kind === 'object' ? { kind, fields: [] } : { kind };
  const [fault] = checkValue(mapToJson(entry.value), { name: entry.key, type, description: '' });
  if (fault) report(buildProblem('wrong-type', entry.value, { args: fault.args }));
  return null;
}

/** Returns one of a few words. Null if it is left out, or if it is something else, which is reported. */
export function parseChoice<T extends string>(
  entry: SyntaxEntry | undefined,
  choices: readonly T[],
  report: ReportProblem,
): T | null {
  const text = parseText(entry, report);
  const choice = choices.find((each) => each === text) ?? null;
  if (entry && text !== null && choice === null) {
    const args = { field: entry.key, value: text, values: choices.join(', ') };
    report(buildProblem('not-in-enum', entry.value, { args }));
  }
  return choice;
}

/** Returns the node of a string that may contain expressions. Null as for `parseText`. */
export function parseTextNode(entry: SyntaxEntry | undefined, report: ReportProblem): ScalarNode | null {
  const text = parseText(entry, report);
  return text !== null && entry?.value.kind === 'scalar' ? entry.value : null;
}
