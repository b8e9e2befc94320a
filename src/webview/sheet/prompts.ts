import type { HostMessage } from '../../protocol/preview.ts';
import type { ViewContext } from '../view.ts';

/** Prompts that are kept. More than the cells of the largest screen, which are asked for again otherwise. */
const maxKept = 4000;

/** The prompts of the results that are shown. The list does not contain them, because there may be ten thousand. */
export class Prompts {
  readonly #send: ViewContext['send'];
  readonly #changed: () => void;
  /** By item id, the oldest first. Null for a request without a prompt, and until it arrives. */
  readonly #kept = new Map<string, string | null>();
  #asked: string[] = [];

  constructor({ send }: Pick<ViewContext, 'send'>, changed: () => void) {
    this.#send = send;
    this.#changed = changed;
  }

  /** Returns the beginning of the prompt. If it is not known, null, and the host is asked for it. */
  of(id: string): string | null {
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
    this.#changed();
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
