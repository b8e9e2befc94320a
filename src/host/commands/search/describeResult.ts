import { basename } from 'node:path';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import type { Mark } from '../../../core/artifact/marks.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { searchFilters, type SearchProblem } from '../../../core/artifact/search/parseSearch.ts';
import { assertNever } from '../../../core/support/assertNever.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { formatAmount } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';

/** Describes a result in an entry of the list: its file, what is known of it, and the start of its prompt. */
export function describeResult(
  record: RunsRecord,
  { mark, jobFile, locale }: { readonly mark: Mark; readonly jobFile: string; readonly locale: string },
): { readonly label: string; readonly description: string; readonly detail: string } {
  const [first, ...others] = withoutLyrics(record.artifacts);
  const name = first ? `${basename(first.path)}${others.length > 0 ? ` +${others.length}` : ''}` : record.status;
  const stars = [mark.mark === 'star' ? '★' : '', mark.mark === 'reject' ? '✗' : '', mark.rating ?? ''].join('');
  const date = new Date(record.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [stars, record.model, date, record.amount_usd === null ? '' : formatAmount(record.amount_usd), jobFile];
  return { label: name, description: facts.filter(Boolean).join(' · '), detail: describePrompt(record) };
}

const maxPromptLength = 200;

function describePrompt({ request, title, text, error }: RunsRecord): string {
  const candidates = [findPrompt(request)?.text, title, text, error?.message];
  const said = candidates.find((each) => each?.trim());
  return cutText((said ?? '').replace(/\s+/g, ' ').trim(), maxPromptLength);
}

/** A sentence that says why a part of a search is left out, and what to enter. */
export function describeSearchProblem({ code, term }: SearchProblem): string {
  switch (code) {
    case 'unknown-filter':
      return l10n.t('"{term}" is not a filter. The filters are {filters}. Enter words with a colon in double quotes.', {
        term,
        filters: searchFilters.map((name) => `${name}:`).join(' '),
      });
    case 'missing-value':
      return l10n.t('Enter a value after "{term}".', { term });
    case 'mark':
      return l10n.t('"{term}" must be mark:star, mark:reject or mark:none.', { term });
    case 'rating':
      return l10n.t('"{term}" must be a rating from 0 to 5, such as rating:5 or rating:>=4.', { term });
    case 'cost':
      return l10n.t('"{term}" must be an amount in US dollars, such as cost:>0.1.', { term });
    case 'date':
      return l10n.t('"{term}" must be a year, a month or a day, such as 2026-01-31.', { term });
    case 'status':
      return l10n.t('"{term}" must be a state, such as status:saved or status:failed.', { term });
    default:
      return assertNever(code);
  }
}
