import { createHash } from 'node:crypto';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { type TextPlan, planText, type PlanOptions } from '../../../src/core/jobFile/requests/planText.ts';
import type { Lookups } from '../../../src/core/jobFile/lookups.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Plans the text of `hero.gen.yaml`. Nothing can be looked up unless `lookups` is given. */
export function planHero(text: string, options: Partial<PlanOptions> = {}): TextPlan {
  return planText(text, { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false, ...options });
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
