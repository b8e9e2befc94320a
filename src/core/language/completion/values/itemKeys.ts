import { type DocumentView, hasJobs } from '../../view/documentView.ts';
import { type CompletionDraft, escapeSnippet } from '../completionDraft.ts';
import { completeFieldKeys, type KeyContext } from '../keys/fieldKeys.ts';
import { findMapContext } from '../keys/mapContext.ts';
import { completeCombinationKeys } from './combinationKeys.ts';
import type { ValueContext } from './valueContext.ts';

/** Completes the first key of a map that is an item of a list. The next keys are aligned after the dash. */
export function completeItemKeys(view: DocumentView, valueContext: ValueContext): readonly CompletionDraft[] {
  const { path, range, lead, isFlow } = valueContext;
  if (!/^[\w.-]*$/.test(view.text.slice(range.start, range.end))) return [];
  const keyContext: KeyContext = { kind: 'key', path, range, siblings: new Set(), hasColon: false, isFlow };
  const mapContext = findMapContext(path, { hasJobs: hasJobs(view) });
  const drafts =
    mapContext.kind === 'combination'
      ? completeCombinationKeys(view, keyContext, mapContext)
      : completeFieldKeys(view, keyContext, { mapContext });
  // The editor indents further lines like the line before them, which starts at the dash.
  const indent = ' '.repeat(countToDash(view, range.start) + lead.length);
  return drafts.map((draft) =>
    isFlow
      ? { ...draft, insertText: brace(draft), isSnippet: true }
      : { ...draft, insertText: lead + draft.insertText.replaceAll('\n', `\n${indent}`) },
  );
}

/** Writes the map with its closing brace, and the cursor before the brace. */
function brace({ insertText, isSnippet = false }: CompletionDraft): string {
  return isSnippet ? `{${insertText}}` : `{${escapeSnippet(insertText)}$0}`;
}

function countToDash({ text, layout }: DocumentView, offset: number): number {
  const start = layout.findLine(offset)?.start ?? offset;
  const before = text.slice(start, offset);
  return before.length - (/^\s*/.exec(before)?.[0].length ?? 0);
}
