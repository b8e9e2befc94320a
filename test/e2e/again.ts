const attempts = 5;

/** How long something takes to show, on however busy a machine, before a person tries again. */
export const glanceMs = 10_000;

/**
 * Does what a person does until it shows: again where the key came before anybody listened, or the click went to what
 * was just drawn anew. `shows` rejects when it has looked for `glanceMs` in vain. What comes late must do no harm to a
 * second attempt: a click that leads elsewhere is made once, and waited for with patience.
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
