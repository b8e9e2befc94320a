/**
 * Reads the summary that node:test's reporters end with. A run that failed without a failed test, or that ended before
 * its first one, counts as one.
 */
export function countTests(output: string, exitCode: number): { readonly passed: number; readonly failed: number } {
  const count = (word: string): number => {
    const found = [...output.matchAll(new RegExp(`^[#ℹ] ${word} (\\d+)$`, 'gm'))].at(-1)?.[1];
    return found === undefined ? 0 : Number(found);
  };
  const passed = count('pass');
  const failed = count('fail') + count('cancelled');
  const isBroken = exitCode !== 0 || passed === 0;
  return { passed, failed: failed === 0 && isBroken ? 1 : failed };
}
