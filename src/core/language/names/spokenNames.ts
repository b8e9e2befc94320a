import { parseExpression, type PathStep } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type NameKind, type NameSite, quoteAt } from './nameSite.ts';

/** A name that an expression references. */
export interface SpokenName {
  readonly kind: Exclude<NameKind, 'anchor'>;
  readonly name: string;
  readonly site: NameSite;
}

const kinds: ReadonlyMap<string, SpokenName['kind']> = new Map([
  ['vars', 'var'],
  ['matrix', 'axis'],
  ['jobs', 'job'],
]);

/** Returns the names in the expressions of a scalar. `value` is what YAML reads in the range of `text`. */
export function readSpokenNames(text: string, range: TextRange, value: string): readonly SpokenName[] {
  const quote = quoteAt(text, range.start);
  const written = listSources(text.slice(range.start, range.end));
  return listSources(value).flatMap(({ source }, index): readonly SpokenName[] => {
    const spoken = readHead(source);
    if (!spoken) return [];
    const place = written[index];
    const { kind, step } = spoken;
    const name = String(step.step);
    if (place?.source !== source) return [{ kind, name, site: { ...range, role: 'use', writing: 'hidden', quote } }];
    const start = range.start + place.start + step.start;
    const writing = source[step.start - 1] === '.' ? 'step' : 'bracket';
    const end = range.start + place.start + step.end;
    return [{ kind, name, site: { start, end, role: 'use', writing, quote } }];
  });
}

function listSources(text: string): readonly { readonly source: string; readonly start: number }[] {
  return scanTemplate(text).flatMap((piece) =>
    piece.kind === 'expression' && piece.isClosed ? [{ source: piece.source, start: piece.sourceStart }] : [],
  );
}

/** Returns the step after the context. Null if the expression references nothing that has a name. */
function readHead(source: string): { readonly kind: SpokenName['kind']; readonly step: PathStep } | null {
  const outcome = parseExpression(source);
  if (!outcome.ok) return null;
  const [context, step] = outcome.expression.path;
  const kind = context && kinds.get(String(context.step));
  return kind && step ? { kind, step } : null;
}
