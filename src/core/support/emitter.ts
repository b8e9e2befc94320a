import { abortReason } from './abort.ts';
import { createDisposable, type Disposable } from './disposable.ts';

/** Subscribes a listener. Dispose the result to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an `Event`. All listeners are called, in order. `fire` then throws the first error. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A fresh function per subscription, so that one listener may subscribe twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return createDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Resolves with the first value that matches. Rejects when the signal aborts. */
export function awaitEvent<T>(event: Event<T>, matches: (value: T) => boolean, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // A signal that has aborted before fires no event.
    signal.throwIfAborted();
    const abort = (): void => {
      subscription.dispose();
      reject(abortReason(signal));
    };
    const subscription = event((value) => {
      if (!matches(value)) return;
      subscription.dispose();
      signal.removeEventListener('abort', abort);
      resolve(value);
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}
