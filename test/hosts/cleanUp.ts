import { constants } from 'node:os';
import { UserError } from './userError.ts';

type Dispose = () => Promise<unknown> | void;

/** Undoes what a script has started and created, in reverse order. */
export interface CleanUp {
  add(dispose: Dispose): void;
  /** Whether the clean-up has begun. Whatever fails after that fails because of the clean-up. */
  isRunning(): boolean;
  /** Runs every step, even after one that failed. A second call waits for the first. */
  run(): Promise<void>;
}

export function createCleanUp(): CleanUp {
  const steps: Dispose[] = [];
  let running: Promise<void> | undefined;

  async function runSteps(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error('Clean-up:', error);
      }
    }
  }

  return {
    add: (dispose) => void steps.push(dispose),
    isRunning: () => running !== undefined,
    run: () => (running ??= runSteps().finally(() => (running = undefined))),
  };
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Cleans up and ends this process when it is asked to end. Returns a function that removes the handlers. */
export function cleanUpOnSignal(cleanUp: CleanUp): () => void {
  let isEnding = false;
  const end = (signal: (typeof endSignals)[number]): void => {
    if (isEnding) return;
    isEnding = true;
    void cleanUp.run().finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of endSignals) process.on(signal, end);
  return () => {
    for (const signal of endSignals) process.off(signal, end);
  };
}

/** Runs a script, and stops what it has started on success, failure and signals. Sets the exit status. */
export async function runScript(main: (cleanUp: CleanUp) => Promise<number>): Promise<void> {
  const cleanUp = createCleanUp();
  const ignoreSignals = cleanUpOnSignal(cleanUp);
  try {
    process.exitCode = await main(cleanUp);
  } catch (error) {
    if (!cleanUp.isRunning()) console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
  await cleanUp.run();
  ignoreSignals();
}
