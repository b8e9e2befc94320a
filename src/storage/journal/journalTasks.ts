import type { JournalTask } from '../../core/task/journalPort.ts';
import { isDamageMark, type JournalText } from './journalLine.ts';

/** The lines of one task in one journal file. */
export interface TaskLines {
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

/** The lines of a journal file, grouped by task. */
export interface GroupedJournal {
  readonly tasks: ReadonlyMap<string, TaskLines>;
  /** Lines of a later version that are about no known task. */
  readonly strays: readonly JournalText[];
  /** Number of damaged lines. Marks of damage that was reported before are not included. */
  readonly damaged: number;
  /** Ids of tasks whose first line cannot be read, so that nothing else is known about them. */
  readonly headless: readonly string[];
}

export function groupByTask(lines: readonly JournalText[]): GroupedJournal {
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
    const { kind, task: id } = line;
    if (kind === 'damaged' && !isDamageMark(line)) damaged += 1;
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
export function mergeTasks(
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
