/** Ends a switch: the compiler proves that no case is missing. At run time, throws what the types did not allow. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
