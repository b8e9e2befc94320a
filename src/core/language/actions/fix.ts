import type { ModelFamily } from '../../catalog/catalog.ts';
import type { Problem } from '../../jobFile/problem.ts';
import type { MapNode } from '../../jobFile/syntax/syntaxNode.ts';
import { findNodePath, findValuePath, mapOf, type NodePath } from '../edits/nodePath.ts';
import type { TextAction, TextEdit } from '../languageService.ts';
import { actionMessages as titles } from '../messages.ts';
import { type DocumentView, findChecked } from '../view/documentView.ts';
import { findJobOf, type JobEntry } from './jobEntry.ts';

export interface Fix
  extends
    Pick<TextAction, 'title'>,
    Partial<Pick<TextAction, 'kind' | 'isPreferred' | 'opens' | 'renameAt' | 'cursorAt' | 'triggersNext'>> {
  readonly edits: readonly TextEdit[];
  /** Whether the fix loses no meaning and leaves no choice, so that it may be applied without the user's review. */
  readonly isSafe?: boolean;
}

/** Returns the ways to fix one kind of problem, the most likely first. Empty if the intention is not clear. */
export type FindFixes = (broken: Broken) => readonly Fix[];

/** An entry of a map, with its value and the parents of that. */
export type Found = NonNullable<Broken['found']>;

/** A problem that is to be fixed, with what is written at its position. */
export class Broken {
  readonly view: DocumentView;
  readonly problem: Problem;
  readonly text: string;
  readonly root: MapNode | null;
  readonly start: number;
  readonly end: number;

  constructor(view: DocumentView, problem: Problem) {
    this.view = view;
    this.problem = problem;
    this.text = view.text;
    this.root = view.checked.jobFile.root;
    this.start = problem.start;
    this.end = problem.end;
  }

  get variant(): string {
    return this.arg('variant');
  }

  get source(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The innermost value around the problem, its key included. */
  get nodePath(): NodePath | null {
    return findNodePath(this.root, this.problem);
  }

  /** The value that the problem spans. */
  get valuePath(): NodePath | null {
    return findValuePath(this.root, this.problem);
  }

  /** The entry whose key or value the problem is shown at. */
  get found() {
    const { nodePath } = this;
    const map = mapOf(nodePath);
    return nodePath?.entry && map ? { nodePath, entry: nodePath.entry, map } : null;
  }

  /** The job that contains the problem. Null for values of all jobs. */
  get job(): JobEntry | null {
    return this.nodePath && findJobOf(this.view, this.nodePath);
  }

  familyOf(job: JobEntry | null): ModelFamily | null | undefined {
    return job && findChecked(this.view.checked.jobs, job.job.id)?.target?.family;
  }

  arg(name: string): string {
    const { args } = this.problem;
    return Object.hasOwn(args, name) ? String(args[name]) : '';
  }

  title(template: string, args: Readonly<Record<string, string | number>> = {}): string {
    return this.view.translate(template, args);
  }

  replace(newText: string): TextEdit {
    return { start: this.start, end: this.end, newText };
  }
}

/** Returns one fix with one edit. None if the edit is not possible. */
export function offer(title: string, edit: TextEdit | null | undefined, rest: Partial<Fix> = {}): readonly Fix[] {
  return edit ? [{ title, edits: [edit], ...rest }] : [];
}

/** Returns one fix with one edit that adds empty quotes. The cursor moves into them. */
export function offerEmpty(title: string, edit: TextEdit | null | undefined, rest: Partial<Fix> = {}): readonly Fix[] {
  return edit ? offer(title, edit, { cursorAt: edit.start + edit.newText.indexOf('""') + 1, ...rest }) : [];
}

/** Returns a fix for each name that can be written instead, the first one as the usual fix. */
export function offerNames(
  broken: Broken,
  names: readonly string[],
  editTo: (name: string) => TextEdit | null,
): readonly Fix[] {
  return names.flatMap((name, index) =>
    offer(broken.title(titles.changeTo, { name }), editTo(name), { isPreferred: index === 0 }),
  );
}

export function prefer(title: string, edit: TextEdit | null | undefined, rest: Partial<Fix> = {}): readonly Fix[] {
  return offer(title, edit, { isPreferred: true, ...rest });
}

/** Returns the same fixes, none of which is the usual one. */
export function demote(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.map((fix) => ({ ...fix, isPreferred: false }));
}
