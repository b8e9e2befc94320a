/** The number of results that a key moves by. */
export const keySteps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** Whether the user undoes a mark, and not what was typed. */
export function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  return (
    key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !(target instanceof HTMLInputElement)
  );
}
