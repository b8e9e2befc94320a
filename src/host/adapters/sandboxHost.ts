import type { Sandbox, startSandbox } from '../../sandbox/index.ts';

/** The embedded gateway of this window, which is started on first use. */
export interface SandboxHost {
  open(): Promise<Sandbox>;
  dispose(): void;
}

/** All windows share `dataDir`, so that each sandbox can return the tasks of the others. */
export function createSandboxHost(
  loadSandbox: () => Promise<{ readonly startSandbox: typeof startSandbox }>,
  dataDir: string,
): SandboxHost {
  let started: Promise<Sandbox> | undefined;
  let isDisposed = false;
  const start = async (): Promise<Sandbox> => (await loadSandbox()).startSandbox({ dataDir });
  return {
    open() {
      if (isDisposed) return Promise.reject(new Error('The sandbox is closed'));
      // A failed start is forgotten, so that the next request tries again.
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
