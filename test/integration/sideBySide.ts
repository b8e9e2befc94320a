import { before, it } from 'mocha';

/**
 * An `it` for tests that mostly wait, for a gateway, and have nothing in common. All of a `describe` start before its
 * first test, and each reports in its turn. They may use no editor, and nothing that a `beforeEach` brings.
 */
export function sideBySide(): (title: string, test: () => Promise<void>) => void {
  const tests = new Map<string, () => Promise<void>>();
  const started = new Map<string, Promise<void>>();
  before(() => {
    for (const [title, test] of tests) {
      const work = test();
      started.set(title, work);
      // Its own turn reports a failure; until then it is nobody's.
      work.catch(() => undefined);
    }
  });
  return (title, test) => {
    tests.set(title, test);
    it(title, () => started.get(title));
  };
}
