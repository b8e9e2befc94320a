/**
 * Calls a function that makes errors for data, such as a parser that lists faults. Where each error was made is not looked
 * up, which would take most of the time over a text with many faults.
 */
export function withoutStacks<T>(call: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
