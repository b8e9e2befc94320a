import { globSync } from 'node:fs';
import { groupBy } from '../../src/core/support/groupBy.ts';
import { rootDir } from '../hosts/paths.ts';

/** Test files that one process runs. */
export interface Check {
  readonly files: readonly string[];
  /** Arguments of `node --test`. */
  readonly args: readonly string[];
  /** How long one test may take, in ms. */
  readonly patienceMs: number;
  /** Whether the tests load what `esbuild.mjs` builds. */
  readonly isOfBuild: boolean;
}

/** Suites of test files, in the order in which they are asked. */
const suiteNames = ['unit', 'simulation', 'webview'] as const;
type SuiteName = (typeof suiteNames)[number];

/** These take longer, so they are asked for many breakages at once. `vscode` are the integration tests. */
export const slowSuiteNames = ['types', 'crash', 'vscode'] as const;
export type SlowSuiteName = (typeof slowSuiteNames)[number];

export const allSuites: readonly string[] = [...suiteNames, ...slowSuiteNames];

/** The unit tests nearest to a breakage nearly always notice it, so they run first. */
const firstFiles = 6;

/** These look at the built package, not at what the code does. */
const fences = /\/(?:budget|fences|manifest|notices)\.test\.ts$/;

/** Lists what may notice a breakage, given the files that load the broken one. The fastest checks come first. */
export function listChecks(importers: readonly string[], suites: ReadonlySet<string>): readonly Check[] {
  return suiteNames.filter((name) => suites.has(name)).flatMap((name) => lists[name](importers));
}

const lists: Readonly<Record<SuiteName, (importers: readonly string[]) => readonly Check[]>> = {
  unit: (importers) => {
    const files = importers.filter((file) => /^test\/unit\/.*\.test\.ts$/.test(file) && !fences.test(file));
    const [nearest = [], ...others] = groupBy(files, (file) => file.split('/')[2]).values();
    return [nearest.slice(0, firstFiles), nearest.slice(firstFiles), ...others]
      .filter((group) => group.length > 0)
      .map((group) => buildCheck(group, { args: ['--test-isolation=none'], patienceMs: 60_000 }));
  },
  simulation: (importers) => buildSuite(importers.filter((file) => /^test\/simulation\/.*\.test\.ts$/.test(file))),
  webview: (importers) => {
    if (!importers.some((file) => file.startsWith('src/webview/'))) return [];
    const files = globSync('test/webview/*.test.ts', { cwd: rootDir }).sort();
    return [buildCheck(files, { args: ['--test-isolation=none'], isOfBuild: true })];
  },
};

/** Whether a slow suite may notice a breakage, given the broken file and those that load it. */
export const isReachedBy: Readonly<Record<SlowSuiteName, (importers: readonly string[]) => boolean>> = {
  types: () => true,
  crash: (importers) => importers.some((file) => file.startsWith('test/crash/')),
  vscode: ([broken = '']) => /^src\/(?:entry|extension)\.ts$/.test(broken) || broken.startsWith('src/host/'),
};

export const crashCheck: Check = buildCheck(globSync('test/crash/*.test.ts', { cwd: rootDir }).sort(), {
  args: ['--test-concurrency=1'],
});

function buildSuite(files: readonly string[]): readonly Check[] {
  return files.length === 0 ? [] : [buildCheck(files, { args: ['--test-concurrency=1'] })];
}

function buildCheck(files: readonly string[], options: Partial<Check>): Check {
  return { files, args: [], patienceMs: 300_000, isOfBuild: false, ...options };
}
