/** Time as a port: the runtime passes the real clock, and tests pass one that they advance. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `durationMs`. Rejects with the signal's reason as soon as it aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** A clock with a second count of time, which never goes back when the first one is set. */
export interface SteadyClock extends Clock {
  /** Milliseconds since any fixed moment. */
  monotonicMs(): number;
}
