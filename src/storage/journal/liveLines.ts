/** A line of a journal and the task that it is about. */
export interface TaskText {
  readonly task: string;
  /** Text without line feed. */
  readonly text: string;
  /** The line removes the task, so no line of it has to be kept. */
  readonly ends: boolean;
}

/** The lines of a journal that are worth keeping, so that the file can be written again. */
export interface LiveLines {
  has(task: string): boolean;
  /** All lines, by task in the order in which the tasks were added, each task's lines in their order. */
  lines(): readonly TaskText[];
  /** Size of all lines in the file, including line feeds. */
  bytes(): number;
  add(lines: readonly TaskText[]): void;
  remove(tasks: Iterable<string>): void;
}

export function createLiveLines(): LiveLines {
  const tasks = new Map<string, TaskText[]>();
  let bytes = 0;
  const remove = (task: string): void => {
    for (const line of tasks.get(task) ?? []) bytes -= bytesOf(line);
    tasks.delete(task);
  };
  return {
    has: (task) => tasks.has(task),
    lines: () => [...tasks.values()].flat(),
    bytes: () => bytes,
    add(lines) {
      for (const line of lines) {
        if (line.ends) {
          remove(line.task);
          continue;
        }
        bytes += bytesOf(line);
        const known = tasks.get(line.task);
        if (known) known.push(line);
        else tasks.set(line.task, [line]);
      }
    },
    remove: (ids) => {
      for (const task of ids) remove(task);
    },
  };
}

function bytesOf({ text }: TaskText): number {
  return Buffer.byteLength(text) + 1;
}
