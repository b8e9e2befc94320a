/** Lets the event loop run until this is true, or will never be. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 50_000 && !isSo(); turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
