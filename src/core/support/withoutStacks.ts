/**
 * Calls a function that creates errors as data, such as a parser that lists errors. Stack traces are turned off,
 * because they would take most of the time for a text with many errors.
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
