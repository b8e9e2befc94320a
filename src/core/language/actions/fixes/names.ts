import { findContext } from '../../../jobFile/expression/contexts.ts';
import { findEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { insertEntry, insertUnder, lastOwn } from '../../edits/insertEntry.ts';
import { insertVariable } from '../../edits/insertVariable.ts';
import { findSchemaEntry, nestIn } from '../../edits/moveEntry.ts';
import { findNodePath, mapOf } from '../../edits/nodePath.ts';
import { removeEntry, removeItem } from '../../edits/removeEntry.ts';
import { writtenValue } from '../../edits/written.ts';
import { listAxes, listVars } from '../../names/declaredNames.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findJobOf } from '../jobEntry.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { changeValue } from './nearestNames.ts';

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u;

/** Changes a part of an expression if the text at the range is the name that the problem quotes. */
function changePiece({ view, problem }: Broken, written: string, names: readonly string[]): readonly Fix[] {
  const { start, end } = problem;
  const source = view.text.slice(start, end);
  const [, quote = ''] = /^(["']).*\1$/.exec(source) ?? [];
  if (source !== `${quote}${written}${quote}`) return [];
  return names
    .filter((name) => (quote === '' ? plainName.test(name) : !name.includes(quote)))
    .map((name, index) => ({
      title: view.translate(titles.changeTo, { name }),
      edits: [{ start, end, newText: `${quote}${name}${quote}` }],
      isPreferred: index === 0,
    }));
}

const maxKnown = 4;

/** Suggests similar names: of variables, axes, jobs, or ids in `needs`. */
export const fixUnknownName: FindFixes = (broken) => {
  const { view, problem } = broken;
  const name = argOf(problem, 'name');
  const suggestion = argOf(problem, 'suggestion');
  const known =
    argOf(problem, 'known') === '' || argOf(problem, 'known').endsWith('…') ? [] : argOf(problem, 'known').split(', ');
  const variant = argOf(problem, 'variant');
  if (variant === 'bare-known') {
    const end = problem.end;
    return known
      .slice(0, maxKnown)
      .filter((each) => plainName.test(each))
      .map((each) => ({
        title: view.translate(titles.changeTo, { name: `${name}.${each}` }),
        edits: [{ start: end, end, newText: `.${each}` }],
      }));
  }
  const others = known.filter((each) => each !== findOwnJob(broken));
  const names = suggestion === '' ? (others.length <= maxKnown ? others : []) : [suggestion];
  const pieces = changePiece(broken, name, names);
  const values = pieces.length > 0 ? [] : changeValue(broken, name, names);
  const preferred = [...pieces, ...values].map((fix) => ({
    ...fix,
    isPreferred: fix.isPreferred === true && suggestion !== '',
  }));
  return [...preferred, ...addVariable(broken, name), ...addAxis(broken, name), ...removeNeed(broken)];
};

/** Id of the job that references another job, which cannot be itself. Null if something else is referenced. */
function findOwnJob({ view, problem }: Broken): string | null {
  if (argOf(problem, 'owner') !== 'jobs') return null;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  return (nodePath && findJobOf(view, nodePath)?.job.id) ?? null;
}

/** Adds a variable that is used before it is defined. The user writes its value. */
function addVariable({ view, problem }: Broken, name: string): readonly Fix[] {
  const { root } = view.checked.jobFile;
  if (argOf(problem, 'owner') !== 'vars' || !root || !plainName.test(name)) return [];
  const value = { ...writtenValue(''), block: () => ' ""' };
  const edit = insertVariable(view.text, root, { key: name, value, after: findSchemaEntry(root) });
  if (!edit) return [];
  const cursorAt = edit.start + edit.newText.indexOf('""') + 1;
  return [{ title: view.translate(titles.addVariable, { name }), edits: [edit], cursorAt }];
}

/** Adds an axis that is used before the matrix has it. The user writes its values. */
function addAxis({ view, problem }: Broken, name: string): readonly Fix[] {
  if (argOf(problem, 'owner') !== 'matrix' || !plainName.test(name)) return [];
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const map = (nodePath && findJobOf(view, nodePath)?.map) ?? null;
  const axis = { key: name, value: { block: () => ' [""]', inline: ' [""]' } };
  const matrix = map && findEntry(map, 'matrix');
  const edit = matrix
    ? insertUnder(view.text, matrix, axis)
    : map && insertEntry(view.text, map, { key: 'matrix', value: nestIn([], axis), after: lastOwn(map) });
  if (!edit) return [];
  const cursorAt = edit.start + edit.newText.indexOf('""') + 1;
  return [{ title: view.translate(titles.addTo, { name, field: 'matrix' }), edits: [edit], cursorAt }];
}

function removeNeed({ view, problem }: Broken): readonly Fix[] {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const owner = nodePath?.entry ? nodePath : nodePath?.parent;
  const map = mapOf(owner ?? null);
  if (!nodePath || !map || owner?.entry?.key !== 'needs') return [];
  const { node, entry } = owner;
  if (node.kind === 'sequence' && node.items.length > 1) {
    if (owner === nodePath) return [];
    const edits = [removeItem(view.text, node, nodePath.node)];
    return [{ title: view.translate(titles.removeFromNeeds, {}), edits }];
  }
  const edits = [removeEntry(view.text, map, entry.start)];
  return [{ title: view.translate(titles.remove, { name: entry.key }), edits }];
}

/** A cycle of jobs ends when one of the jobs no longer needs the next one. */
export const fixCycle: FindFixes = removeNeed;

export const fixUnknownContext: FindFixes = (broken) => {
  const { view, problem } = broken;
  const name = argOf(problem, 'name');
  const owned = findOwner(view, problem, name);
  const suggestion = argOf(problem, 'suggestion');
  const names = [...(owned === null ? [] : [owned]), ...(suggestion === '' ? [] : [suggestion])];
  if (view.text.slice(problem.start, problem.end) !== name) return [];
  return names.map((each, index) => ({
    title: view.translate(titles.changeTo, { name: each }),
    edits: [{ start: problem.start, end: problem.end, newText: each }],
    isPreferred: index === 0,
  }));
};

/** Returns the owner of a bare name: `color` means `vars.color`, or an axis, if such a name exists. */
function findOwner(view: DocumentView, range: TextRange, name: string): string | null {
  const nodePath = findNodePath(view.checked.jobFile.root, range);
  const job = nodePath && (findJobOf(view, nodePath)?.job.id ?? null);
  if (findContext(name)) return null;
  if (listVars(view, job).some((each) => each.name === name)) return `vars.${name}`;
  return listAxes(view, job).some((each) => each.name === name) ? `matrix.${name}` : null;
}

export const fixUnknownFilter: FindFixes = (broken) => {
  const { view, problem } = broken;
  const suggestion = argOf(problem, 'suggestion');
  const changed = suggestion === '' ? [] : changePiece(broken, argOf(problem, 'name'), [suggestion]);
  const before = view.text.slice(0, problem.start).trimEnd();
  const call = /^\s*\([^()]*\)/.exec(view.text.slice(problem.end))?.[0].length ?? 0;
  const isPiece = view.text.slice(problem.start, problem.end) === argOf(problem, 'name') && before.endsWith('|');
  const removal = { start: before.slice(0, -1).trimEnd().length, end: problem.end + call, newText: '' };
  return isPiece ? [...changed, { title: view.translate(titles.removeFilter, {}), edits: [removal] }] : changed;
};
