import { actionMessages as titles } from '../actionMessages.ts';
import { findContext } from '../../../jobFile/expression/contexts.ts';
import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { findFieldAt } from '../findField.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { findSeat } from '../seat.ts';
import { writeQuoted } from '../../../jobFile/write/writeScalar.ts';
import { keepText } from './keepText.ts';

/** Nothing but text can start like this. Where the text ends is plain as well, unless a `#` may be part of it. */
export const fixSafely: FindFixes = (broken) => {
  const isPlain = !/\s#/.test(broken.view.text.slice(broken.problem.start, textRange(broken).end));
  return fixAsText(broken).map((fix, index) => ({ ...fix, isSafe: index === 0 && isPlain }));
};

export const fixAsText: FindFixes = (broken) => keepText(broken, textRange(broken));

/** Without a comment behind it: a `#` with a blank on both sides. */
function textRange({ view, problem: { start, end } }: Broken): TextRange {
  const source = view.text.slice(start, end);
  const lastLine = Math.max(0, source.lastIndexOf('\n'));
  const comment = source.slice(lastLine).search(/\s#(?:\s|$)/);
  const text = comment < 0 ? '' : source.slice(0, lastLine + comment).trimEnd();
  return { start, end: text === '' ? end : start + text.length };
}

/** `{{ vars.color }}` is an expression without its sign; anything else is text. */
export const fixBraces: FindFixes = (broken) => {
  const { view, problem } = broken;
  const source = view.text.slice(problem.start, textRange(broken).end);
  const [, inner = ''] = /^\{\{(.*)\}\}$/.exec(source) ?? [];
  const outcome = parseExpression(inner);
  const isKnown = outcome.ok && findContext(String(outcome.expression.path[0]?.step)) !== undefined;
  const kept = fixAsText(broken);
  if (!isKnown) return kept;
  const edits = [{ start: problem.start, end: problem.start, newText: '$' }];
  const change: Fix = { title: view.translate(titles.changeTo, { name: `$${source}` }), edits, isPreferred: true };
  return [change, ...kept.map((fix) => ({ ...fix, isPreferred: false }))];
};

/** Lines that people write in brackets are lyrics: those are better off in a block. */
export const fixBrackets: FindFixes = (broken) => {
  const [quoted, block] = fixAsText(broken);
  return block && quoted
    ? [
        { ...block, isPreferred: true },
        { ...quoted, isPreferred: false },
      ]
    : quoted
      ? [quoted]
      : [];
};

/** The text with what was taken for a comment, from the start of the value on. */
export const fixComment: FindFixes = (broken) => {
  const { view, problem } = broken;
  const end = view.text.slice(0, problem.start).trimEnd().length;
  const node = findSeat(view.checked.jobFile.root, { start: end, end })?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const whole = node.value + view.text.slice(node.end, problem.end);
  return keepText(broken, { start: node.start, end: problem.end }, whole);
};

/** The blank between the colon and the `#` stays. */
export const fixCommentValue: FindFixes = (broken) => keepText(broken, broken.problem);

/** As some tools read it, and as it is sent: the same text. */
export const fixRatio: FindFixes = ({ view, problem }) => {
  const { start, end } = problem;
  const edit = { start, end, newText: writeQuoted(view.text.slice(start, end)) };
  return [{ title: view.translate(titles.quote, {}), edits: [edit], isPreferred: true, isSafe: true }];
};

export const fixZeros: FindFixes = ({ view, problem }) => {
  const { start, end } = problem;
  const source = view.text.slice(start, end);
  const keep: Fix = {
    title: view.translate(titles.keepZeros, {}),
    edits: [{ start, end, newText: writeQuoted(source) }],
  };
  const drop: Fix = {
    title: view.translate(titles.dropZeros, {}),
    edits: [{ start, end, newText: argOf(problem, 'value') }],
  };
  const seat = findSeat(view.checked.jobFile.root, problem);
  const kind = seat?.entry && findFieldAt(view, seat)?.type.kind;
  // Where the catalog knows which it is, the other one would be refused.
  if (kind === 'string') return [{ ...keep, isPreferred: true }];
  return kind === 'integer' || kind === 'number' ? [{ ...drop, isPreferred: true }] : [keep, drop];
};

/** A number of many digits is sent as it is; only where text is wanted quotes are better. */
export const fixDigits: FindFixes = ({ view, problem }) => {
  const seat = findSeat(view.checked.jobFile.root, problem);
  const kind = seat?.entry && findFieldAt(view, seat)?.type.kind;
  if (kind === 'integer' || kind === 'number') return [];
  const { start, end } = problem;
  const edit = { start, end, newText: writeQuoted(view.text.slice(start, end)) };
  return [{ title: view.translate(titles.quote, {}), edits: [edit] }];
};

/** Quotes around each expression that stands bare between brackets. */
export const fixFlowExpression: FindFixes = ({ view, problem }) => {
  const source = view.text.slice(problem.start, problem.end);
  const edits = [...source.matchAll(/\$\{\{(?<=[[,{:]\s*\$\{\{)(?:[^$\n]|\$(?!\{\{))*?\}\}(?=\s*[,\]}])/g)].map(
    (match) => {
      const start = problem.start + match.index;
      return { start, end: start + match[0].length, newText: writeQuoted(match[0]) };
    },
  );
  return edits.length === 0
    ? []
    : [{ title: view.translate(titles.quote, {}), edits, isPreferred: true, isSafe: true }];
};
