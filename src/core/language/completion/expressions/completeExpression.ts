import type { TextRange } from '../../../support/textRange.ts';
import { findExpression } from '../../expressions/findExpression.ts';
import { quoteInExpression } from '../../names/rename.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { escapeSnippet } from '../../../jobFile/write/jobText.ts';
import type { CompletionDraft } from '../completionDraft.ts';
import {
  type EditedExpression,
  findExpressionStart,
  findEditedExpression,
  type ExpressionCursor,
  parseCursor,
  type Step,
} from './expressionCursor.ts';
import { listArguments, listFilters } from './listFilters.ts';
import { listContexts, listMembersOf, type OfferedName } from './offeredNames.ts';

/** Returns what can be written inside `${{ }}` at an offset, or what can begin one. Null if neither applies. */
export function completeExpression(view: DocumentView, offset: number): readonly CompletionDraft[] | null {
  const found = findExpression(view, offset);
  if (!found) return completeStart(view, offset);
  const edited = findEditedExpression(view, found, offset);
  return edited ? completeEdited(view, edited, offset) : [];
}

function completeEdited(view: DocumentView, edited: EditedExpression, offset: number): readonly CompletionDraft[] {
  const cursor = parseCursor(edited.source, offset - edited.start);
  if (!cursor) return [];
  const frame = buildFrame(edited, cursor.range);
  if (cursor.kind === 'context') return listContexts(view, edited).map((name) => buildContext(name, frame));
  if (cursor.kind === 'member') {
    return listMembersOf(view, edited, cursor.owner).flatMap((name) => buildMember(name, cursor, frame));
  }
  if (cursor.kind === 'filter') {
    return listFilters(view, { job: edited.job, quote: edited.quote, pipe: cursor }).map((filter) => ({
      ...filter,
      kind: 'function',
      ...frame.write(filter.insertText),
    }));
  }
  return listArguments(cursor, edited.quote).map(({ text, detail }) => ({
    label: text,
    detail,
    kind: 'value',
    ...frame.write(escapeSnippet(text)),
  }));
}

type Frame = ReturnType<typeof buildFrame>;

/**
 * Writes text into an expression: with spaces at its ends, and with closing braces if they are missing. Offsets in
 * `range` are relative to the source. The edits that `write` returns use offsets of the file.
 */
function buildFrame({ source, start, isClosed, quote }: EditedExpression, range: TextRange) {
  return {
    quote,
    range,
    /** Writes a snippet. `from` moves the start of the replaced range. */
    write(snippet: string, { from = range.start, staysOpen = false } = {}) {
      const before = source.slice(0, from);
      const behind = source.slice(range.end);
      const lead = before === '' || before.endsWith('|') ? ' ' : '';
      const end = isClosed ? (behind === '' ? ' ' : '') : ' }}';
      const stop = staysOpen && end !== '' ? '$0' : '';
      return {
        insertText: `${lead}${snippet}${stop}${end}`,
        isSnippet: true,
        start: start + from,
        end: start + range.end,
      };
    },
  };
}

/** A context that needs a member is written with a dot, which opens the list of its names. */
function buildContext({ step, needsMember = false, documentation }: OfferedName, frame: Frame): CompletionDraft {
  return {
    label: String(step),
    kind: 'keyword',
    ...(documentation === undefined ? {} : { documentation }),
    ...frame.write(needsMember ? `${step}.` : String(step), { staysOpen: needsMember }),
    ...(needsMember ? { triggersNext: true } : {}),
  };
}

type MemberCursor = Extract<ExpressionCursor, { kind: 'member' }>;

/** Writes a name after a dot if the name allows it, or else in brackets. None if its quotes would end the value. */
function buildMember(
  { step, detail, documentation, needsMember = false }: OfferedName,
  { isInBrackets }: MemberCursor,
  frame: Frame,
): readonly CompletionDraft[] {
  const label = String(step);
  // Digits alone are an index and would lose leading zeros.
  const isName = /^[\p{L}\p{M}\p{N}_-]+$/u.test(label) && !/^0\d+$/.test(label);
  const isDotted = !isInBrackets && isName && typeof step === 'string';
  const bracketed = isDotted ? label : writeBracketed(step, frame.quote);
  if (bracketed === null) return [];
  const text = isDotted ? label : `${isInBrackets ? '' : '['}${bracketed}]`;
  const next = needsMember ? '.' : '';
  return [
    {
      label,
      kind: 'variable',
      ...(detail === undefined || detail === '' ? {} : { detail }),
      ...(documentation === undefined ? {} : { documentation }),
      ...frame.write(escapeSnippet(text) + next, {
        // Brackets replace the dot.
        from: isDotted || isInBrackets ? frame.range.start : frame.range.start - 1,
        staysOpen: needsMember,
      }),
      ...(isDotted || isInBrackets ? {} : { filterText: `.${label}` }),
      ...(needsMember ? { triggersNext: true } : {}),
    },
  ];
}

/** Returns null if no quotes are left. */
function writeBracketed(step: Step, outer: Frame['quote']): string | null {
  if (typeof step === 'number') return String(step);
  return step.includes('\n') ? null : quoteInExpression(step, outer);
}

/** Completes `$` and `${`. The label begins like the typed text, because the editor compares them. */
function completeStart(view: DocumentView, offset: number): readonly CompletionDraft[] | null {
  const start = findExpressionStart(view, offset);
  if (!start) return null;
  return listContexts(view, start).map(({ step, needsMember = false, documentation }) => ({
    label: `\${{ ${step} }}`,
    insertText: `\\\${{ ${step}${needsMember ? '.$0' : ''} }}`,
    isSnippet: true,
    kind: 'keyword',
    ...start.range,
    ...(documentation === undefined ? {} : { documentation }),
    ...(needsMember ? { triggersNext: true } : {}),
  }));
}
