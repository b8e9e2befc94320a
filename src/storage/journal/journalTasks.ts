import type { JournalTask } from '../../core/task/journalPort.ts';
import { isDamageMark, type JournalText } from './journalLine.ts';

/** What one journal file says of one task. */
export interface TaskLines {
  readonly id: string;
  /** In the order in which they were written; damage that may be about this task is among them. */
  readonly lines: readonly JournalText[];
  /** A later version has written about it: nobody else knows where it stands, so it is left alone. */
  readonly isNewer: boolean;
}

/** The same with what the lines come to. */
export interface WrittenTask extends TaskLines {
  readonly folded: JournalTask;
}

/** A journal file, task by task. */
export interface GroupedJournal {
  readonly tasks: ReadonlyMap<string, TaskLines>;
  /** Lines of a later version that are about none of them. */
  readonly strays: readonly JournalText[];
  /** Lines that cannot be read, and are not put aside yet. */
  readonly damaged: number;
  /** Ids of tasks whose first line cannot be read, so that nothing is known of them but that they were there. */
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
    // The task of a damaged line is unknown, so each task that has begun may lack it.
    if (kind === 'damaged') for (const each of tasks.keys()) add(each, line);
    if (kind === 'newer') strays.push(line);
    if (id !== null && kind !== 'newer') headless.add(id);
  }
  return { tasks, strays, damaged, headless: [...headless] };
}

/** Of a task in two files, as a crash while it changed hands leaves it, the one that went on has more to say. */
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
