import { parseExpression, type PathStep } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type NameKind, type NameRange, quoteAt } from '../view/nameRange.ts';

/** A name that an expression references. */
export interface ReferencedName {
  readonly kind: Exclude<NameKind, 'anchor'>;
  readonly name: string;
  readonly nameRange: NameRange;
}

const kinds: ReadonlyMap<string, ReferencedName['kind']> = new Map([
  ['vars', 'var'],
  ['matrix', 'axis'],
  ['jobs', 'job'],
]);

/** Returns the names in the expressions of a scalar. `value` is what YAML reads in the range of `text`. */
export function findReferencedNames(text: string, range: TextRange, value: string): readonly ReferencedName[] {
  const quote = quoteAt(text, range.start);
  const written = listSources(text.slice(range.start, range.end));
  return listSources(value).flatMap(({ source }, index): readonly ReferencedName[] => {
    const referenced = readHead(source);
    if (!referenced) return [];
    const located = written[index];
    const { kind, step } = referenced;
    const name = String(step.step);
    if (located?.source !== source)
      return [{ kind, name, nameRange: { ...range, role: 'use', writing: 'hidden', quote } }];
    const start = range.start + located.start + step.start;
    const writing = source[step.start - 1] === '.' ? 'step' : 'bracket';
    const end = range.start + located.start + step.end;
    return [{ kind, name, nameRange: { start, end, role: 'use', writing, quote } }];
  });
}

function listSources(text: string): readonly { readonly source: string; readonly start: number }[] {
  return scanTemplate(text).flatMap((piece) =>
    piece.kind === 'expression' && piece.isClosed ? [{ source: piece.source, start: piece.sourceStart }] : [],
  );
}

/** Returns the step after the context. Null if the expression references nothing that has a name. */
function readHead(source: string): { readonly kind: ReferencedName['kind']; readonly step: PathStep } | null {
  const outcome = parseExpression(source);
  if (!outcome.ok) return null;
  const [context, step] = outcome.expression.path;
  const kind = context && kinds.get(String(context.step));
  return kind && step ? { kind, step } : null;
}
