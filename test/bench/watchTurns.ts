import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Watches how much this thread computes before other work has its turn. What other processes take of the machine is
 * left out.
 */
export function watchTurns() {
  const ending = new AbortController();
  const watch = async (): Promise<number> => {
    let [last, blockMs] = [readThreadMs(), 0];
    for (;;) {
      const isLast = ending.signal.aborted;
      await sleep(1);
      const now = readThreadMs();
      blockMs = Math.max(blockMs, now - last);
      last = now;
      if (isLast) return blockMs;
    }
  };
  const watching = watch();
  return {
    /** Resolves to the longest turn, in ms of CPU time. */
    end: (): Promise<number> => {
      ending.abort();
      return watching;
    },
  };
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
