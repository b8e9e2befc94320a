/** Something that holds on to a resource until it is let go. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a clean-up so that it runs once, however often it is asked for. */
export function createDisposable(cleanUp: () => void): Disposable {
  let isDisposed = false;
  return {
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      cleanUp();
    },
  };
}
