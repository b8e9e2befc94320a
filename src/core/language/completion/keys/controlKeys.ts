import { featureMessages as words, keyDescriptions } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { CompletionDraft, Insertion } from '../completionDraft.ts';
import type { KeyContext } from './fieldKeys.ts';

/** Reserved words by their path: those with keys below them, those with lists, and those with fixed values. */
const mapKeys: ReadonlySet<string> = new Set(['gen', 'jobs', 'matrix', 'output', 'request', 'vars', 'gen.defaults']);
const listKeys: ReadonlySet<string> = new Set(['matrix.include', 'matrix.exclude']);
const choiceKeys: ReadonlySet<string> = new Set([
  'model',
  'needs',
  'gen.endpoint',
  'gen.on_error',
  'gen.profile',
  'gen.version',
  'output.collision',
  'output.dir',
  'output.metadata',
  'output.name',
]);

/** Returns the reserved words that are not present yet, in the given order. `prefix` is the path above them: `gen.`. */
export function completeControlKeys(
  { translate }: DocumentView,
  keyContext: KeyContext,
  { keys, prefix = '' }: { readonly keys: readonly string[]; readonly prefix?: string },
): readonly CompletionDraft[] {
  return keys
    .filter((key) => !keyContext.siblings.has(key))
    .map((key): CompletionDraft => {
      const path = prefix + key;
      const description = keyDescriptions[path];
      return {
        ...writeControl(key, path, keyContext),
        label: key,
        start: keyContext.range.start,
        end: keyContext.range.end,
        kind: path === 'model' ? 'field' : 'keyword',
        ...(description === undefined ? {} : { documentation: translate(description, {}) }),
        ...(path === 'model' ? { detail: translate(words.required, {}) } : {}),
      };
    });
}

function writeControl(key: string, path: string, { hasColon, isFlow }: KeyContext): Insertion {
  if (hasColon) return { insertText: key };
  if (choiceKeys.has(path)) return { insertText: `${key}: `, triggersNext: true };
  if (isFlow) return writeInFlow(key, path);
  if (path === 'jobs')
    return { insertText: 'jobs:\n  ${1:first}:\n    model: $0', isSnippet: true, triggersNext: true };
  if (mapKeys.has(path)) return { insertText: `${key}:\n  $0`, isSnippet: true, triggersNext: true };
  if (listKeys.has(path)) return { insertText: `${key}:\n  - $0`, isSnippet: true, triggersNext: true };
  return { insertText: `${key}: ` };
}

function writeInFlow(key: string, path: string): Insertion {
  if (mapKeys.has(path)) return { insertText: `${key}: {$0}`, isSnippet: true, triggersNext: true };
  if (listKeys.has(path)) return { insertText: `${key}: [{$0}]`, isSnippet: true, triggersNext: true };
  return { insertText: `${key}: ` };
}
