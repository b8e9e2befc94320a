const attempts = 5;

/** How long an effect takes to become visible, on however busy a machine, before a person tries again. */
export const glanceMs = 10_000;

/**
 * Repeats an action until its effect is visible. A key may arrive before a listener exists, and a click may hit an
 * element that VS Code has replaced. `shows` rejects if the effect is not visible within `glanceMs`. The action must be
 * harmless if it is repeated after a late effect. A click that opens another page is not, so it is made once with a
 * longer wait.
 */
export async function doUntil(act: () => Promise<unknown>, shows: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      await shows();
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
