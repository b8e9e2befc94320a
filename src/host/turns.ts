/** Work in steps that other work of the thread can come between. */
interface Turns<Result> {
  /** Runs all remaining steps in the next turn. Resolves to the result, and rejects if a step has thrown. */
  hurry(): Promise<Result>;
  /** Runs no further step. */
  dispose(): void;
}

/**
 * Runs each step of the work, up to its next `yield`, in its own turn of the event loop. The first turn begins after the
 * caller has returned. `onError` gets the error that a step has thrown, which is the last one then.
 */
export function createTurns<Result>(
  work: AsyncGenerator<void, Result>,
  onError: (error: unknown) => void,
): Turns<Result> {
  let isUrgent = false;
  let isDisposed = false;
  let next: NodeJS.Immediate | undefined;
  const run = async (): Promise<Result> => {
    for (;;) {
      if (!isUrgent) await new Promise<void>((resolve) => (next = setImmediate(resolve)));
      // The window ends, and whatever waits for the result ends with it.
      if (isDisposed) return new Promise<never>(() => undefined);
      const step = await work.next();
      if (step.done) return step.value;
    }
  };
  const ended = run();
  ended.catch(onError);
  return {
    async hurry() {
      isUrgent = true;
      return ended;
    },
    dispose() {
      isDisposed = true;
      clearImmediate(next);
    },
  };
}
