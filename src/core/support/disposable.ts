/** An owner of a resource until it is disposed. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a cleanup so that it runs once, however often it is called. */
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

/** Does the work, and disposes `held` when the work has ended or failed. */
export async function holding<T>(held: Disposable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    held.dispose();
  }
}

export const emptyDisposable: Disposable = { dispose: () => undefined };
