import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import { listScalars, mapToJson, type SequenceNode, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { writeInline } from '../edits/copyValue.ts';
import { applyEdits, orderEdits } from '../edits/editLog.ts';
import { insertEntry, lastOwn, type NewEntry, type Written, writtenValue } from '../edits/insertEntry.ts';
import { insertVariable } from '../edits/insertVariable.ts';
import { isAlias } from '../edits/nodePath.ts';
import { removeEntry, removeItem } from '../edits/removeEntry.ts';
import { applyEdit, findOwn, NotEditableError, refuseUneditable, requireMap, setKeys } from '../edits/setKeys.ts';
import type { Combination, CombinationOutcome, TextEdit } from '../languageService.ts';
import { freeName, listVars } from '../names/declaredNames.ts';
import { writeName } from '../names/rename.ts';
import type { DocumentView } from '../view/documentView.ts';
import { type AxisChoice, findCombination, type FoundCombination, isEqual } from './findCombination.ts';

/**
 * Returns the text with a job set to one combination of its matrix: an axis that sets a field becomes that field, and an
 * axis that expressions reference becomes a variable. Comments, layout and the rest of the file stay.
 */
export function useCombination(view: DocumentView, combination: Combination): CombinationOutcome {
  const found = findCombination(view, combination);
  if ('kind' in found) return found;
  return refuseUneditable(() => {
    const text = edit(view, combination.job, found);
    return parseSyntax(text).problems.length > 0 ? { kind: 'not-editable' } : { kind: 'edited', text };
  });
}

function edit(view: DocumentView, job: string | null, found: FoundCombination): string {
  const { path, choices } = found;
  const variables = choices.flatMap((choice) => {
    const variable = findVariable(view, { job, name: choice.name });
    return variable ? [{ ...variable, value: writeChoice(view, found, choice) }] : [];
  });
  const fields = listFields(found);
  let text = applyEdits(view.text, listUses(view, variables));
  // Each field is inserted after the matrix, so that the last one inserted is the first one in the text. Variables are
  // added at the end of `vars`, in the order of the matrix.
  for (const choice of choices.toReversed()) {
    if (variables.at(-1)?.axis === choice.name) {
      for (const { name, value } of variables) text = addVariable(text, path, { key: name, value });
    }
    if (fields.has(choice.name)) text = setField(text, path, choice, writeChoice(view, found, choice));
  }
  const chosen: JsonObject = Object.fromEntries(choices.map(({ name, value }) => [name, value]));
  const isWhole = found.checked.compiled.expansion.variants.some(({ axes }) => isEqual(axes, chosen));
  return leaveMatrix(text, path, { chosen, isWhole });
}

type AxisVariable = NonNullable<ReturnType<typeof findVariable>>;

/**
 * Returns the variable that takes the place of an axis, with the references to the axis. It has the name of the axis
 * unless a variable has that already. Null if no expression references the axis. Throws a NotEditableError if another
 * job has the same reference, such as in `gen.defaults`.
 */
function findVariable(view: DocumentView, { job, name }: { readonly job: string | null; readonly name: string }) {
  const group = view.names.find((each) => each.kind === 'axis' && each.name === name && each.jobs.has(job));
  const uses = group?.nameRanges.filter(({ role }) => role === 'use') ?? [];
  if (!group || uses.length === 0) return null;
  if (group.jobs.size > 1) throw new NotEditableError(name);
  const used = view.names.filter(({ kind }) => kind === 'var').map((each) => each.name);
  const taken = new Set([...used, ...listVars(view, job).map(({ key }) => key)]);
  return { axis: name, name: freeName(name, taken), uses };
}

function listUses(view: DocumentView, variables: readonly AxisVariable[]): readonly TextEdit[] {
  const edits = variables.flatMap((variable) => rewriteUses(view.text, variable));
  const ordered = orderEdits(edits);
  if (ordered.length < edits.length) throw new NotEditableError('vars');
  return ordered;
}

/** Writes `vars.x` for `matrix.x`, in either spelling. Throws a NotEditableError for a reference that is hidden. */
function rewriteUses(text: string, { axis, name, uses }: AxisVariable): readonly TextEdit[] {
  return uses.flatMap((use) => {
    const context = /\bmatrix(?=\s*[.[]\s*$)/.exec(text.slice(0, use.start));
    if (!context || use.writing === 'hidden') throw new NotEditableError(axis);
    const start = context.index;
    const renamed = name === axis ? [] : [writeName(use, name)];
    if (renamed.includes(null)) throw new NotEditableError(axis);
    return [{ start, end: start + context[0].length, newText: 'vars' }, ...renamed.filter((each) => each !== null)];
  });
}

/** Returns the names of the axes that set a field of this combination's model. */
function listFields({ checked, choices }: FoundCombination): ReadonlySet<string> {
  const { compiled, groups, job } = checked;
  const isChosen = (axes: JsonObject): boolean =>
    choices.every(({ name, value }) => isEqual(axes[name] ?? null, value));
  const group = groups.find(({ variants }) => variants.some(({ axes }) => isChosen(axes))) ?? groups[0];
  const setBy = (name: string): boolean => {
    if (name === 'model') return job.model === undefined;
    const node = compiled.expansion.axes.find((axis) => axis.name === name)?.values[0]?.node;
    return group?.fields.some(({ entry }) => entry.key === name && entry.value === node) ?? false;
  };
  return new Set(choices.map(({ name }) => name).filter(setBy));
}

/** Expressions stay as they are written, unless one returns the whole list of values. */
function writeChoice({ text }: DocumentView, { matrix }: FoundCombination, choice: AxisChoice): Written {
  const { name, node, value, isFromEnv } = choice;
  const isItem = findOwn(matrix, name)?.value !== node;
  if (isItem && !isAlias(node, text) && holdsExpression(node)) {
    const inline = ` ${writeInline(node, text)}`;
    return { block: () => inline, inline };
  }
  if (isFromEnv) throw new NotEditableError(name);
  return writtenValue(value);
}

function holdsExpression(node: SyntaxNode): boolean {
  return listScalars(node).some(({ value }) => typeof value === 'string' && value.includes('${{'));
}

/** A field of the job with the same name gives way to that of the axis, as it does in a request. */
function setField(text: string, path: readonly string[], { name, value, node }: AxisChoice, written: Written): string {
  const isLiteral = !holdsExpression(node);
  const map = requireMap(text, path);
  if (findOwn(map, name) && isLiteral) return setKeys(text, path, { [name]: value });
  const cleared = setKeys(text, path, { [name]: undefined });
  const rest = requireMap(cleared, path);
  const schema = rest.entries.find(({ key }) => key === '$schema') ?? null;
  const after = name === 'model' ? schema : (findOwn(rest, 'matrix') ?? lastOwn(rest));
  return applyEdit(cleared, insertEntry(cleared, rest, { key: name, value: written, after }), name);
}

function addVariable(text: string, path: readonly string[], variable: NewEntry): string {
  const map = requireMap(text, path);
  const after = findOwn(map, 'matrix') ?? lastOwn(map);
  return applyEdit(text, insertVariable(text, map, { ...variable, after }), 'vars');
}

const listKeys: readonly string[] = ['include', 'exclude'];

/**
 * Takes the chosen axes out of the matrix of a job. If they are a whole combination, or no axis is left, the matrix goes.
 * Throws a NotEditableError if an axis is merged from another map, or if `include` or `exclude` is an alias.
 */
function leaveMatrix(
  text: string,
  path: readonly string[],
  { chosen, isWhole }: { readonly chosen: JsonObject; readonly isWhole: boolean },
): string {
  const own = requireMap(text, [...path, 'matrix']).entries.filter(({ key }) => !listKeys.includes(key));
  const left = own.filter(({ key }) => !Object.hasOwn(chosen, key));
  if (isWhole || left.length === 0) return setKeys(text, path, { matrix: undefined });
  const gone = own.filter(({ key }) => Object.hasOwn(chosen, key));
  const merged = gone.find(({ isMerged }) => isMerged);
  if (merged) throw new NotEditableError(merged.key);
  const removed = Object.fromEntries(gone.map(({ key }) => [key, undefined]));
  const adapted = listKeys.reduce((each, key) => adaptList(each, [...path, 'matrix'], { key, chosen }), text);
  return setKeys(adapted, [...path, 'matrix'], removed);
}

/** Removes maps for other combinations, and the keys of the axes that leave from the rest. */
function adaptList(
  text: string,
  path: readonly string[],
  { key, chosen }: { readonly key: string; readonly chosen: JsonObject },
): string {
  const list = findOwn(requireMap(text, path), key)?.value;
  if (list?.kind !== 'sequence') return text;
  if (isAlias(list, text)) throw new NotEditableError(key);
  const edit = adaptItem(text, list, chosen);
  if (edit === 'empty') return setKeys(text, path, { [key]: undefined });
  return edit === null ? text : adaptList(applyEdits(text, [edit]), path, { key, chosen });
}

/** Returns the edit of the first item that has to change: null if none has to, `empty` if the list would be empty. */
function adaptItem(text: string, list: SequenceNode, chosen: JsonObject): TextEdit | 'empty' | null {
  for (const item of list.items) {
    const entries = item.kind === 'map' ? item.entries : [];
    const known = entries.filter(({ key }) => Object.hasOwn(chosen, key));
    const [first] = known;
    if (!first || item.kind !== 'map') continue;
    const isHidden = isAlias(item, text) || known.some(({ isMerged }) => isMerged);
    if (isHidden || text.slice(item.start, item.end).includes('${{')) throw new NotEditableError(first.key);
    const isOther = known.some(({ key, value }) => !isEqual(mapToJson(value), chosen[key] ?? null));
    if (!isOther && known.length < entries.length) return removeEntry(text, item, first.start);
    return list.items.length === 1 ? 'empty' : removeItem(text, list, item);
  }
  return null;
}
