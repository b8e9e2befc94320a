import type { Constraint } from '../../../catalog/field.ts';
import { lineEndAt } from '../../../support/text/lines.ts';
import { findNodePath, findValuePath, isAlias, type NodePath } from '../../edits/nodePath.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findFieldAt, isValidAlone } from '../findField.ts';
import { argOf, changeTo, type FindFixes, type Fix, usualFix } from '../fix.ts';
import { fixByRemoval } from './keys.ts';
import { isSameWord, nearestNames } from './nearestNames.ts';

const maxListed = 6;

/** Suggests the values of a closed list: the most similar first, or all of them if they are few. */
export const fixEnum: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  if (!nodePath) return [];
  const known = findConstraint(view, nodePath, 'enum')?.values ?? listArgs(argOf(problem, 'values'));
  const value = argOf(problem, 'value');
  const near = nearestNames(value, known.map(String));
  const others = known.length <= maxListed ? known.map(String) : [];
  const names = [...new Set([...near, ...others])];
  return names.flatMap((name, index): readonly Fix[] => {
    const wanted = known.find((each) => String(each) === name);
    const edit = wanted === undefined ? null : replaceValue(view.text, nodePath, wanted);
    if (!edit) return [];
    const isSafe = isSameWord(name, value) && names.filter((other) => isSameWord(other, value)).length === 1;
    return [changeTo(broken, name, { edits: [edit], isPreferred: index === 0 && near.length > 0, isSafe })];
  });
};

/** Message arguments list only a few words. A shortened list is not a list of all values. */
function listArgs(values: string): readonly string[] {
  return values === '' || values.endsWith('…') ? [] : values.split(', ');
}

type ConstraintOf<K extends Constraint['kind']> = Extract<Constraint, { readonly kind: K }>;

function findConstraint<K extends Constraint['kind']>(
  view: DocumentView,
  nodePath: NodePath,
  kind: K,
): ConstraintOf<K> | undefined {
  const constraints = findFieldAt(view, nodePath)?.constraints;
  return constraints?.find((each): each is ConstraintOf<K> => each.kind === kind);
}

/** Common spellings of a form: `16x9` for `16:9`, `female` for `f`. */
const rewritings: readonly ((value: string) => string)[] = [
  (value) => value.trim(),
  (value) => value.replaceAll(/\s+/g, ''),
  (value) => value.replaceAll(/[x×*/]/gi, ':'),
  (value) => value.replaceAll(/[x×:/]/gi, '*'),
  (value) => value.replaceAll(/[*×:/]/gi, 'x'),
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
  (value) => value.slice(0, 1).toLowerCase(),
  (value) => `#${value}`,
  writeShare,
];

/** Writes `0.1` and `10` as `10.00%`. More than 100 percent is not a share. */
function writeShare(value: string): string {
  const number = Number(value.replace(/%$/, '').trimEnd().replace(',', '.'));
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const isFraction = !value.endsWith('%') && number <= 1;
  return `${(isFraction ? 100 * number : number).toFixed(2)}%`;
}

/** Returns other spellings of a value that fit the form of its field. Empty if the field has no form. */
export function respell(view: DocumentView, nodePath: NodePath, value: string): readonly string[] {
  const form = readForm(findConstraint(view, nodePath, 'pattern'));
  const spellings = form ? rewritings.map((rewrite) => rewrite(value)).filter((each) => form.test(each)) : [];
  return [...new Set(spellings)].filter((each) => isValidAlone(view, nodePath, each));
}

function readForm(pattern: ConstraintOf<'pattern'> | undefined): RegExp | undefined {
  return pattern && new RegExp(`^(?:${pattern.pattern})$`, 'u');
}

/** Suggests another spelling of the value that fits the form, or else the values that are known to fit. */
export const fixForm: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const value = nodePath?.node.kind === 'scalar' ? nodePath.node.value : null;
  if (!nodePath || typeof value !== 'string') return [];
  const field = findFieldAt(view, nodePath);
  const form = readForm(findConstraint(view, nodePath, 'pattern'));
  const candidates = respell(view, nodePath, value);
  const known = form
    ? [...(field?.suggestions ?? []), ...(typeof field?.default === 'string' ? [field.default] : [])].filter((each) =>
        form.test(each),
      )
    : [];
  const rewritten = new Set(candidates);
  return [...new Set([...candidates, ...known.slice(0, maxListed)])].flatMap((each, index) => {
    const edit = isValidAlone(view, nodePath, each) ? replaceValue(view.text, nodePath, each) : null;
    return edit ? [changeTo(broken, each, { edits: [edit], isPreferred: index === 0 && rewritten.has(each) })] : [];
  });
};

/** Suggests the nearest bound. For a number that must be above 0 and has no other bound, that is 1. */
export const fixRange: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const [value, min, max] = ['value', 'min', 'max'].map((name) => argOf(problem, name));
  if (!nodePath || !value) return [];
  const isBelow = min !== '' && Number(value) < Number(min);
  const bound = argOf(problem, 'variant') === 'positive' ? '1' : isBelow ? min : max;
  const edit = bound ? replaceValue(view.text, nodePath, Number(bound)) : null;
  return bound ? usualFix(view.translate(titles.changeTo, { name: bound }), edit) : [];
};

/** The user's own budget applies anyway. */
export const fixBudget: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const own = argOf(problem, 'own');
  const edit = nodePath && replaceValue(view.text, nodePath, Number(own));
  return [...fixByRemoval(broken), ...(edit ? [changeTo(broken, own, { edits: [edit] })] : [])];
};

export const fixVersion: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const version = argOf(problem, 'version');
  const edit = nodePath && replaceValue(view.text, nodePath, Number(version));
  return usualFix(view.translate(titles.changeTo, { name: version }), edit);
};

/** Keeps the first of too many items, in their order. */
export const fixTooMany: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findValuePath(view.checked.jobFile.root, problem);
  const max = Number(argOf(problem, 'max'));
  if (nodePath?.node.kind !== 'sequence' || isAlias(nodePath.node, view.text)) return [];
  const [kept, last] = [nodePath.node.items[max - 1], nodePath.node.items.at(-1)];
  if (!kept || !last) return [];
  const start = view.text[nodePath.node.start] === '[' ? kept.end : lineEndAt(view.text, kept.end);
  const edit = { start, end: Math.max(start, last.end), newText: '' };
  return [{ title: view.translate(titles.keepFirst, { count: max }), edits: [edit] }];
};
