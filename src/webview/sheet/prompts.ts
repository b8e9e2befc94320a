import { signal } from '@preact/signals';
import type { HostMessage } from '../../protocol/preview.ts';
import type { PageContext } from '../context.ts';

/** Prompts that are kept. More than the cells of the largest screen, which are asked for again otherwise. */
const maxKept = 4000;

/** The prompts of the results that are shown. The list does not contain them, because there may be ten thousand. */
export class Prompts {
  readonly #send: PageContext['send'];
  /** By item id, the oldest first. Null for a request without a prompt, and until it arrives. */
  readonly #kept = new Map<string, string | null>();
  /** Counts the messages, so that a component that has read a prompt is drawn again. */
  readonly #received = signal(0);
  #asked: string[] = [];

  constructor(send: PageContext['send']) {
    this.#send = send;
  }

  /** Returns the beginning of the prompt. If it is not known, null, and the host is asked for it. */
  of(id: string): string | null {
    void this.#received.value;
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    this.#kept.set(id, null);
    // All cells are drawn before the question is sent.
    if (this.#asked.length === 0) queueMicrotask(() => this.#ask());
    this.#asked.push(id);
    return null;
  }

  receive({ prompts }: Extract<HostMessage, { type: 'prompts' }>): void {
    for (const [id, prompt] of prompts) if (this.#kept.has(id)) this.#kept.set(id, prompt);
    this.#received.value += 1;
  }

  #ask(): void {
    this.#send({ type: 'readPrompts', ids: this.#asked });
    this.#asked = [];
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return;
      this.#kept.delete(id);
    }
  }
}
