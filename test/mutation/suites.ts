import { globSync } from 'node:fs';
import { groupBy } from '../../src/core/support/groupBy.ts';
import { rootDir } from '../hosts/paths.ts';

/** Test files that one process runs. */
export interface Check {
  readonly files: readonly string[];
  /** How long one test may take, in ms. */
  readonly patienceMs: number;
  /** Whether the tests load what `esbuild.mjs` builds. */
  readonly isOfBuild: boolean;
}

/** The unit tests nearest to a breakage nearly always notice it, so they run first. */
const firstFiles = 6;

/** These look at the built package, not at what the code does. */
const fences = /\/(?:budget|fences|manifest|notices)\.test\.ts$/;

/** Lists what may notice a breakage, given the files that load the broken one. The fastest checks come first. */
export function listChecks(importers: readonly string[]): readonly Check[] {
  const units = importers.filter((file) => /^test\/unit\/.*\.test\.ts$/.test(file) && !fences.test(file));
  const [nearest = [], ...others] = groupBy(units, (file) => file.split('/')[2]).values();
  const simulation = importers.filter((file) => /^test\/simulation\/.*\.test\.ts$/.test(file));
  const isOfPage = importers.some((file) => file.startsWith('src/webview/'));
  const webview = isOfPage ? globSync('test/webview/*.test.ts', { cwd: rootDir }).sort() : [];
  return [
    ...[nearest.slice(0, firstFiles), nearest.slice(firstFiles), ...others].map((files) => ({
      files,
      patienceMs: 60_000,
      isOfBuild: false,
    })),
    { files: simulation, patienceMs: 300_000, isOfBuild: false },
    { files: webview, patienceMs: 300_000, isOfBuild: true },
  ].filter(({ files }) => files.length > 0);
}
