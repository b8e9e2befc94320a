import type { Problem } from '../../jobFile/problem.ts';
import type { TextAction, TextEdit } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { actionMessages as titles } from './actionMessages.ts';

/** One way to fix a problem. `TextAction` documents the other members. */
export interface Fix
  extends
    Pick<TextAction, 'title'>,
    Partial<Pick<TextAction, 'isPreferred' | 'opens' | 'renameAt' | 'cursorAt' | 'triggersNext'>> {
  readonly edits: readonly TextEdit[];
  /** Whether the fix loses no meaning and leaves no choice, so that it may be applied without the user's review. */
  readonly isSafe?: boolean;
}

/** A problem, with the document that has it. */
export interface Broken {
  readonly view: DocumentView;
  readonly problem: Problem;
}

/** Returns the ways to fix one kind of problem, the most likely first. Empty if the intention is not clear. */
export type FindFixes = (broken: Broken) => readonly Fix[];

export function argOf({ args }: Problem, name: string): string {
  return Object.hasOwn(args, name) ? String(args[name]) : '';
}

/** Returns the usual fix of a problem, which is one edit. None if the edit is not possible. */
export function usualFix(title: string, edit: TextEdit | null | undefined): readonly Fix[] {
  return edit ? [{ title, edits: [edit], isPreferred: true }] : [];
}

/** The title says what is written instead. */
export function changeTo({ view }: Broken, name: string, rest: Omit<Fix, 'title'>): Fix {
  return { title: view.translate(titles.changeTo, { name }), ...rest };
}
