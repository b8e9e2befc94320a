import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import { mapToJson, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { applyEdits } from '../edits/applyEdits.ts';
import { insertEntry, lastOwn, type NewEntry } from '../edits/insertEntry.ts';
import { insertVariable } from '../edits/insertVariable.ts';
import { orderEdits, writeInline } from '../edits/moveEntry.ts';
import { isAlias } from '../edits/nodePath.ts';
import { findOwn, NotEditableError, requireMap, setKeys } from '../edits/setKeys.ts';
import { type Written, writtenValue } from '../edits/written.ts';
import type { Combination, CombinationOutcome, TextEdit } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { leaveMatrix } from './leaveMatrix.ts';
import { type AxisChoice, type FoundCombination, isEqual, findCombination } from './findCombination.ts';
import { type AxisVariable, findVariable, rewriteUses } from './rewriteUses.ts';

/**
 * Returns the text with a job set to one combination of its matrix: an axis that sets a field becomes that field, and an
 * axis that expressions reference becomes a variable. Comments, layout and the rest of the file stay.
 */
export function useCombination(view: DocumentView, combination: Combination): CombinationOutcome {
  const found = findCombination(view, combination);
  if ('kind' in found) return found;
  try {
    const text = edit(view, combination.job, found);
    return parseSyntax(text).problems.length > 0 ? { kind: 'not-editable' } : { kind: 'edited', text };
  } catch (error) {
    if (error instanceof NotEditableError) return { kind: 'not-editable' };
    throw error;
  }
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

function listUses(view: DocumentView, variables: readonly AxisVariable[]): readonly TextEdit[] {
  const edits = variables.flatMap((variable) => rewriteUses(view.text, variable));
  const ordered = orderEdits(edits);
  if (ordered.length < edits.length) throw new NotEditableError('vars');
  return ordered;
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
  return JSON.stringify(mapToJson(node), (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).includes(
    '${{',
  );
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
  const added = insertEntry(cleared, rest, { key: name, value: written, after });
  if (!added) throw new NotEditableError(name);
  return applyEdits(cleared, [added]);
}

function addVariable(text: string, path: readonly string[], variable: NewEntry): string {
  const map = requireMap(text, path);
  const added = insertVariable(text, map, { ...variable, after: findOwn(map, 'matrix') ?? lastOwn(map) });
  if (!added) throw new NotEditableError('vars');
  return applyEdits(text, [added]);
}
