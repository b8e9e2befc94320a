import { before, it } from 'mocha';

/**
 * Returns an `it` for tests that mostly wait for a gateway, and have nothing in common. All tests of a `describe` start
 * before its first test, and each reports in its turn. They may not use an editor, nor anything that a `beforeEach`
 * sets up.
 */
export function sideBySide(): (title: string, test: () => Promise<void>) => void {
  const tests = new Map<string, () => Promise<void>>();
  const started = new Map<string, Promise<void>>();
  before(() => {
    for (const [title, test] of tests) {
      const work = test();
      started.set(title, work);
      // A failure is reported in the turn of the test. Until then, it must not count as unhandled.
      work.catch(() => undefined);
    }
  });
  return (title, test) => {
    tests.set(title, test);
    it(title, () => started.get(title));
  };
}
