import type { Sandbox, SandboxOptions, startSandbox } from '../../sandbox/index.ts';

/** The embedded gateway of this window, which is started on first use. */
export type SandboxHost = ReturnType<typeof createSandboxHost>;

/** All windows share `options.dataDir`, so that each sandbox can return the tasks of the others. */
export function createSandboxHost(
  loadSandbox: () => Promise<{ readonly startSandbox: typeof startSandbox }>,
  options: SandboxOptions,
) {
  let started: Promise<Sandbox> | undefined;
  let isDisposed = false;
  const start = async (): Promise<Sandbox> => (await loadSandbox()).startSandbox(options);
  return {
    open(): Promise<Sandbox> {
      if (isDisposed) return Promise.reject(new Error('The sandbox is closed'));
      // A failed start is forgotten, so that the next request tries again.
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    dispose(): void {
      isDisposed = true;
      const running = started;
      started = undefined;
      void running?.then((sandbox) => sandbox.close()).catch(() => undefined);
    },
  };
}

/**
 * Returns the options by which a developer makes the sandbox slow and faulty: `GENWRIGHT_SANDBOX_SPEED` and
 * `GENWRIGHT_SANDBOX_FAULT_EVERY`, as `.vscode/launch.json` sets them. Other values than positive numbers are ignored.
 */
export function readDeveloperOptions(env: NodeJS.ProcessEnv): Pick<SandboxOptions, 'speed' | 'faultEvery'> {
  const [speed, faultEvery] = ['SPEED', 'FAULT_EVERY'].map((name) => Number(env[`GENWRIGHT_SANDBOX_${name}`]));
  return { ...(isPositive(speed) ? { speed } : {}), ...(isPositive(faultEvery) ? { faultEvery } : {}) };
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
