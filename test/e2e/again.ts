import { setTimeout as delay } from 'node:timers/promises';

const attempts = 5;

/** How long an effect takes to become visible, on however busy a machine, before a person tries again. */
export const glanceMs = 10_000;

/** Rejects if the action takes longer than `glanceMs`. Playwright itself waits for keys and the pointer without limit. */
export async function withinGlance<T>(action: Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = delay(glanceMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`The browser did not confirm an action within ${glanceMs / 1000} s`);
  });
  try {
    return await Promise.race([action, limit]);
  } finally {
    late.abort();
    limit.catch(() => undefined);
  }
}

/**
 * Repeats an action until its effect is visible. A key may arrive before a listener exists. A click may hit an element
 * that VS Code has replaced. Chromium ignores a click on a webview before it has painted the webview. `shows` rejects if
 * the effect is not visible within `glanceMs`. Without `shows`, the action itself rejects until it has had its effect.
 * The action must be harmless if it is repeated after a late effect. A click that opens another page is not, so it is
 * made once with a longer wait.
 */
export async function doUntil(
  act: () => Promise<unknown>,
  shows: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
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
