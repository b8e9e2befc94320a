/** A value that is to be written, and its caller, who waits. */
export interface Waiting<T> {
  readonly value: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that writes a value. The next write takes all values that arrive during a write, so many values
 * share one sync. `write` settles the promise of each caller, and never rejects.
 */
export function createBatchWriter<T>(
  write: (batch: readonly Waiting<T>[]) => Promise<void>,
): (value: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let last = Promise.resolve();
  const writeWaiting = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await write(batch);
  };
  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      last = last.then(writeWaiting);
    });
}
