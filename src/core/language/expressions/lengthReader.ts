import type { Field } from '../../catalog/field.ts';
import { toText } from '../../jobFile/expression/toText.ts';
import { parseFilePath, normalizePath, normalizeFileText } from '../../jobFile/lookups.ts';
import { countCodePoints } from '../../support/text/countCodePoints.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';
import { createFieldFinder, type WrittenValue } from '../view/listValues.ts';
import type { createEvaluator } from './createEvaluator.ts';
import { findExpressionContext } from './findExpression.ts';

interface LengthUsed {
  /** Code points of the text as it will be sent. */
  readonly count: number;
  readonly max: number;
}

/** Returns how much of its limit a string uses. Null if it has no limit, or if it is only known in a run. */
export function createLengthReader(
  view: DocumentView,
  evaluate: ReturnType<typeof createEvaluator>,
): (written: WrittenValue) => LengthUsed | null {
  const findField = createFieldFinder(view);
  const isSet = hasJobs(view);
  return (written) => {
    const { value } = written.node;
    const max = typeof value === 'string' ? findLimit(findField(written.path)) : null;
    if (typeof value !== 'string' || max === null) return null;
    const known = value.includes('${{')
      ? evaluate(value, findExpressionContext(written.path, { hasJobs: isSet }))
      : null;
    const [only] = known?.values ?? [];
    const sent = known ? (known.count === 1 && only ? toText(only.value) : null) : readText(view, value);
    return sent === null ? null : { count: countCodePoints(sent), max };
  };
}

/** Returns the smallest of the limits. */
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
