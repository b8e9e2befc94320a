import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { JournalRecord } from '../../core/task/model/taskEvent.ts';
import { parseJournalRecord } from './journalRecordSchema.ts';
import { addSum, checkSum } from '../lines/lineSum.ts';

/**
 * One line of a journal, with the text that it stands in. `newer` is whole, but of a version that knows more than this
 * one: it is kept as it is. `task` is null where the line does not say whose it is.
 */
export type JournalText =
  | { readonly kind: 'record'; readonly record: JournalRecord; readonly task: string; readonly text: string }
  | { readonly kind: 'newer'; readonly task: string | null; readonly text: string }
  | { readonly kind: 'damaged'; readonly task: string | null; readonly text: string };

const taskName = /"task":"([^"\\]{1,100})"/;
/** How lines begin. Inside a text quotes are escaped, so more than one means that a line end is gone. */
const lineHead = /\{"v":\d+,"task":"([^"\\]{1,100})"/g;

/** A flipped byte may leave JSON that still parses: the sum keeps that from becoming another task. Without line end. */
export function writeJournalLine(record: JournalRecord): JournalText {
  const text = addSum(stringifyJson({ ...record } as unknown as JsonValue));
  return { kind: 'record', record, task: record.task, text };
}

/** Never throws. */
export function readJournalLine(text: string): JournalText {
  const sum = checkSum(text);
  if (sum === 'wrong') return { kind: 'damaged', task: taskOf(text), text };
  const record = parseJournalRecord(text);
  if (record) return { kind: 'record', record, task: record.task, text };
  // Lines of earlier versions have no sum.
  return { kind: sum === 'right' || isOfLaterVersion(text) ? 'newer' : 'damaged', task: taskOf(text), text };
}

const damageMark = '#damaged ';

/** Stands for a damaged line of this task, where the line itself stays behind. No record on purpose. */
export function markDamage(task: string): JournalText {
  return { kind: 'damaged', task, text: `${damageMark}${JSON.stringify({ task })}` };
}

/** Damage that was reported, and put aside, before. */
export function isDamageMark({ text }: JournalText): boolean {
  return text.startsWith(damageMark);
}

/** Null also where lines of several tasks have run into one: each of them may miss its own. */
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
