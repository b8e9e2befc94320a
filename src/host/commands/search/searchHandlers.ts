import { basename } from 'node:path';
import * as vscode from 'vscode';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import { jobFileOf, jobFileStem } from '../../../core/artifact/jobFileName.ts';
import { noMark, type Mark } from '../../../core/artifact/marks.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import {
  parseSearch,
  searchExample,
  searchFilters,
  type SearchProblem,
} from '../../../core/artifact/search/parseSearch.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { commands } from '../../ids.ts';
import { findResultFiles } from '../../results/resultFiles.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';
import { formatAmount } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { pickLive, type PickItem } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { findJobFile } from '../results/findRecord.ts';

/** More would take longer to show than to find. */
const maxShown = 100;
const maxRunsFiles = 10_000;
/** Contact sheets that the list offers, those with the newest results. */
const maxSheets = 5;

/** An entry of the list. One that is only a message opens nothing. */
interface SearchItem extends PickItem {
  readonly open?: () => Promise<void>;
}

/** Finds results in all runs files of the workspace. It only reads, so no trust is needed. */
export function createSearchHandlers(services: Services) {
  return {
    [commands.searchResults]: async () => {
      const jobFiles = (await findResultFiles('runs', { max: maxRunsFiles })).map(jobFileOf);
      const picked = await pickLive({
        title: l10n.t('Search Results'),
        placeHolder: l10n.t('Words, or {filters}', { filters: searchExample }),
        find: async (typed, signal) => listItems(typed, { jobFiles, signal }, services),
      });
      await picked?.open?.();
    },
  };
}

async function listItems(
  typed: string,
  { jobFiles, signal }: { readonly jobFiles: readonly string[]; readonly signal: AbortSignal },
  { engineHost, preview }: Services,
): Promise<readonly SearchItem[]> {
  const { terms, problems } = parseSearch(typed);
  const engine = await engineHost.engine();
  const { records, total } = await engine.searchRuns({ jobFiles, terms, limit: maxShown }, signal);
  const items = records.map(async ({ jobFile, record }): Promise<SearchItem> => {
    const marks = await engine.readMarks(jobFile).catch(() => new Map());
    const mark = record.artifacts.map(({ sha256 }) => marks.get(sha256)).find(Boolean) ?? noMark;
    const open = async (): Promise<void> => preview.show(await findJobFile(jobFile), record.task_id ?? undefined);
    return { ...describeResult(record, mark, jobFile), open };
  });
  const sheets = [...new Set(records.map(({ jobFile }) => jobFile))].slice(0, maxSheets).map((jobFile): SearchItem => ({
    label: l10n.t('Show results of {name} in the contact sheet', { name: nameOf(jobFile) }),
    icon: 'table',
    // The search also finds results whose file no longer exists, which the sheet hides otherwise.
    open: async () => preview.showSheet(await findJobFile(jobFile), `status:any ${typed}`.trim()),
  }));
  const explained = problems.map((problem) => ({ label: describeSearchProblem(problem), icon: 'warning' }));
  const summary = { label: describeTotal(total, records.length), isSeparator: true };
  return [...explained, summary, ...(await Promise.all(items)), ...sheets];
}

function nameOf(jobFile: string): string {
  return vscode.workspace.asRelativePath(jobFileStem(jobFile));
}

function describeTotal(total: number, shown: number): string {
  if (total === 0) return l10n.t('Nothing found');
  if (total === 1) return l10n.t('1 result');
  return total > shown
    ? l10n.t('The newest {shown} of {total} results', { shown, total })
    : l10n.t('{total} results, the newest first', { total });
}

const maxPromptLength = 200;

/** Describes a result in an entry of the list: its file, what is known of it, and the start of its prompt. */
export function describeResult(record: RunsRecord, mark: Mark, jobFile: string): PickItem {
  const [first, ...others] = withoutLyrics(record.artifacts);
  const name = first ? `${basename(first.path)}${others.length > 0 ? ` +${others.length}` : ''}` : record.status;
  const stars = [mark.mark === 'star' ? '★' : '', mark.mark === 'reject' ? '✗' : '', mark.rating ?? ''].join('');
  const date = new Date(record.at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    stars,
    record.model,
    date,
    record.amount_usd === null ? '' : formatAmount(record.amount_usd),
    nameOf(jobFile),
  ];
  const candidates = [findPrompt(record.request)?.text, record.title, record.text, record.error?.message];
  const said = candidates.find((each) => each?.trim()) ?? '';
  const detail = cutText(said.replace(/\s+/g, ' ').trim(), maxPromptLength);
  return { label: name, description: facts.filter(Boolean).join(' · '), detail };
}

/** A sentence that says why a part of a search is left out, and what to enter. */
export function describeSearchProblem({ code, term }: SearchProblem): string {
  const filters = searchFilters.map((name) => `${name}:`).join(' ');
  return {
    'unknown-filter': l10n.t(
      '"{term}" is not a filter. The filters are {filters}. Enter words with a colon in double quotes.',
      { term, filters },
    ),
    'missing-value': l10n.t('Enter a value after "{term}".', { term }),
    mark: l10n.t('"{term}" must be mark:star, mark:reject or mark:none.', { term }),
    rating: l10n.t('"{term}" must be a rating from 0 to 5, such as rating:5 or rating:>=4.', { term }),
    cost: l10n.t('"{term}" must be an amount in US dollars, such as cost:>0.1.', { term }),
    date: l10n.t('"{term}" must be a year, a month or a day, such as 2026-01-31.', { term }),
    status: l10n.t('"{term}" must be a state, such as status:saved or status:failed.', { term }),
  }[code];
}
