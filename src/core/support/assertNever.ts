/**
 * Ends an exhaustive switch. The compiler proves that no case is missing. At run time, it throws the value that the
 * types did not allow.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
