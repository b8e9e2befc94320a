import { assertNever } from '../support/assertNever.ts';
import { buildProblem, type ReportProblem } from './problem.ts';
import type { SyntaxNode } from './syntaxTree.ts';

/** Job files are shared and versioned, so neither a key nor a base URL may stand anywhere in one. */
const accessNames: ReadonlySet<string> = new Set(['apikey', 'xapikey', 'authorization', 'baseurl']);

/** What the gateway's keys look like; long enough that no sentence is taken for one. */
const keyLike = /^(bearer\s+)?sk-[\w-]{16,}$/i;

/** Reports what would let a reader of the file into the gateway, wherever it stands. */
export function findKeys(node: SyntaxNode, report: ReportProblem): void {
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'string' && keyLike.test(node.value.trim())) {
        report(buildProblem('key-in-job-file', node, { args: { variant: 'value' } }));
      }
      return;
    case 'sequence':
      for (const item of node.items) findKeys(item, report);
      return;
    case 'map':
      for (const { key, keyRange, value, isMerged } of node.entries) {
        if (isMerged) continue;
        if (isAccessName(key)) report(buildProblem('key-in-job-file', keyRange, { args: { key, variant: 'name' } }));
        else findKeys(value, report);
      }
      return;
    default:
      assertNever(node);
  }
}

/** `api_key`, `API-Key`, `baseUrl`: case and separators do not count. */
export function isAccessName(key: string): boolean {
  return accessNames.has(key.toLowerCase().replaceAll(/[-_\s]/g, ''));
}
