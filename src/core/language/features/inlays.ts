import { parsePath } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import { toText } from '../../jobFile/expression/toText.ts';
import type { TextRange } from '../../support/textRange.ts';
import { createEvaluator, type KnownValues } from '../expressions/createEvaluator.ts';
import { findExpressionContext } from '../expressions/findExpression.ts';
import { type LengthUsed, readLength } from '../expressions/readLength.ts';
import type { Inlay } from '../languageService.ts';
import { featureMessages as words } from '../messages.ts';
import { isEmptyFile, type DocumentView } from '../view/documentView.ts';
import { listValues, type WrittenValue } from '../view/listValues.ts';

/** Longer values would push the text apart. Hover shows them. */
const maxShownValue = 40;

/** Lists few inlays on purpose: strings of half their limit, expressions with one short value, counts of requests. */
export function listInlays(view: DocumentView, range: TextRange): readonly Inlay[] {
  const evaluate = createEvaluator(view);
  const inlays = listValues(view, range).flatMap((written): readonly Inlay[] => {
    const context = findExpressionContext(view.layout, written.path);
    const length = describeLength(view, written, readLength(view, written, evaluate));
    return [...listResolved(view, written, (source) => evaluate(source, context)), ...length];
  });
  return [...inlays, ...listCounts(view), ...invite(view)]
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .sort((a, b) => a.offset - b.offset);
}

/** An empty last line says what can be written there. */
function invite(view: DocumentView): readonly Inlay[] {
  const { text, translate } = view;
  if (!isEmptyFile(view) || !/(?:^|\n)$/.test(text)) return [];
  return [{ offset: text.length, label: translate(words.invitation, {}) }];
}

function describeLength(
  { text, translate }: DocumentView,
  { node }: WrittenValue,
  used: LengthUsed | null,
): readonly Inlay[] {
  if (!used || used.count * 2 < used.max) return [];
  // A block scalar shows it in its first line, which is visible when the rest is folded.
  const lineBreak = node.style === 'block' ? text.indexOf('\n', node.start) : -1;
  const offset = lineBreak < 0 ? node.end : text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak;
  const label = translate(words.lengthUsed, { ...used });
  return [{ offset, label, tooltip: translate(words.lengthUsedTooltip, { ...used }) }];
}

function listResolved(
  { text, translate }: DocumentView,
  { node }: WrittenValue,
  evaluate: (source: string) => KnownValues,
): readonly Inlay[] {
  if (typeof node.value !== 'string' || !node.value.includes('${{')) return [];
  return scanTemplate(text.slice(node.start, node.end)).flatMap((piece): readonly Inlay[] => {
    if (piece.kind !== 'expression' || !piece.isClosed) return [];
    // A value from the environment may be secret, so it is not shown without being asked for.
    if (parsePath(piece.source)[0]?.step === 'env') return [];
    const known = evaluate(`\${{${piece.source}}}`);
    const shown = known.count === 1 && known.values[0] ? toText(known.values[0].value) : '';
    if (shown === '' || shown.length > maxShownValue || shown.includes('\n')) return [];
    return [{ offset: node.start + piece.end, label: translate(words.resolvedValue, { value: shown }) }];
  });
}

/** At `matrix:` shows the number of requests of its job, and at `repeat:` that of all jobs that it applies to. */
function listCounts({ checked, translate }: DocumentView): readonly Inlay[] {
  const atRepeat = new Map<number, number>();
  const inlays: Inlay[] = [];
  const add = (offset: number, count: number): void => {
    if (count > 1) inlays.push({ offset, label: translate(words.requestCount, { count }) });
  };
  for (const { job, compiled } of checked.jobs) {
    const { count } = compiled.expansion;
    // The position after the colon.
    if (job.matrix) add(job.matrix.keyRange.end + 1, count);
    if (job.repeat > 1) atRepeat.set(job.repeatRange.end, (atRepeat.get(job.repeatRange.end) ?? 0) + count);
  }
  for (const [offset, count] of atRepeat) add(offset, count);
  return inlays;
}
