import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { writeKey } from '../../../jobFile/write/writeScalar.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { listExpressions } from '../../expressions/listExpressions.ts';
import { readVars } from '../../expressions/readVars.ts';
import type { Draft } from '../draft.ts';
import type { KeyContext } from './fieldKeys.ts';

/** Returns the names that expressions reference and that have no value yet. */
export function completeMissingVars(view: DocumentView, keyContext: KeyContext, job: string | null): readonly Draft[] {
  const known = new Set([...readVars(view, job).names, ...keyContext.siblings]);
  const spoken = listExpressions(view)
    .filter((found) => job === null || found.job === job)
    .flatMap(({ source }) => {
      const outcome = parseExpression(source);
      const [context, name] = outcome.ok ? outcome.expression.path : [];
      return context?.step === 'vars' && name ? [String(name.step)] : [];
    });
  return [...new Set(spoken)]
    .filter((name) => !known.has(name))
    .map((name) => ({
      label: name,
      insertText: keyContext.hasColon ? writeKey(name) : `${writeKey(name)}: `,
      start: keyContext.range.start,
      end: keyContext.range.end,
      kind: 'variable',
    }));
}
