import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { JournalRecord } from '../../core/task/model/taskEvent.ts';
import { parseJournalRecord } from './journalRecordSchema.ts';
import { addSum, checkSum } from '../../node/files/lineSum.ts';

/**
 * One line of a journal, with its text. A `newer` line is whole, but a later version has written it, so it is kept
 * verbatim. `task` is null if the line does not say which task it is about.
 */
export type JournalText =
  | { readonly kind: 'record'; readonly record: JournalRecord; readonly task: string; readonly text: string }
  | { readonly kind: 'newer'; readonly task: string | null; readonly text: string }
  | { readonly kind: 'damaged'; readonly task: string | null; readonly text: string };

const taskName = /"task":"([^"\\]{1,100})"/;
/** Start of a line. Quotes inside strings are escaped, so more than one match means that a line feed is missing. */
const lineHead = /\{"v":\d+,"task":"([^"\\]{1,100})"/g;

/**
 * Returns the line of a record, without line feed. The check sum detects a flipped byte even if the JSON still parses,
 * so that the line cannot become a record of another task.
 */
export function writeJournalLine(record: JournalRecord): JournalText {
  const text = addSum(stringifyJson({ ...record } as unknown as JsonValue));
  return { kind: 'record', record, task: record.task, text };
}

/** Parses a line. Never throws. */
export function readJournalLine(text: string): JournalText {
  const sum = checkSum(text);
  if (sum === 'wrong') return { kind: 'damaged', task: taskOf(text), text };
  const record = parseJournalRecord(text);
  if (record) return { kind: 'record', record, task: record.task, text };
  // Lines of earlier versions have no check sum.
  return { kind: sum === 'right' || isOfLaterVersion(text) ? 'newer' : 'damaged', task: taskOf(text), text };
}

const damageMark = '#damaged ';

/**
 * Returns a mark that replaces a damaged line of this task when the line itself is not copied. The mark is
 * intentionally not a record.
 */
export function markDamage(task: string): JournalText {
  return { kind: 'damaged', task, text: `${damageMark}${JSON.stringify({ task })}` };
}

/** Whether the line marks damage that was reported before. */
export function isDamageMark({ text }: JournalText): boolean {
  return text.startsWith(damageMark);
}

/**
 * Returns the task of a line. Null also if lines of several tasks have run into one, because each of these tasks may be
 * missing a line.
 */
function taskOf(text: string): string | null {
  const heads = new Set([...text.matchAll(lineHead)].map(([, task]) => task));
  return heads.size > 1 ? null : (taskName.exec(text)?.[1] ?? null);
}

function isOfLaterVersion(text: string): boolean {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && 'v' in value && Number(value.v) > 1;
  } catch {
    return false;
  }
}
