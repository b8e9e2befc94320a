// The lines of a journal: how a record is written and parsed, whose lines they are, and how a file is read as it grows.

import { join, relative } from 'node:path';
import type { PlannedRequest } from '../../core/jobFile/request.ts';
import { isJsonObject, type JsonObject, stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import { parseJson, parseJsonObject } from '../../core/support/json/parseJson.ts';
import type { JournalTask } from '../../core/task/journalPort.ts';
import { foldTask } from '../../core/task/model/foldTask.ts';
import type { JournalRecord } from '../../core/task/model/taskEvent.ts';
import { isBelow } from '../../node/files/confine.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { addSum, checkSum } from '../../node/files/checkSum.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import { createPauses } from '../../node/systemClock.ts';
import { parseLines } from '../lineFile.ts';
import { parseStoredRecord, type StoredRecord } from './storedRecord.ts';

/**
 * One line of a journal, with its text. A `newer` line is whole, but a later version has written it, so it is kept
 * verbatim. `task` is null if the line does not say which task it is about.
 */
export type JournalText =
  | { readonly kind: 'record'; readonly record: JournalRecord; readonly task: string; readonly text: string }
  | { readonly kind: 'newer'; readonly task: string | null; readonly text: string }
  | { readonly kind: 'damaged'; readonly task: string | null; readonly text: string };

const lineFeed = 0x0a;
const taskName = /"task":"([^"\\]{1,100})"/;
/** Start of a line. Quotes inside strings are escaped, so more than one match means that a line feed is missing. */
const lineHead = /\{"v":\d+,"task":"([^"\\]{1,100})"/g;

/**
 * Returns the line of a record, without line feed. The check sum detects a flipped byte even if the JSON still parses,
 * so that the line cannot become a record of another task.
 */
export function writeJournalLine(record: JournalRecord): JournalText {
  const text = addSum(stringifyJson(toStored(record) as JsonValue));
  return { kind: 'record', record, task: record.task, text };
}

/** Parses a line. Never throws. */
export function parseJournalLine(text: string): JournalText {
  const sum = checkSum(text);
  if (sum === 'wrong') return { kind: 'damaged', task: taskOf(text), text };
  const stored = parseStoredRecord(text);
  if (stored) return { kind: 'record', record: toRecord(stored), task: stored.task, text };
  // Lines of earlier versions have no check sum.
  return { kind: sum === 'right' || isOfLaterVersion(text) ? 'newer' : 'damaged', task: taskOf(text), text };
}

/** Some names of the journal are older than those in the code: a request has `slots`, and a task has `ended`. */
function toStored(record: JournalRecord): object {
  switch (record.kind) {
    case 'planned':
      return { ...record, seed: { ...record.seed, request: storeRequest(record.seed.request) } };
    case 'filled':
      return { ...record, request: storeRequest(record.request) };
    case 'finished':
      return { ...record, kind: 'ended' };
    default:
      return record;
  }
}

function toRecord(stored: StoredRecord): JournalRecord {
  switch (stored.kind) {
    case 'planned':
      return { ...stored, seed: { ...stored.seed, request: restoreRequest(stored.seed.request) } };
    case 'filled':
      return { ...stored, request: restoreRequest(stored.request) };
    case 'ended':
      return { ...stored, kind: 'finished' };
    default:
      return stored;
  }
}

function storeRequest({ placeholders: slots, ...rest }: PlannedRequest): object {
  return { ...rest, slots };
}

function restoreRequest({ slots, ...rest }: Extract<StoredRecord, { kind: 'filled' }>['request']): PlannedRequest {
  return { ...rest, placeholders: slots };
}

const damageStart = '#damaged ';

/**
 * Returns the line that replaces a damaged line of this task when the damaged one is not copied. It is intentionally
 * not a record.
 */
export function buildDamageLine(task: string): JournalText {
  return { kind: 'damaged', task, text: `${damageStart}${JSON.stringify({ task })}` };
}

