import { untilAborted } from '../../support/abort.ts';
import { createDisposable, holding, type Disposable } from '../../support/disposable.ts';
import { createLimiter } from '../../support/limiter.ts';

export interface SizedBody {
  /** Sum of the local files in the body. */
  readonly bytes: number;
}

export type BodyRoom = ReturnType<typeof createBodyRoom>;

/** Bounds the memory for local files that go with requests, over all tasks of this process. */
export function createBodyRoom(maxBytes: number) {
  const loaders = createLimiter(1);
  let used = 0;
  let onLeave = (): void => undefined;
  const leave = (bytes: number): void => {
    used -= bytes;
    onLeave();
  };
  const waitForRoom = (): Promise<void> =>
    new Promise((resolve) => {
      onLeave = () => {
        if (used < maxBytes) resolve();
      };
      onLeave();
    });
  return {
    /**
     * Waits until other bodies have left enough room, then loads a body. Its size is unknown before, so one body is
     * loaded at a time, and the limit is exceeded by one body at most. Rejects when `load` does, or when the signal
     * aborts.
     */
    async load<Body extends SizedBody>(load: () => Promise<Body>, signal: AbortSignal): Promise<Body & Disposable> {
      return holding(await loaders.enter(signal), async () => {
        await untilAborted(waitForRoom(), signal);
        signal.throwIfAborted();
        const body = await load();
        used += body.bytes;
        return { ...body, ...createDisposable(() => leave(body.bytes)) };
      });
    },
  };
}
