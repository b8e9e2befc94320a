import { assertNever } from '../../support/assertNever.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import type { SyntaxNode } from '../syntax/syntaxTree.ts';

/** Job files are shared and versioned, so they must not contain a key or a base URL anywhere. */
const accessNames: ReadonlySet<string> = new Set(['apikey', 'xapikey', 'authorization', 'baseurl']);

/** The form of the gateway's keys. It is long enough to match no sentence. */
const keyLike = /^(bearer\s+)?sk-[\w-]{16,}$/i;

/** Reports anything that would give a reader of the file access to the gateway, at any depth. */
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

/** `api_key`, `API-Key`, `baseUrl`: case and separators are ignored. */
export function isAccessName(key: string): boolean {
  return accessNames.has(key.toLowerCase().replaceAll(/[-_\s]/g, ''));
}
