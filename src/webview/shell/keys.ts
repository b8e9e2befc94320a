/** Whether the target uses keys itself: a slider, a picker, or code or a table that is wider than the page. */
export function usesKeys(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLElement && target.matches('pre, .table-frame') && target.scrollWidth > target.clientWidth
  );
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** Returns the number of results that a key moves by. Null if the key has another effect. */
export function stepOfKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): number | null {
  return shiftKey ? null : (steps.get(key) ?? null);
}
