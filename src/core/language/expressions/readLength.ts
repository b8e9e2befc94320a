import type { Field } from '../../catalog/field.ts';
import { toText } from '../../jobFile/expression/toText.ts';
import { parseFilePath, normalizePath, normalizeFileText } from '../../jobFile/lookups.ts';
import { countCodePoints } from '../../support/text/countCodePoints.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { WrittenValue } from '../view/listValues.ts';
import type { createEvaluator } from './createEvaluator.ts';
import { findExpressionContext } from './findExpression.ts';

export interface LengthUsed {
  /** Code points of the text as it will be sent. */
  readonly count: number;
  readonly max: number;
}

/** Returns how much of its limit a string uses. Null if it has no limit, or if it is only known in a run. */
export function readLength(
  view: DocumentView,
  { path, node: { value } }: WrittenValue,
  evaluate: ReturnType<typeof createEvaluator>,
): LengthUsed | null {
  const max = typeof value === 'string' ? findLimit(view.findField(path)) : null;
  if (typeof value !== 'string' || max === null) return null;
  const known = value.includes('${{') ? evaluate(value, findExpressionContext(view.layout, path)) : null;
  const [only] = known?.values ?? [];
  const sent = known ? (known.count === 1 && only ? toText(only.value) : null) : readText(view, value);
  return sent === null ? null : { count: countCodePoints(sent), max };
}

function findLimit(field: Field | undefined): number | null {
  const limits = (field?.constraints ?? []).flatMap((each) =>
    each.kind === 'length' && each.max !== undefined ? [each.max] : [],
  );
  return limits.length === 0 ? null : Math.min(...limits);
}

/** `file://` means the text of that file. */
function readText({ world: { files } }: DocumentView, value: string): string | null {
  const path = parseFilePath(value);
  if (path === null) return value;
  const outcome = files?.isTrusted ? files.readText(normalizePath(path)) : undefined;
  return outcome?.ok ? normalizeFileText(outcome.text) : null;
}
