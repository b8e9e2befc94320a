declare module 'undici/lib/util/timers.js' {
  const timers: { tick(delayMs: number): void };
  export = timers;
}
