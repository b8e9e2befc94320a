import { createDisposable, type Disposable } from './disposable.ts';

/** Subscribes a listener. Dispose the result to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The sending side of an `Event`. Listeners are called in the order in which they subscribed, even if one throws.
 * `fire` then throws the first error.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A fresh function per subscription, so that one listener may subscribe twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return createDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    const faults: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw faults[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
