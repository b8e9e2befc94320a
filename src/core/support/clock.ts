/** Time as a port: the runtime passes the real one, tests pass one that they turn by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason as soon as it aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}
