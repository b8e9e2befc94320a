/** Reads the summary that node:test's reporters end with. A run that failed without a failed test counts as one. */
export function countTests(output: string, exitCode: number): { readonly passed: number; readonly failed: number } {
  const count = (word: string): number => {
    const found = [...output.matchAll(new RegExp(`^[#ℹ] ${word} (\\d+)$`, 'gm'))].at(-1)?.[1];
    return found === undefined ? 0 : Number(found);
  };
  const failed = count('fail') + count('cancelled');
  return { passed: count('pass'), failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
