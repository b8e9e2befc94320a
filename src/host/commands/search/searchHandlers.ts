import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import { jobFileOf } from '../../../core/artifact/jobFileName.ts';
import { noMark, type Mark } from '../../../core/artifact/marks.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import {
  parseSearch,
  searchExample,
  searchFilters,
  type SearchProblem,
} from '../../../core/artifact/search/parseSearch.ts';
import { viewKindOf } from '../../../core/artifact/viewKind.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { requestKey } from '../../../core/task/model/taskEntry.ts';
import type { Engine } from '../../../engine/index.ts';
import { mediaIcons, stateIcons } from '../../../protocol/stateIcons.ts';
import { commands } from '../../ids.ts';
import type { FoundResult } from '../../preview/preview.ts';
import { isThumbnail } from '../../../node/sheet/isThumbnail.ts';
import { findJobFile, findResultFiles } from '../../results/resultFiles.ts';
import { withoutLyrics } from '../../../core/artifact/withoutLyrics.ts';
import { formatAmount } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { pickLive, type PickItem } from '../../ui/pick.ts';
import type { Services } from '../services.ts';

/** More would take longer to show than to find. */
const maxShown = 100;
const maxRunsFiles = 10_000;
/** Entries with a thumbnail, of about 20 KB each, which the list gets again at each key press. */
const maxThumbnails = 24;

/** An entry of the list. One that is only a message opens nothing. */
interface SearchItem extends PickItem {
  readonly open?: () => void;
  /** The result that the entry is about. */
  readonly found?: FoundResult;
}

/** Finds results in all runs files of the workspace. It only reads, so no trust is needed. */
export function createSearchHandlers(services: Services) {
  return {
    [commands.searchResults]: async () => {
      const runsFiles = await findResultFiles('runs', { max: maxRunsFiles });
      const jobFiles = runsFiles.map(jobFileOf);
      const picking = pickLive({
        title: l10n.t('Search Results'),
        placeHolder: l10n.t('Words, or {filters}', { filters: searchExample }),
        find: async (typed, signal) => listItems(typed, { jobFiles, signal }, services),
        look: ({ found }) => found && services.preview.peek(found),
      });
      await picking.then((picked) => picked?.open?.()).finally(() => services.preview.endPeek());
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
  const items = records.map(async ({ jobFile, record }, at): Promise<SearchItem> => {
    const marks = await engine.readMarks(jobFile).catch(() => new Map());
    const mark = record.artifacts.map(({ sha256 }) => marks.get(sha256)).find(Boolean) ?? noMark;
    const image = at < maxThumbnails ? await findThumbnail(record, engine) : null;
    const shown = {
      ...describeResult(record, mark, jobFile),
      ...(image === null ? { icon: iconOf(record) } : { image }),
    };
    const file = (await findJobFile(jobFile)).fsPath;
    const found = { jobFile: file, taskId: requestKey(record), query: typed };
    return { ...shown, found, open: () => preview.showFound(found) };
  });
  const explained = problems.map((problem) => ({ label: describeSearchProblem(problem), icon: 'warning' }));
  if (total === 0) return [...explained, { label: l10n.t('Nothing found'), isSeparator: true }];
  const sheet = {
    label: l10n.t('Show All in the Contact Sheet'),
    // Beside a separator, the words would cut the entry below it.
    description: describeTotal(total, records.length),
    icon: 'table',
    open: () => preview.showSheet(null, typed),
  };
  return [...explained, sheet, { label: '', isSeparator: true }, ...(await Promise.all(items))];
}

/** Returns the icon of the kind of the first result, or of what became of the request without one. */
function iconOf({ artifacts: [first], status }: RunsRecord): string {
  return first ? mediaIcons[viewKindOf(first.path)] : stateIcons[status].icon;
}

/** Returns a `data:` URL of the first result that has a thumbnail. Null if no preview has made one. */
async function findThumbnail({ artifacts }: RunsRecord, { thumbnails }: Engine): Promise<string | null> {
  for (const { sha256 } of artifacts) {
    const bytes = await thumbnails.read(sha256).catch(() => null);
    if (bytes && isThumbnail(bytes)) return `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`;
  }
  return null;
}

/** Counts requests, of which each may have several results, while the contact sheet counts results. */
function describeTotal(total: number, shown: number): string {
  if (total === 1) return l10n.t('1 request');
  return total > shown
    ? l10n.t('The newest {shown} of {total} requests', { shown, total })
    : l10n.t('{total} requests, the newest first', { total });
}

const maxPromptLength = 200;

/** Describes a result in an entry of the list: its file, what is known of it, and the start of its prompt. */
export function describeResult(record: RunsRecord, mark: Mark, jobFile: string): PickItem {
  const [first, ...others] = withoutLyrics(record.artifacts);
  const name = first ? `${basename(first.path)}${others.length > 0 ? ` +${others.length}` : ''}` : record.status;
  const stars = [mark.mark === 'star' ? '★' : '', mark.mark === 'reject' ? '✗' : '', mark.rating ?? ''].join('');
  const date = new Date(record.at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  const path = vscode.workspace.asRelativePath(jobFile);
  // The workspace folder itself need not be named.
  const folder = dirname(path) === '.' ? '' : dirname(path);
  const amount = record.amount_usd === null ? '' : formatAmount(record.amount_usd);
  // The folder is what results of many files differ in, and the end is cut in a narrow window.
  const facts = [folder, stars, record.model, date, amount];
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
