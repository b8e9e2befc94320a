import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';
import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/core/language/edits/editLog.ts';
import type { LanguageServiceOptions, TextAction } from '../../../../../src/core/language/index.ts';
import { filesOf, open as openWith } from '../openAt.ts';

const contents = { 'cat.png': '', 'a,b.png': '', 'brief.md': 'A calm harbor.', 'brand.vars.yaml': 'mood: calm' };

/** A few files exist around every document. */
const options: LanguageServiceOptions = {
  files: () =>
    filesOf(contents, {
      inspect: (path) => ({ exists: path in contents, isInside: !path.startsWith('..'), bytes: 10 }),
    }),
  env: {
    names: ['CITY'],
    read: (name) => ({ state: name === 'CITY' ? 'set' : name === 'UNSET' ? 'unset' : 'blocked', value: 'Bergen' }),
  },
  budget: { runUsd: 5 },
};

export function open(text: string) {
  return openWith(text, options);
}

export function listActions(text: string): readonly TextAction[] {
  return open(text).actions({ start: 0, end: text.length });
}

/** Returns problems without their places, because an edit moves them. */
export function describeProblems(text: string): readonly string[] {
  return open(text)
    .problems()
    .map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
    .sort();
}

/** Checks that the edits of one action are in order, inside the text, and do not overlap. */
export function assertWellFormed(text: string, { edits }: Pick<TextAction, 'edits'>): void {
  let reached = 0;
  for (const { start, end } of edits) {
    assert.ok(start >= reached && end >= start && end <= text.length, JSON.stringify(edits));
    reached = end;
  }
}

/** Returns the text after an action, with `written` entered at the cursor. */
export function applyAction(text: string, action: TextAction, written = ''): string {
  assertWellFormed(text, action);
  const edited = applyEdits(text, action.edits);
  if (action.cursorAt === undefined) return edited;
  return edited.slice(0, action.cursorAt) + written + edited.slice(action.cursorAt);
}

/** Returns the remaining problems when these are gone. */
export function without(problems: readonly string[], gone: TextAction['problems']): readonly string[] {
  const left = [...problems];
  for (const { severity, code, message } of gone) {
    const at = left.indexOf(`${severity} ${code}: ${message}`);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Takes the selection out of a text: from `‹` to `›`, or the cursor at `‹›`. */
function selected(marked: string): { readonly text: string; readonly start: number; readonly end: number } {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  return { text: marked.replace('‹', '').replace('›', ''), start, end };
}

/** The refactorings that are offered for the selection in a text. */
export function offer(marked: string): { readonly text: string; readonly actions: readonly TextAction[] } {
  const { text, ...range } = selected(marked);
  return {
    text,
    actions: open(text)
      .actions(range)
      .filter(({ kind }) => kind !== 'quickfix'),
  };
}

/** Returns a text before and after a refactoring. The text after it is null if it is not offered. */
export function select(marked: string, title: string) {
  const { text, actions } = offer(marked);
  const action = actions.find((each) => each.title === title);
  return { text, fixed: action ? applyAction(text, action) : null };
}

/** Returns what would be sent, and the codes of the problems. */
export function planOf(text: string): unknown {
  const { requests, problems } = planText(text, {
    catalog: bundledCatalog,
    isStrict: false,
    fileName: 'hero.gen.yaml',
  });
  return {
    bodies: requests.map(({ body, endpoint }) => ({ body, endpoint })),
    problems: problems.map(({ code }) => code),
  };
}