/** Whether the line replaces a damaged one, which was reported before. */
export function isDamageLine({ text }: JournalText): boolean {
  return text.startsWith(damageStart);
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

interface TaskLines {
  readonly id: string;
  /** The lines in the order in which they were written, including damaged ones that may be about this task. */
  readonly lines: readonly JournalText[];
  /**
   * A later version has written about the task. Only that version knows its state, so this version does not adopt it.
   */
  readonly isNewer: boolean;
}

/** The lines of a task together with their meaning. */
export interface WrittenTask extends TaskLines {
  readonly folded: JournalTask;
}

interface GroupedJournal {
  readonly tasks: ReadonlyMap<string, TaskLines>;
  /** Lines of a later version that are about no known task. */
  readonly strays: readonly JournalText[];
  /** Number of damaged lines. Lines that replace damage that was reported before are not included. */
  readonly damaged: number;
  /** Ids of tasks whose first line cannot be read, so that nothing else is known about them. */
  readonly headless: readonly string[];
}

async function groupByTask(lines: readonly JournalText[]): Promise<GroupedJournal> {
  const pause = createPauses();
  const tasks = new Map<string, TaskLines>();
  const strays: JournalText[] = [];
  const headless = new Set<string>();
  let damaged = 0;
  const add = (id: string, line: JournalText): boolean => {
    const task = tasks.get(id);
    if (!task) return false;
    tasks.set(id, { ...task, lines: [...task.lines, line], isNewer: task.isNewer || line.kind === 'newer' });
    return true;
  };
  for (const line of lines) {
    await pause();
    const { kind, task: id } = line;
    if (kind === 'damaged' && !isDamageLine(line)) damaged += 1;
    if (kind === 'record' && line.record.kind === 'planned') {
      if (!tasks.has(line.task)) tasks.set(line.task, { id: line.task, lines: [line], isNewer: false });
      continue;
    }
    if (kind === 'record' && line.record.kind === 'removed') {
      tasks.delete(line.task);
      headless.delete(line.task);
      continue;
    }
    if (id !== null && add(id, line)) continue;
    // The task of a damaged line is unknown, so the line may be missing in each task that has begun.
    if (kind === 'damaged') for (const each of tasks.keys()) add(each, line);
    if (kind === 'newer') strays.push(line);
    if (id !== null && kind !== 'newer') headless.add(id);
  }
  return { tasks, strays, damaged, headless: [...headless] };
}

/**
 * Merges the tasks of several files. If a crash during an adoption has left a task in two files, the file with more
 * lines is the one that continued.
 */
export function mergeJournals(
  files: readonly { readonly tasks: ReadonlyMap<string, WrittenTask> }[],
): readonly WrittenTask[] {
  const merged = new Map<string, WrittenTask>();
  for (const { tasks } of files) {
    for (const [id, task] of tasks) {
      if (task.lines.length > (merged.get(id)?.lines.length ?? 0)) merged.set(id, task);
    }
  }
  return [...merged.values()];
}

/** A journal file as it was when it was last read. */
export interface ReadJournal extends GroupedJournal {
  /** Size of the part that has been read, which ends with a line feed. */
  readonly readBytes: number;
  readonly lines: readonly JournalText[];
  readonly tasks: ReadonlyMap<string, WrittenTask>;
}

/**
 * Reads what was appended since `before`. Bytes after the last line feed are left over from a crash, before anything
 * relied on them, or are being written: they are treated as not written. Rejects when the file does not exist or cannot
 * be read to its end.
 */
export async function readJournal(
  path: string,
  files: FileSystem,
  before: ReadJournal | undefined,
): Promise<ReadJournal> {
  return withFile(await files.open(path, 'r'), async (file) => {
    const { size } = await file.stat();
    const known = before && size >= before.readBytes ? before : undefined;
    const start = known?.readBytes ?? 0;
    const tail = await readRange(file, start, size);
    // Tasks of a file that is not read to its end must not be adopted without the rest.
    if (tail.length < size - start) throw new Error(`Only ${tail.length} of ${size - start} bytes can be read`);
    const wholeBytes = tail.lastIndexOf(lineFeed) + 1;
    const added = await parseLines(tail.subarray(0, wholeBytes), (text) =>
      text.trim() === '' ? null : parseJournalLine(text),
    );
    if (known && added.length === 0) return known;
    const lines = [...(known?.lines ?? []), ...added];
    const grouped = await groupByTask(lines);
    return { ...grouped, lines, readBytes: start + wholeBytes, tasks: await foldTasks(grouped, known) };
  });
}

/** Folds only the tasks whose lines have changed since the last read, which are few out of thousands. */
async function foldTasks(
  { tasks }: GroupedJournal,
  before: ReadJournal | undefined,
): Promise<ReadonlyMap<string, WrittenTask>> {
  const pause = createPauses();
  const written = new Map<string, WrittenTask>();
  for (const [id, task] of tasks) {
    await pause();
    const known = before?.tasks.get(id);
    if (known?.lines.length === task.lines.length) {
      written.set(id, known);
      continue;
    }
    const folded = foldTask(task.lines);
    if (folded) written.set(id, { ...task, folded });
  }
  return written;
}

/**
 * Moves the task of a journal line to another folder (absolute path). Returns the new line, and the path of the job file
 * relative to that folder. Returns null if the line has no job file, or one outside of its boundary.
 */
export function relocateLine(line: string, folder: string): { readonly line: string; readonly name: string } | null {
  if (!line.includes('"boundary"')) return null;
  const parsed = parseJournalLine(line);
  const written = parsed.kind === 'record' ? parseJsonObject(line) : null;
  if (!written) return null;
  const { sum: _sum, ...record } = written;
  const place = isJsonObject(record['seed'] ?? null) ? (record['seed'] as JsonObject) : record;
  const { jobFile, boundary } = place;
  if (typeof jobFile !== 'string' || typeof boundary !== 'string' || !isBelow(jobFile, boundary)) return null;
  const name = relative(boundary, jobFile);
  const moved = { ...place, jobFile: join(folder, name), boundary: folder };
  return { line: addSum(stringifyJson(place === record ? moved : { ...record, seed: moved })), name };
}
