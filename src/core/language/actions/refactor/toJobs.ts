import { jobFileStem } from '../../../artifact/jobFileName.ts';
import { slug } from '../../../jobFile/expression/filters.ts';
import type { MapNode, SyntaxEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { lineBreakOf, lineStartAt, nextLineAt, spaces } from '../../../support/text/lines.ts';
import { findBlockEntryRange, isFlow } from '../../edits/nodePath.ts';
import { listExpressions } from '../../expressions/findExpression.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { Fix } from '../fix.ts';

/** Whether a key stays at the root beside `jobs:`. */
function staysAtRoot({ key }: SyntaxEntry): boolean {
  return ['$schema', 'gen', 'vars', 'output'].includes(key) || key.startsWith('x-');
}

const step = 4;

/** Makes the job at the root the first one under `jobs:`: its lines are indented more, below an id. */
export function turnIntoJobs(view: DocumentView): readonly Fix[] {
  const { text } = view;
  const { root } = view.checked.jobFile;
  if (
    !root ||
    view.layout.hasJobs ||
    isFlow(root, text) ||
    root.entries.some(({ key, isMerged }) => isMerged || key === 'jobs')
  ) {
    return [];
  }
  const moved = root.entries.filter((entry) => !staysAtRoot(entry));
  const [first] = moved;
  const last = moved.at(-1);
  if (!first || !last || !isMovable(view, root)) return [];
  const start = lineStartAt(text, first.start);
  const end = findBlockEntryRange(text, last.start).end;
  const between = root.entries.filter(
    (entry) => staysAtRoot(entry) && entry.start > first.start && entry.start < last.start,
  );
  if (between.length > 0 && /(?:^|[\s[{,])[&*][\w-]/.test(text)) return [];
  const id = slug(jobFileStem(view.world.files?.name ?? '')) || 'first';
  const stays = between.map((entry) => ({
    start: lineStartAt(text, entry.start),
    end: nextLineAt(text, findBlockEntryRange(text, entry.start).end),
  }));
  const lineBreak = lineBreakOf(text);
  const head = `${stays.map((each) => text.slice(each.start, each.end)).join('')}jobs:${lineBreak}  ${id}:${lineBreak}`;
  const edits = [
    ...stays.map((each): TextEdit => ({ ...each, newText: '' })),
    ...indentLines(text, { start, end }).filter(({ start: at }) =>
      stays.every((each) => at < each.start || at >= each.end),
    ),
  ].sort((a, b) => a.start - b.start);
  const [opening, ...rest] = edits;
  if (opening?.start !== start) return [];
  const renameAt = start + head.length - id.length - 1 - lineBreak.length;
  return [
    {
      title: view.translate(titles.toJobs, {}),
      edits: [{ ...opening, newText: head + opening.newText }, ...rest],
      renameAt,
    },
  ];
}

/** The name of the job differs between the two forms, and a key that cannot be parsed cannot be moved. */
function isMovable(view: DocumentView, root: MapNode): boolean {
  const { text, checked } = view;
  const speaksOfJob = listExpressions(view).some(({ source }) => /\bjob\s*[.[]/.test(source));
  const isClean = checked.problems.every(({ code }) => code !== 'yaml-syntax' && code !== 'duplicate-key');
  return !speaksOfJob && isClean && root.entries.every((entry) => lineStartAt(text, entry.start) === entry.start);
}

/** Blank lines stay unchanged. */
function indentLines(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = start; at < end;) {
    const next = nextLineAt(text, at);
    if (text.slice(at, next).trim() !== '') edits.push({ start: at, end: at, newText: spaces(step) });
    if (next <= at) break;
    at = next;
  }
  return edits;
}
