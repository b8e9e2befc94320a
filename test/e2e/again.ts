const attempts = 5;

/** How long something takes to show, on however busy a machine, before a person tries again. */
export const glanceMs = 10_000;

/**
 * Repeats an action until its effect shows. A key may arrive before a listener exists, and a click may hit an element
 * that was just redrawn. `shows` rejects when the effect has not appeared within `glanceMs`. A second action must do no
 * harm if the first one takes effect late, so a click that opens another page is made once with a longer wait.
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
