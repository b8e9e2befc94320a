import * as vscode from 'vscode';
import { jobFileOf, jobFileStem } from '../../../core/artifact/jobFileName.ts';
import { noMark } from '../../../core/artifact/marks.ts';
import { parseSearch, searchExample, type SearchProblem } from '../../../core/artifact/search/parseSearch.ts';
import type { Engine } from '../../../engine/index.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { pickLive, type PickItem } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { findResultFiles } from '../../results/resultFiles.ts';
import { findJobFile } from '../results/findRecord.ts';
import { describeSearchProblem, describeResult } from './describeResult.ts';

/** More would take longer to show than to find. */
const maxShown = 100;
const maxRunsFiles = 10_000;

/** An entry of the list, and what it opens. An entry that is only a message opens nothing. */
interface SearchItem extends PickItem {
  readonly found: Found | null;
}

interface Found {
  readonly jobFile: string;
  /** The id of the gateway. */
  readonly taskId: string | null;
  /** Opens the contact sheet with this search instead of one result. */
  readonly search?: string;
}

/** Finds results in all runs files of the workspace. It only reads, so no trust is needed. */
export function createSearchHandlers({ engineHost, preview }: Pick<Services, 'engineHost' | 'preview'>) {
  return {
    [commands.searchResults]: async () => {
      const engine = await engineHost.engine();
      const jobFiles = (await findResultFiles('runs', { max: maxRunsFiles })).map(jobFileOf);
      const picked = await pickLive({
        title: l10n.t('Search Results'),
        placeHolder: l10n.t('Words, or {filters}', { filters: searchExample }),
        find: async (typed, signal) => listItems(typed, { engine, jobFiles, signal }),
      });
      if (!picked?.found) return;
      const { taskId, search } = picked.found;
      const jobFile = await findJobFile(picked.found.jobFile);
      // The search also finds results whose file no longer exists, which the sheet hides otherwise.
      if (search !== undefined) preview.showSheet(jobFile, `status:any ${search}`);
      else preview.show(jobFile, taskId ?? undefined);
    },
  };
}

interface SearchPorts {
  readonly engine: Pick<Engine, 'searchRuns' | 'readMarks'>;
  readonly jobFiles: readonly string[];
  readonly signal: AbortSignal;
}

async function listItems(typed: string, { engine, jobFiles, signal }: SearchPorts): Promise<readonly SearchItem[]> {
  const { terms, problems } = parseSearch(typed);
  const { records, total } = await engine.searchRuns({ jobFiles, terms, limit: maxShown }, signal);
  const items = records.map(async ({ jobFile, record }): Promise<SearchItem> => {
    const marks = await engine.readMarks(jobFile).catch(() => new Map());
    const mark = record.artifacts.map(({ sha256 }) => marks.get(sha256)).find(Boolean) ?? noMark;
    const words = describeResult(record, { mark, jobFile: nameOf(jobFile), locale: vscode.env.language });
    return { ...words, found: { jobFile, taskId: record.task_id } };
  });
  const summary = { label: describeTotal(total, records.length), isSeparator: true, found: null };
  const jobFilesFound = new Set(records.map(({ jobFile }) => jobFile));
  const sheets = [...jobFilesFound].slice(0, maxSheets).map((jobFile): SearchItem => ({
    label: l10n.t('Show results of {name} in the contact sheet', { name: nameOf(jobFile) }),
    icon: 'table',
    found: { jobFile, taskId: null, search: typed },
  }));
  return [...problems.map(explain), summary, ...(await Promise.all(items)), ...sheets];
}

/** Contact sheets that the list offers, those with the newest results. */
const maxSheets = 5;

function nameOf(jobFile: string): string {
  return vscode.workspace.asRelativePath(jobFileStem(jobFile));
}

function explain(problem: SearchProblem): SearchItem {
  return { label: describeSearchProblem(problem), icon: 'warning', found: null };
}

function describeTotal(total: number, shown: number): string {
  if (total === 0) return l10n.t('Nothing found');
  if (total === 1) return l10n.t('1 result');
  return total > shown
    ? l10n.t('The newest {shown} of {total} results', { shown, total })
    : l10n.t('{total} results, the newest first', { total });
}
