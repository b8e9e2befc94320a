import { normalizeText, parseSearch, type SearchTerm } from '../../../core/artifact/search/parseSearch.ts';
import { joinTexts, matchesMark, matchesTerms, type SearchFacts } from '../../../core/artifact/search/searchFacts.ts';
import type { JsonObject } from '../../../core/support/json/json.ts';
import type { FoundMessage } from '../../../protocol/preview.ts';
import { seedOf } from '../previewDetails.ts';
import type { PreviewEntry } from '../previewEntries.ts';

/** The texts of recorded tasks by their request, which a later read of the runs file may bring again. */
const recordedTexts = new WeakMap<JsonObject, string>();

/** Keeps what the page has found complete while the list changes. The page itself has no prompts. */
export class SearchFeed {
  #words = '';
  #terms: readonly SearchTerm[] = [];
  /** Ids that the page has. Null if it has none for these words. */
  #sent: readonly string[] | null = null;

  /** Searches these words from now on. None ends the search. */
  begin(words: string): void {
    this.#words = words;
    this.#terms = readTerms(words);
    this.#sent = null;
  }

  /** Returns what these words find now. Null if the page has it, or if nothing is searched. */
  next(entries: Iterable<PreviewEntry>): FoundMessage | null {
    if (this.#words === '') return null;
    const sent = this.#sent;
    const ids = [...entries].filter((entry) => matchesTerms(mapFacts(entry), this.#terms)).map(({ item }) => item.id);
    if (sent?.length === ids.length && ids.every((id, at) => id === sent[at])) return null;
    this.#sent = ids;
    return { type: 'found', words: this.#words, ids };
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
    model: normalizeText(item.model ?? ''),
    job: normalizeText(item.job ?? ''),
    seed: normalizeText(seedOf(facts.body) ?? ''),
    status: item.kind === 'task' ? item.state : 'saved',
    hasWord: (word) => shownText(entry).includes(word) || taskText(entry).includes(word),
    hasMark: (term) => item.kind === 'artifact' && matchesMark(item, term),
  };
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
