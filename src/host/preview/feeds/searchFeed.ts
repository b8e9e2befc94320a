import {
  normalizeText,
  normalizeValue,
  parseSearch,
  type SearchTerm,
} from '../../../core/artifact/search/parseSearch.ts';
import { joinTexts, matchesMark, matchesTerms, type SearchFacts } from '../../../core/artifact/search/searchFacts.ts';
import type { JsonObject } from '../../../core/support/json/json.ts';
import { isInFlight } from '../../../core/task/model/taskStates.ts';
import type { FoundMessage } from '../../../protocol/preview.ts';
import type { PreviewItem } from '../../../protocol/previewItem.ts';
import { seedOf } from '../previewDetails.ts';
import type { PreviewEntry } from '../previewEntries.ts';

/** The texts of recorded tasks by their request, which a later read of the runs file may bring again. */
const recordedTexts = new WeakMap<JsonObject, string>();

/** Keeps what the page has found complete while the list changes. The page itself has no prompts. */
export class SearchFeed {
  #query = '';
  #terms: readonly SearchTerm[] = [];
  /** Ids that the page has. Null if it has none for this query. */
  #sent: readonly string[] | null = null;

  /** Searches by this query from now on. An empty one ends the search. */
  begin(query: string): void {
    this.#query = query;
    this.#terms = readTerms(query);
    this.#sent = null;
  }

  /** Returns what the query finds now. Null if the page has it, or if nothing is searched. */
  next(entries: Iterable<PreviewEntry>): FoundMessage | null {
    if (this.#query === '') return null;
    const sent = this.#sent;
    const ids = [...entries].filter((entry) => matchesTerms(mapFacts(entry), this.#terms)).map(({ item }) => item.id);
    if (sent?.length === ids.length && ids.every((id, at) => id === sent[at])) return null;
    this.#sent = ids;
    return { type: 'found', query: this.#query, ids };
  }
}

/** What cannot be understood is searched as it is written, except a filter whose value is still to come. */
function readTerms(typed: string): readonly SearchTerm[] {
  const { terms, problems } = parseSearch(typed);
  const unknown = problems.filter(({ code }) => code !== 'missing-value');
  return [...terms, ...unknown.map(({ term }) => ({ kind: 'word', text: normalizeText(term), isNot: false }) as const)];
}

/** A word may also be in what the sheet shows of the item. */
function mapFacts(entry: PreviewEntry): SearchFacts {
  const { item, facts } = entry;
  return {
    time: item.at,
    amountUsd: item.amountUsd,
    model: normalizeValue(item.model ?? ''),
    job: normalizeValue(item.job ?? ''),
    seed: normalizeValue(seedOf(facts.body) ?? ''),
    run: normalizeValue(item.run),
    axes: item.axes.map((axis) => normalizeValue(axis.join('='))),
    status: item.kind === 'task' ? item.state : item.uri === null ? '' : 'saved',
    state: stateOf(item),
    hasWord: (word) => shownText(entry).includes(word) || taskText(entry).includes(word),
    hasMark: (term) => matchesMark(item, term),
  };
}

function stateOf(item: PreviewItem): SearchFacts['state'] {
  if (item.kind === 'task') return isInFlight(item.state) ? 'live' : 'problem';
  return item.uri === null ? 'missing' : null;
}

function shownText({ item, facts }: PreviewEntry): string {
  const { name, model, job, note, axes } = item;
  return joinTexts([name, model, job, seedOf(facts.body), note, axes]);
}

/** Returns what was written for the request or in return. */
function taskText({ facts }: PreviewEntry): string {
  const { body, text, artifacts, journalId } = facts;
  const known = recordedTexts.get(body);
  if (known !== undefined) return known;
  const joined = joinTexts([body, text, ...artifacts.flatMap(({ title, lyrics }) => [title, lyrics])]);
  // The text of a task may still grow.
  if (journalId === null) recordedTexts.set(body, joined);
  return joined;
}
