import type { SearchTerm } from '../../../core/artifact/search/parseSearch.ts';
import type { SheetFilter } from '../../../protocol/sheet.ts';

/** Returns what the contact sheet can filter of a search. The sheet then shows at least the results of the search. */
export function toSheetFilter(terms: readonly SearchTerm[]): Partial<SheetFilter> {
  const filter: { -readonly [Key in keyof SheetFilter]?: SheetFilter[Key] } = {};
  const words: string[] = [];
  for (const term of terms) {
    if (term.isNot) {
      if (term.kind === 'mark' && term.mark === 'reject') filter.mark = 'unrejected';
      continue;
    }
    switch (term.kind) {
      case 'word':
        words.push(term.text);
        break;
      case 'mark':
        filter.mark = term.mark ?? 'unmarked';
        break;
      case 'rating':
        if (term.range.operator.includes('>') || term.range.operator === '=') filter.minRating = term.range.value;
        break;
      case 'cost':
        if (!term.range.operator.includes('<')) filter.minUsd = term.range.value;
        if (!term.range.operator.includes('>')) filter.maxUsd = term.range.value;
        break;
      case 'time':
        if (Number.isFinite(term.start)) filter.from = term.start;
        // The sheet includes the end.
        if (Number.isFinite(term.end)) filter.to = term.end - 1;
        break;
      default:
        // The sheet compares models, jobs and seeds as a whole, a search in part.
        break;
    }
  }
  return { ...filter, words: words.join(' ') };
}
