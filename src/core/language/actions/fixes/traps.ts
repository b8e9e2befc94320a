import { findContext } from '../../../jobFile/expression/contexts.ts';
import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { writeQuoted } from '../../../jobFile/write/writeScalar.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { findNodePath } from '../../edits/nodePath.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findFieldAt } from '../findField.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { keepText } from '../keepText.ts';

/**
 * Fixes a value that can only be text, because of how it starts. The fix is safe unless a `#` makes the end of the text
 * unclear.
 */
export const fixSafely: FindFixes = (broken) => {
  const isPlain = !/\s#/.test(broken.view.text.slice(broken.problem.start, textRange(broken).end));
  return fixAsText(broken).map((fix, index) => ({ ...fix, isSafe: index === 0 && isPlain }));
};

export const fixAsText: FindFixes = (broken) => keepText(broken, textRange(broken));

/** Returns the range without a comment after it: a `#` with a space on both sides. */
function textRange({ view, problem: { start, end } }: Broken): TextRange {
  const source = view.text.slice(start, end);
  const lastLine = Math.max(0, source.lastIndexOf('\n'));
  const comment = source.slice(lastLine).search(/\s#(?:\s|$)/);
  const text = comment < 0 ? '' : source.slice(0, lastLine + comment).trimEnd();
  return { start, end: text === '' ? end : start + text.length };
}

/** `{{ vars.color }}` is an expression without its sign. Anything else is text. */
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

/** Lines in brackets are probably lyrics, which are easier to read in a block scalar. */
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

/** Keeps the text together with the part that YAML reads as a comment, from the start of the value. */
export const fixComment: FindFixes = (broken) => {
  const { view, problem } = broken;
  const end = view.text.slice(0, problem.start).trimEnd().length;
  const node = findNodePath(view.checked.jobFile.root, { start: end, end })?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const whole = node.value + view.text.slice(node.end, problem.end);
  return keepText(broken, { start: node.start, end: problem.end }, whole);
};

/** The space between the colon and the `#` stays. */
export const fixCommentValue: FindFixes = (broken) => keepText(broken, broken.problem);

/** Quotes give all tools the text that is sent. */
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
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const kind = nodePath?.entry && findFieldAt(view, nodePath)?.type.kind;
  // If the catalog knows the type, the other spelling would be refused.
  if (kind === 'string') return [{ ...keep, isPreferred: true }];
  return kind === 'integer' || kind === 'number' ? [{ ...drop, isPreferred: true }] : [keep, drop];
};

/** A number with many digits is sent unchanged. Quotes are better only where a string is expected. */
export const fixDigits: FindFixes = ({ view, problem }) => {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const kind = nodePath?.entry && findFieldAt(view, nodePath)?.type.kind;
  if (kind === 'integer' || kind === 'number') return [];
  const { start, end } = problem;
  const edit = { start, end, newText: writeQuoted(view.text.slice(start, end)) };
  return [{ title: view.translate(titles.quote, {}), edits: [edit] }];
};

/** Adds quotes around each bare expression between brackets. */
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
