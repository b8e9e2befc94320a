import { applyEdits } from '../edits/applyEdits.ts';
import type { RenameOutcome, RenameRefusal, RenameTarget } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findName, type FoundName } from './findName.ts';
import { findYamlError, findRenameError, type RenameError } from './findRenameError.ts';
import { nameMessages as words } from './nameMessages.ts';
import type { NameGroup } from '../view/nameRange.ts';
import { writeName } from './writeName.ts';

/** A file that cannot be parsed is reported before the user types a name. */
export function findRenameTarget(view: DocumentView, offset: number): RenameTarget {
  const yamlError = findYamlError(view);
  if (yamlError) return refuse(view, yamlError);
  const found = findName(view, offset);
  if (!found) return refuse(view, { template: words.nothing, args: {} });
  return { ok: true, name: found.group.name, start: found.nameRange.start, end: found.nameRange.end };
}

function refuse({ translate }: DocumentView, { template, args }: RenameError): RenameRefusal {
  return { ok: false, message: translate(template, args) };
}

interface RenameOptions {
  readonly name: string;
  /** Reads another text as this document would be read. */
  readonly read: (text: string) => DocumentView;
}

/**
 * Changes a name wherever the file references it, or says why it cannot be changed. The meaning of the file stays the
 * same.
 */
export function rename(view: DocumentView, offset: number, { name: newName, read }: RenameOptions): RenameOutcome {
  const refuseFor = (template: string): RenameRefusal => refuse(view, { template, args: {} });
  const yamlError = findYamlError(view);
  if (yamlError) return refuse(view, yamlError);
  const found = findName(view, offset);
  if (!found) return refuseFor(words.nothing);
  const name = newName.trim();
  if (name === found.group.name) return { ok: true, edits: [] };
  const renameError = findRenameError(view, found, name);
  if (renameError) return refuse(view, renameError);
  const edits = found.group.nameRanges.map((nameRange) => writeName(nameRange, name));
  const written = edits.filter((edit) => edit !== null);
  if (written.length < edits.length) return refuseFor(words.unwritable);
  const after = read(applyEdits(view.text, written));
  return keepsMeaning({ view, found, name }, after) ? { ok: true, edits: written } : refuseFor(words.changesMeaning);
}

/** The same occurrences must refer to the same things, and there must be no new problem. */
function keepsMeaning(
  before: { readonly view: DocumentView; readonly found: FoundName; readonly name: string },
  after: DocumentView,
): boolean {
  const { view, found, name } = before;
  const renamed = view.names.map((each) => (each === found.group ? { ...each, name } : each));
  const codesOf = ({ checked }: DocumentView): string => checked.problems.map(({ code }) => code).join();
  return describeGroups(renamed) === describeGroups(after.names) && codesOf(view) === codesOf(after);
}

/** Describes which of all occurrences, counted through the text, belong together, and under which name. */
function describeGroups(groups: readonly NameGroup[]): string {
  const occurrences = groups.flatMap((group) => group.nameRanges.map(({ start, role }) => ({ start, role, group })));
  const sorted = occurrences.sort((a, b) => a.start - b.start || groups.indexOf(a.group) - groups.indexOf(b.group));
  const nameRanges = sorted.map(({ role, group }) => [role, groups.indexOf(group)]);
  return JSON.stringify([nameRanges, groups.map(({ kind, name }) => [kind, name])]);
}
