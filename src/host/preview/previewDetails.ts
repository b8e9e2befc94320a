import { findPrompt } from '../../core/artifact/findPrompt.ts';
import { endpoints } from '../../core/catalog/endpoints.ts';
import { toText } from '../../core/jobFile/expression/toText.ts';
import { stringifyJson, type JsonObject } from '../../core/support/json/json.ts';
import type { PreviewDetails } from '../../protocol/previewItem.ts';
import { buildUserMessage } from '../ui/userMessage.ts';
import type { EntryContent } from './entryContent.ts';
import type { PreviewEntry } from './previewEntries.ts';

/**
 * Builds everything about one item as data. The webview has the words and the formats. `parts` was read from disk.
 */
export function buildPreviewDetails(
  { item, facts, artifact }: PreviewEntry,
  parts: EntryContent & Pick<PreviewDetails, 'pictures'>,
): PreviewDetails {
  const { model, endpoint, profile, isSandbox, job, taskId, amountUsd } = facts;
  const known = { model, endpoint, profile, isSandbox, job, taskId, amountUsd };
  const found = findPrompt(facts.body);
  const prompt = found?.text ?? null;
  const shownApart = new Set(['model', 'seed', found?.field]);
  return {
    id: item.id,
    ...parts,
    file: artifact && (item.group === null ? artifact.path : item.name),
    cut: artifact && facts.state === 'saved' && facts.error ? buildUserMessage(facts.error, facts).text : null,
    ...known,
    at: item.at,
    bytes: artifact?.bytes ?? null,
    width: artifact?.width ?? null,
    height: artifact?.height ?? null,
    seconds: artifact?.seconds ?? null,
    // The duration at the gateway, without the wait for a free slot before the submit.
    tookMs: facts.submittedAt === null || facts.endedAt === null ? null : facts.endedAt - facts.submittedAt,
    prompt,
    seed: seedOf(facts.body),
    fields: Object.entries(facts.body)
      .filter(([name]) => !shownApart.has(name))
      .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : stringifyJson(value) })),
    title: artifact?.title ?? null,
    lyrics: artifact?.lyrics ?? null,
    spokenText: facts.endpoint === endpoints.speech.path ? prompt : null,
  };
}

/** Returns the seed as a string, because it may have more digits than a number can hold. */
export function seedOf({ seed }: JsonObject): string | null {
  return seed === undefined || seed === null ? null : toText(seed);
}
