import { parsePath } from '../../jobFile/expression/parseExpression.ts';
import { findEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { findNodePath } from '../edits/nodePath.ts';
import { findExpression } from '../expressions/findExpression.ts';
import type { Location } from '../languageService.ts';
import type { DocumentView, NameGroup } from '../view/documentView.ts';
import { listLinks } from '../view/links.ts';
import { readVarsMap } from './listNames.ts';

/** Returns the declaration of the name at an offset, or the file that is named there. */
export function findDefinition(view: DocumentView, offset: number): readonly Location[] {
  const found = findName(view, offset);
  if (found) return locateName(view, found.group);
  const inside = findInside(view, offset);
  if (inside.length > 0) return inside;
  return listLinks(view, { start: offset, end: offset })
    .filter(({ target }) => !target.startsWith('https:'))
    .map(({ target }) => ({ path: target, start: 0, end: 0 }));
}

function locateName(view: DocumentView, group: NameGroup): readonly Location[] {
  const declared = group.nameRanges.filter(({ role }) => role === 'declaration').map(toRange);
  if (declared.length > 0 || group.path === null) return declared;
  const entry = findEntry(readVarsMap(group.path, view.world.files), group.name);
  return entry ? [{ path: group.path, ...toRange(entry.keyRange) }] : [];
}

/** A further step inside a variable: `color` in `vars.brand.color`. */
function findInside(view: DocumentView, offset: number): readonly Location[] {
  const expression = findExpression(view, offset);
  if (!expression) return [];
  const path = parsePath(expression.source);
  const index = path.findIndex(
    (step) => expression.start + step.start <= offset && offset <= expression.start + step.end,
  );
  const [context, head] = path;
  if (index < 2 || context?.step !== 'vars' || !head) return [];
  const found = findName(view, expression.start + head.start);
  if (!found) return [];
  const { name, path: file, nameRanges } = found.group;
  const key = nameRanges.find(({ role }) => role === 'declaration');
  const node =
    file === null
      ? key && findNodePath(view.checked.jobFile.root, key)?.node
      : findEntry(readVarsMap(file, view.world.files), name)?.value;
  const steps = path.slice(2, index + 1).map(({ step }) => step);
  const target = node && stepInto(node, steps);
  return target ? [{ ...(file === null ? {} : { path: file }), ...toRange(target) }] : [];
}

function stepInto(node: SyntaxNode, [step, ...rest]: readonly (string | number)[]): TextRange | undefined {
  if (node.kind === 'sequence') {
    const item = node.items[Number(step)];
    return item && (rest.length === 0 ? item : stepInto(item, rest));
  }
  const entry = node.kind === 'map' ? findEntry(node, String(step)) : undefined;
  return entry && (rest.length === 0 ? entry.keyRange : stepInto(entry.value, rest));
}

function toRange({ start, end }: TextRange): TextRange {
  return { start, end };
}

/** Returns the name at an offset, with its occurrence there. Both ends of the name are included. */
export function findName({ names }: DocumentView, offset: number) {
  for (const group of names) {
    const nameRange = group.nameRanges.find(
      ({ start, end, writing }) => writing !== 'hidden' && start <= offset && offset <= end,
    );
    if (nameRange) return { group, nameRange };
  }
  return null;
}

/** Returns the references in the order of the text, including the declarations. */
export function findReferences(view: DocumentView, offset: number): readonly TextRange[] {
  return (findName(view, offset)?.group.nameRanges ?? []).map(toRange);
}
