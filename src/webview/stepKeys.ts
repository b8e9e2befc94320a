const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** How many results a key goes on; null when it does something else. */
export function stepOfKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): number | null {
  return shiftKey ? null : (steps.get(key) ?? null);
}
