// Runs as the tests of VS Code: the bundled suite, in the extension host beside the installed extension.
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { readTestSetting } from './helpers/testSettings.ts';

interface Failure {
  readonly title: string;
  readonly message: string;
}

/** What the runner reads after VS Code has ended. */
export interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** The function that VS Code calls. Rejects if a test failed, which sets the exit code. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 600_000, reporter: 'min', grep: process.env['GENWRIGHT_GREP'] ?? '' });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await Promise.all([
    import('./activation.test.ts'),
    import('./chains.test.ts'),
    import('./combinations.test.ts'),
    import('./compare.test.ts'),
    import('./contactSheet.test.ts'),
    import('./exportSchema.test.ts'),
    import('./families.test.ts'),
    import('./generate.test.ts'),
    import('./language.test.ts'),
    import('./languageFeatures.test.ts'),
    import('./languageFixes.test.ts'),
    import('./languageWorld.test.ts'),
    import('./marks.test.ts'),
    import('./moved.test.ts'),
    import('./otherTools.test.ts'),
    import('./profiles.test.ts'),
    import('./recall.test.ts'),
    import('./runs.test.ts'),
    // This file is the last one, because it makes the workspace folder hostile.
    import('./hostile.test.ts'),
  ]);
  const result = await runAll(mocha);
  writeFileSync(readTestSetting('results'), JSON.stringify(result));
  if (result.failures.length > 0) throw new Error(`${result.failures.length} tests failed`);
}

function runAll(mocha: Mocha): Promise<SuiteResult> {
  let passed = 0;
  const failures: Failure[] = [];
  return new Promise((resolve) => {
    mocha
      .run(() => resolve({ passed, failures }))
      .on('pass', (test) => {
        passed += 1;
        console.log(`  ok ${test.fullTitle()} (${((test.duration ?? 0) / 1000).toFixed(1)} s)`);
      })
      .on('fail', (test, error: Error) => {
        failures.push({ title: test.fullTitle(), message: error.stack ?? error.message });
        console.log(`  FAILED ${test.fullTitle()}\n${error.stack ?? error.message}`);
      });
  });
}
