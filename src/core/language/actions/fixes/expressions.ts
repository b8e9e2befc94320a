import { findFilter } from '../../../jobFile/expression/filters.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import { getOwn } from '../../../support/json/getOwn.ts';
import { findNodePath, isFlow } from '../../edits/nodePath.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { argOf, type Broken, type FindFixes, type Fix, usualFix } from '../fix.ts';

/** Rewrites arguments: `words("3")` to `words(3)`, `join(1)` to `join("1")`, and none if the filter has none. */
export const fixArgument: FindFixes = ({ view, problem }) => {
  const { start, end } = problem;
  const source = view.text.slice(start, end);
  const change = (newText: string, behind = 0): readonly Fix[] =>
    usualFix(view.translate(titles.changeTo, { name: newText }), { start, end: end + behind, newText });
  switch (argOf(problem, 'variant')) {
    case 'count': {
      const [, digits] = /^(?:"(\d+)"|'(\d+)'|(\d+)\.\d+)$/.exec(source) ?? [];
      const count = digits ?? /\d+/.exec(source)?.[0];
      return count === undefined ? [] : change(count);
    }
    case 'text':
      return /^[-\w.]+$/.test(source) ? change(`'${source}'`) : [];
    case 'number': {
      const name = argOf(problem, 'name');
      const close = /^\s*\)/.exec(view.text.slice(end))?.[0].length;
      return findFilter(name)?.params.length === 0 && close !== undefined ? change(name, close) : [];
    }
    default:
      return [];
  }
};

export const fixExpression: FindFixes = (broken) => {
  switch (argOf(broken.problem, 'variant')) {
    case 'unclosed':
      return closeExpression(broken);
    case 'empty':
      return removeEmpty(broken);
    case 'code':
      return [...useDefault(broken), ...useFilter(broken)];
    case 'filter':
      return removePipe(broken);
    case 'path':
      return removeDot(broken);
    case 'argument':
      return quoteArgument(broken);
    default:
      return [];
  }
};

/** Adds the braces after the last word of the line, inside the quotes that the value may have. */
function closeExpression({ view, problem }: Broken): readonly Fix[] {
  const { text } = view;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  if (nodePath?.node.kind !== 'scalar') return [];
  const { start, end, style } = nodePath.node;
  const piece = scanTemplate(text.slice(start, end)).find((each) => each.kind === 'expression' && !each.isClosed);
  if (piece?.kind !== 'expression') return [];
  const from = start + piece.sourceStart;
  const closing = style === 'quoted' && start + piece.end === end ? 1 : 0;
  const source = text.slice(from, start + piece.end - closing).trimEnd();
  const at = from + source.replace(/\}$/, '').trimEnd().length;
  const edit = { start: at, end: from + source.length, newText: ' }}' };
  return usualFix(view.translate(titles.closeExpression, {}), edit);
}

function removeEmpty({ view, problem }: Broken): readonly Fix[] {
  const { start, end } = problem;
  if (!/^\$\{\{\s*\}\}$/.test(view.text.slice(start, end))) return [];
  return [{ title: view.translate(titles.removeExpression, {}), edits: [{ start, end, newText: '' }] }];
}

/** `a || 'b'` and `a ?? 'b'` are written with the filter `default`. */
function useDefault({ view, problem }: Broken): readonly Fix[] {
  const [whole, , value] =
    /^(\|\||\?\?)\s*('[^']*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false)\s*(?=\}\})/.exec(view.text.slice(problem.start)) ??
    [];
  if (whole === undefined || value === undefined) return [];
  const edit = { start: problem.start, end: problem.start + whole.trimEnd().length, newText: `| default(${value})` };
  return usualFix(view.translate(titles.useFilter, { name: 'default' }), edit);
}

/** Methods of strings that exist as filters. */
const methods: Readonly<Record<string, string>> = { toUpperCase: 'upper', toLowerCase: 'lower', trim: 'trim' };

/** Rewrites `a.toUpperCase()` to `a | upper`. */
function useFilter({ view, problem }: Broken): readonly Fix[] {
  const { start, end } = problem;
  const [call, method = ''] = /\.(\w+)$/.exec(view.text.slice(0, start)) ?? [];
  const filter = getOwn(methods, method);
  const isLast = /^\s*\}\}/.test(view.text.slice(end));
  if (call === undefined || filter === undefined || !isLast || view.text.slice(start, end) !== '()') return [];
  const edit = { start: start - call.length, end, newText: ` | ${filter}` };
  return usualFix(view.translate(titles.useFilter, { name: filter }), edit);
}

/** Removes a `|` that no filter follows. */
function removePipe({ view, problem }: Broken): readonly Fix[] {
  const { text } = view;
  const [pipe] = /^\s*\|\s*(?=\}\}|\|)/.exec(text.slice(problem.start)) ?? [];
  if (pipe === undefined) return [];
  const start = text.slice(0, problem.start).trimEnd().length;
  const edit = { start, end: problem.start + pipe.length, newText: ' ' };
  return usualFix(view.translate(titles.removePipe, {}), edit);
}

/** Removes one of two consecutive dots. */
function removeDot({ view, problem }: Broken): readonly Fix[] {
  const [name, rest = ''] = /^\.([\p{L}_][\p{L}\p{M}\p{N}_-]*)/u.exec(view.text.slice(problem.start)) ?? [];
  if (name === undefined || view.text[problem.start - 1] !== '.') return [];
  const edit = { start: problem.start, end: problem.start + 1, newText: '' };
  return usualFix(view.translate(titles.changeTo, { name: `.${rest}` }), edit);
}

/** A bare word as the argument of a filter is probably a string. */
function quoteArgument({ view, problem }: Broken): readonly Fix[] {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const [word] = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*(?=\s*[),])/u.exec(view.text.slice(problem.start)) ?? [];
  if (word === undefined || !nodePath) return [];
  const quote = view.text[nodePath.node.start] === "'" ? '"' : "'";
  const newText = quote + word + quote;
  const edit = { start: problem.start, end: problem.start + word.length, newText };
  return usualFix(view.translate(titles.changeTo, { name: newText }), edit);
}

/** Opens what the editor can change, or adds a default value. */
export const fixBlockedEnv: FindFixes = ({ view, problem }) => {
  const name = argOf(problem, 'name');
  switch (argOf(problem, 'variant')) {
    case 'untrusted':
      return [{ title: view.translate(titles.trust, {}), edits: [], opens: 'trust', isPreferred: true }];
    // Only the user knows what else the name can be made of.
    case 'in-name':
      return [];
    case 'unset': {
      const end = view.text.indexOf('}}', problem.end);
      const nodePath = findNodePath(view.checked.jobFile.root, problem);
      if (end < 0 || !nodePath || end > nodePath.node.end) return [];
      const at = view.text.slice(0, end).trimEnd().length;
      const isSingle = view.text[nodePath.node.start] === "'" && !isFlow(nodePath.node, view.text);
      const edit = { start: at, end: at, newText: ` | default(${isSingle ? '""' : "''"})` };
      return [{ title: view.translate(titles.emptyDefault, {}), edits: [edit] }];
    }
    default:
      return [
        { title: view.translate(titles.allowEnv, { name }), edits: [], opens: 'settings-env', isPreferred: true },
      ];
  }
};
