import type { Task } from '../../../core/task/model/task.ts';
import type { TextMessage } from '../../../protocol/preview.ts';

/** Keeps the page's copy of one growing text complete by sending only the added part. */
export class TextFeed {
  /** Id of the displayed item. Null if its text cannot grow. */
  #id: string | null = null;
  /** The text that the page has. */
  #text = '';
  /** The last snapshot of each task, by the journal's id. */
  readonly #tasks = new Map<string, Task>();

  /**
   * Records that the page has just received this item with this text, null for no text. The item before is forgotten.
   */
  begin(id: string, text: string | null): void {
    this.#id = text === null ? null : id;
    this.#text = text ?? '';
  }

  /**
   * Stores a task's new snapshot. Returns true if only its text has grown. This happens ten times per second and must
   * not cost a pass over the whole list.
   */
  see(task: Task): boolean {
    const before = this.#tasks.get(task.id);
    this.#tasks.set(task.id, task);
    return before !== undefined && before.text !== null && task.text !== null && isSameButText(before, task);
  }

  /** Returns what the page lacks of the present text, or null. `taskOf` returns the journal's id of an item's task. */
  next(taskOf: (itemId: string) => string | null): TextMessage | null {
    if (this.#id === null) return null;
    const text = this.#tasks.get(taskOf(this.#id) ?? '')?.text ?? null;
    if (text === null || text === this.#text) return null;
    // A repeated attempt starts its text again.
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
