/** Ends an exhaustive switch: compiling proves that no case is left, running it says which value slipped past the types. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
