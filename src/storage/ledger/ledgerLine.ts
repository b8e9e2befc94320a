import * as z from 'zod/mini';
import { stringifyJson } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { LedgerRecord } from '../../core/task/money/charge.ts';
import type { TaskState } from '../../core/task/model/task.ts';
import { isTaskState } from '../../core/task/model/taskStates.ts';
import { addSum, checkSum } from '../../node/files/lineSum.ts';

const text = z.string();
const count = z.number().check(z.nonnegative());

const schema = z.object({
  v: z.literal(1),
  task: text,
  run: text,
  jobFile: text,
  job: z.nullable(text),
  index: z.number(),
  profile: text,
  isSandbox: z.boolean(),
  model: z.nullable(text),
  endpoint: text,
  costs: text,
  state: z.custom<TaskState>(isTaskState),
  at: count,
  amountUsd: z.nullable(count),
  doubtful: count,
  artifacts: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

/** Returns the line without line feed. */
export function writeLedgerLine(record: LedgerRecord): string {
  return addSum(stringifyJson({ v: 1, ...record }));
}

/**
 * Parses a line. Returns null unless the line is as this version wrote it, because amounts are not guessed. Never
 * throws.
 */
export function parseLedgerLine(line: string): LedgerRecord | null {
  if (checkSum(line) !== 'right') return null;
  try {
    const parsed = z.safeParse(schema, parseJson(line));
    if (!parsed.success) return null;
    const { v: _version, ...record } = parsed.data;
    return record;
  } catch {
    return null;
  }
}
