import { mapToJson, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey, writeFlow } from '../../jobFile/write/writeValue.ts';
import { groupBy } from '../../support/groupBy.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { applyEdits } from '../edits/editLog.ts';
import { appendItem, insertEntry, lastOwn } from '../edits/insertEntry.ts';
import { removeItem } from '../edits/removeEntry.ts';
import { applyEdit, findOwn, NotEditableError, refuseUneditable, requireMap, setKeys } from '../edits/setKeys.ts';
import type { Combination, CombinationOutcome } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { type FoundCombination, isEqual, findCombination } from './findCombination.ts';

/**
 * Returns the text without these combinations: each is added to `exclude`, and what only `include` has is taken out
 * there. All other combinations stay, which is checked. `read` reads another text as this document would be read.
 */
export function excludeCombinations(
  view: DocumentView,
  combinations: readonly Combination[],
  read: (text: string) => DocumentView,
): CombinationOutcome {
  let current = view;
  for (const [job, ofJob] of groupBy(combinations, (each) => each.job)) {
    const outcome = excludeOfJob(current, { job, combinations: ofJob }, read);
    if (outcome.kind !== 'edited') return outcome;
    current = read(outcome.text);
  }
  return { kind: 'edited', text: current.text };
}

function excludeOfJob(
  view: DocumentView,
  { job, combinations }: { readonly job: string | null; readonly combinations: readonly Combination[] },
  read: (text: string) => DocumentView,
): CombinationOutcome {
  const found: FoundCombination[] = [];
  for (const each of combinations) {
    const outcome = findCombination(view, each);
    if ('kind' in outcome) return outcome;
    found.push(outcome);
  }
  const excluded = found.map(({ choices }) => Object.fromEntries(choices.map(({ name, value }) => [name, value])));
  const isKept = (axes: JsonObject): boolean => !excluded.some((each) => isEqual(each, axes));
  const kept = listAxes(view, job).filter(isKept);
  if (kept.length === 0) return { kind: 'nothing-left' };
  return refuseUneditable(() => {
    const text = edit(view.text, found, { excluded, kept });
    const isRight = canonicalJson(listAxes(read(text), job)) === canonicalJson(kept);
    return isRight ? { kind: 'edited', text } : { kind: 'not-editable' };
  });
}

function listAxes({ checked }: DocumentView, job: string | null): readonly JsonObject[] {
  const found = checked.jobs.find((each) => each.job.id === job);
  return found?.compiled.expansion.variants.map(({ axes }) => axes) ?? [];
}

function edit(
  text: string,
  found: readonly FoundCombination[],
  { excluded, kept }: { readonly excluded: readonly JsonObject[]; readonly kept: readonly JsonObject[] },
): string {
  const [first] = found;
  if (!first) return text;
  const path = [...first.path, 'matrix'];
  const ownAxes = first.matrix.entries.filter(({ key }) => key !== 'include' && key !== 'exclude');
  const items = found
    .filter((each) => ownAxes.every(({ key, value }) => isOfAxis(each, key, value)))
    .map(({ choices }) => writeItem(choices.filter(({ name }) => ownAxes.some(({ key }) => key === name))));
  // Without its combination, a map of `include` would become a separate combination.
  const isOrphan = (axes: JsonObject): boolean =>
    excluded.some((each) => agrees(axes, each)) && !kept.some((each) => agrees(axes, each));
  const added = items.reduce((each, item) => addExclude(each, path, item), text);
  return removeIncluded(added, path, isOrphan);
}

/** Whether the combination has one of the values in the list of the axis. Other values are in `include`. */
function isOfAxis({ choices }: FoundCombination, name: string, list: SyntaxNode): boolean {
  const node = choices.find((choice) => choice.name === name)?.node;
  return node !== undefined && node.start >= list.start && node.end <= list.end;
}

function writeItem(choices: FoundCombination['choices']): string {
  const secret = choices.find(({ isFromEnv }) => isFromEnv);
  if (secret) throw new NotEditableError(secret.name);
  return `{ ${choices.map(({ name, value }) => `${writeKey(name)}: ${writeFlow(value)}`).join(', ')} }`;
}

function addExclude(text: string, path: readonly string[], item: string): string {
  const matrix = requireMap(text, path);
  const list = findOwn(matrix, 'exclude')?.value;
  const written = { block: (indent: string) => `\n${indent}  - ${item}`, inline: ` [${item}]` };
  const edit =
    list?.kind === 'sequence'
      ? appendItem(text, list, item)
      : insertEntry(text, matrix, { key: 'exclude', value: written, after: lastOwn(matrix) });
  return applyEdit(text, edit, 'exclude');
}

function removeIncluded(text: string, path: readonly string[], isOrphan: (axes: JsonObject) => boolean): string {
  const list = findOwn(requireMap(text, path), 'include')?.value;
  if (list?.kind !== 'sequence') return text;
  const orphan = list.items.find((item) => item.kind === 'map' && isOrphan(mapToJson(item) as JsonObject));
  if (!orphan) return text;
  const left =
    list.items.length === 1
      ? setKeys(text, path, { include: undefined })
      : applyEdits(text, [removeItem(text, list, orphan)]);
  return removeIncluded(left, path, isOrphan);
}

function agrees(values: JsonObject, axes: JsonObject): boolean {
  return Object.entries(values).every(
    ([name, value]) => Object.hasOwn(axes, name) && isEqual(value, axes[name] ?? null),
  );
}
