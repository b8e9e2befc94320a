import { highestMaxRuns } from '../../../jobFile/parse/controlKeys.ts';
import { findEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { writeScalar } from '../../../jobFile/write/writeScalar.ts';
import { insertAtPath } from '../../edits/moveEntry.ts';
import { findNodePath, findValuePath, type NodePath } from '../../edits/nodePath.ts';
import { removeEntry } from '../../edits/removeEntry.ts';
import { appendText, replaceValue } from '../../edits/replaceValue.ts';
import { writtenValue } from '../../edits/written.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findJobOf } from '../jobEntry.ts';
import { argOf, type Broken, type FindFixes, type Fix, usualFix } from '../fix.ts';
import { fixByRemoval } from './keys.ts';
import { renameKey } from './nearestNames.ts';
import { toList } from './types.ts';

export const fixMatrix: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findValuePath(view.checked.jobFile.root, problem);
  if (!nodePath) return [];
  switch (argOf(problem, 'variant')) {
    case 'not-a-list':
    case 'not-a-list-of-maps': {
      const words = splitWords(broken);
      const whole = nodePath.entry && nodePath.node.kind !== 'sequence' ? toList(broken, nodePath) : [];
      if (words.length === 0) return whole;
      return [...words, ...whole.map((fix) => ({ ...fix, isPreferred: false, isSafe: false }))];
    }
    case 'empty-axis':
    case 'exclude-no-axis':
      return fixByRemoval(broken);
    case 'nothing-left': {
      const matrix = nodePath.node.kind === 'map' ? nodePath.node : null;
      const exclude = findEntry(matrix, 'exclude');
      if (!matrix || !exclude || exclude.isMerged) return [];
      return [
        {
          title: view.translate(titles.remove, { name: 'exclude' }),
          edits: [removeEntry(view.text, matrix, exclude.start)],
          isPreferred: true,
        },
      ];
    }
    default:
      return [];
  }
};

/** `2K, 3K` probably means two values. */
function splitWords({ view, problem }: Broken): readonly Fix[] {
  const { start, end } = problem;
  const words = view.text
    .slice(start, end)
    .split(',')
    .map((word) => word.trim());
  if (words.length < 2 || words.some((word) => !/^[\p{L}\p{N}*:_-]+$/u.test(word))) return [];
  const newText = `[${words.map((word) => (/^\d+(?:\.\d+)?$/.test(word) ? word : writeScalar(word))).join(', ')}]`;
  return usualFix(view.translate(titles.changeTo, { name: newText }), { start, end, newText });
}

/** For an axis that no expression references: changes it to the intended field, or removes it. */
export const fixNoEffect: FindFixes = (broken) => {
  const suggestion = argOf(broken.problem, 'suggestion');
  const renamed = suggestion === '' ? [] : renameKey(broken, [suggestion]);
  const nodePath = findNodePath(broken.view.checked.jobFile.root, broken.problem);
  const isKey = nodePath?.entry?.keyRange.start === broken.problem.start;
  if (!isKey) return renamed;
  return [
    ...renamed,
    ...referenceAxis(broken, nodePath),
    ...fixByRemoval(broken).map((fix) => ({ ...fix, isPreferred: false })),
  ];
};

/** Appends a reference to the axis to the main text of the job. */
function referenceAxis({ view, problem }: Broken, nodePath: NodePath): readonly Fix[] {
  const axis = argOf(problem, 'axis');
  const job = findJobOf(view, nodePath);
  const family = view.checked.jobs.find((each) => each.job === job?.job)?.target?.family;
  const isText = nodePath.node.kind === 'sequence' && nodePath.node.items.every(({ kind }) => kind === 'scalar');
  if (!job?.map || !family || !isText || !/^[A-Za-z_][\w-]*$/.test(axis)) return [];
  const known = view.catalog.fieldsOf(family);
  const prose = job.map.entries.find(({ key, isMerged }) => !isMerged && known.get(key)?.isProse === true);
  const name = `\${{ matrix.${axis} }}`;
  const edit = prose && appendText(view.text, findNodePath(view.checked.jobFile.root, prose.value), ` ${name}`);
  return edit ? [{ title: view.translate(titles.addTo, { name, field: prose.key }), edits: [edit] }] : [];
}

/** Allows as many requests as the file makes. Each one is charged. */
export const fixTooManyRuns: FindFixes = ({ view, problem }) => {
  const { root } = view.checked.jobFile;
  const count = Number(argOf(problem, 'count'));
  if (!root || count > highestMaxRuns) return [];
  const gen = findEntry(root, 'gen');
  const own = gen?.value.kind === 'map' ? findEntry(gen.value, 'max_runs') : undefined;
  const nodePath = own && findNodePath(root, own);
  const edit = nodePath
    ? replaceValue(view.text, nodePath, count)
    : insertAtPath(view.text, root, { path: ['gen'], key: 'max_runs', value: writtenValue(count) });
  return edit ? [{ title: view.translate(titles.setMaxRuns, { count }), edits: [edit] }] : [];
};

/** Makes a list of ids that are written below one another, or with colons after them. */
export const fixNeeds: FindFixes = ({ view, problem }) => {
  const nodePath = findValuePath(view.checked.jobFile.root, problem);
  const node = nodePath?.node;
  if (node?.kind !== 'map' || nodePath?.entry?.key !== 'needs') return [];
  const newText = `[${node.entries.map(({ key }) => writeScalar(key)).join(', ')}]`;
  const isBlock = view.text[node.start] !== '{';
  const start = isBlock ? view.text.indexOf(':', nodePath.entry.keyRange.end) + 1 : node.start;
  const edit = { start, end: node.end, newText: isBlock ? ` ${newText}` : newText };
  return usualFix(view.translate(titles.makeList, {}), edit);
};
