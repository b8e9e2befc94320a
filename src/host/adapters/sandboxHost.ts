import type { Sandbox } from '../../sandbox/index.ts';
import type { Parts } from '../parts.ts';

/** The embedded gateway of this window, started when it is first asked for. */
export interface SandboxHost {
  open(): Promise<Sandbox>;
  dispose(): void;
}

/** `dataDir` is shared by all windows, so that each answers for the tasks of the others. */
export function createSandboxHost(parts: Pick<Parts, 'sandbox'>, dataDir: string): SandboxHost {
  let started: Promise<Sandbox> | undefined;
  let isDisposed = false;
  const start = async (): Promise<Sandbox> => (await parts.sandbox()).startSandbox({ dataDir });
  return {
    open() {
      if (isDisposed) return Promise.reject(new Error('The sandbox is closed'));
      // A start that failed is forgotten, so that the next request tries again.
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    dispose() {
      isDisposed = true;
      const running = started;
      started = undefined;
      void running?.then((sandbox) => sandbox.close()).catch(() => undefined);
    },
  };
}
