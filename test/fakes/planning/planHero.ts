import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { type TextPlan, planText, type PlanOptions } from '../../../src/core/jobFile/requests/planText.ts';
import type { Lookups } from '../../../src/core/jobFile/lookups.ts';
import { isError } from '../../../src/core/jobFile/problem.ts';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Plans the text of `hero.gen.yaml`. Nothing can be looked up unless `lookups` is given. */
export function planHero(text: string, options: Partial<PlanOptions> = {}): TextPlan {
  return planText(text, { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false, ...options });
}

/** Returns the requests of a file, which must have no errors. */
export function requestsOf(text: string, options?: Partial<PlanOptions>): readonly PlannedRequest[] {
  const { problems, requests } = planHero(text, options);
  assert.deepEqual(problems.filter(isError), []);
  return requests;
}

/**
 * Builds lookups that find every input file, with the hash of its path, and every text file, with a text that contains
 * its path.
 */
export function buildLookups(env: Readonly<Record<string, string>> = {}): Lookups {
  return {
    files: {
      readText: (path) => ({ ok: true, text: `The text of ${path}` }),
      inspect: (path) => ({ exists: true, isInside: true, bytes: 9, sha256: sha256(path) }),
    },
    run: { id: 'r', n: 1 },
    env: (name) => (name in env ? { state: 'set', value: env[name] ?? '' } : { state: 'blocked' }),
  };
}
