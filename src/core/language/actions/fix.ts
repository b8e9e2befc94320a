import type { Problem } from '../../jobFile/problem.ts';
import type { DocumentView } from '../documentView.ts';
import type { TextAction, TextEdit } from '../languageService.ts';
import { actionMessages as titles } from './actionMessages.ts';

/** One way to mend a problem; see `TextAction` for what its parts mean. */
export interface Fix
  extends
    Pick<TextAction, 'title'>,
    Partial<Pick<TextAction, 'isPreferred' | 'isSafe' | 'opens' | 'renameAt' | 'cursorAt'>> {
  readonly edits: readonly TextEdit[];
}

/** A problem in the document that has it. */
export interface Broken {
  readonly view: DocumentView;
  readonly problem: Problem;
}

/** Ways to mend one kind of problem, the likeliest first; none where it can not be told what was meant. */
export type FindFixes = (broken: Broken) => readonly Fix[];

export function argOf({ args }: Problem, name: string): string {
  return Object.hasOwn(args, name) ? String(args[name]) : '';
}

/** What is written instead is what the title says. */
export function changeTo({ view }: Broken, name: string, rest: Omit<Fix, 'title'>): Fix {
  return { title: view.translate(titles.changeTo, { name }), ...rest };
}
