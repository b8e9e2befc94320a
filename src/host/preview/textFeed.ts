import type { Task } from '../../core/task/task.ts';
import type { HostMessage } from '../../protocol/preview.ts';

export type TextMessage = Extract<HostMessage, { type: 'text' }>;

/** Keeps the page's copy of one growing text complete by sending only what was added. */
export class TextFeed {
  /** Item on show; null when it has no text that may grow. */
  #id: string | null = null;
  /** As the page has it. */
  #text = '';
  /** Snapshots as they came, by the journal's id. */
  readonly #tasks = new Map<string, Task>();

  /** The page has just got this item with this text; null for one without. The item before is forgotten. */
  begin(id: string, text: string | null): void {
    this.#id = text === null ? null : id;
    this.#text = text ?? '';
  }

  /**
   * Takes a task's new snapshot in. True when nothing but its text has grown: ten times a second that must not cost a
   * look at the whole list.
   */
  see(task: Task): boolean {
    const before = this.#tasks.get(task.id);
    this.#tasks.set(task.id, task);
    return before !== undefined && before.text !== null && task.text !== null && isSameButText(before, task);
  }

  /** What the page lacks of the text as it is now; null when it lacks nothing. `taskOf`: journal's id of an item's task. */
  next(taskOf: (itemId: string) => string | null): TextMessage | null {
    if (this.#id === null) return null;
    const text = this.#tasks.get(taskOf(this.#id) ?? '')?.text ?? null;
    if (text === null || text === this.#text) return null;
    // A repeated attempt starts over.
    const start = text.startsWith(this.#text) ? this.#text.length : 0;
    this.#text = text;
    return { type: 'text', id: this.#id, start, text: text.slice(start) };
  }
}

function isSameButText(before: Task, after: Task): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Task>;
  for (const key of keys) if (key !== 'text' && before[key] !== after[key]) return false;
  return true;
}
