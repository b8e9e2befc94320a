import type { CheckedJob } from '../../jobFile/check/checkJob.ts';
import { findEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { writeLike } from '../../jobFile/write/writeValue.ts';
import { applyEdits } from '../edits/editLog.ts';
import type { RenameOutcome, RenameRefusal, RenameTarget, TextEdit, Translate } from '../languageService.ts';
import { nameMessages as words } from '../messages.ts';
import type { DocumentView, NameGroup, NameKind, NameRange } from '../view/documentView.ts';
import { hasName } from '../view/mapKind.ts';
import { findName } from './findDefinition.ts';
import { listVarsFiles, readVarsMap } from './listNames.ts';

/** A file that cannot be parsed is reported before the user types a name. */
export function findRenameTarget(view: DocumentView, offset: number): RenameTarget {
  const yamlError = findYamlError(view);
  if (yamlError) return yamlError;
  const found = findName(view, offset);
  if (!found) return refuse(view, words.nothing);
  return { ok: true, name: found.group.name, start: found.nameRange.start, end: found.nameRange.end };
}

function refuse({ translate }: DocumentView, template: string, args: Parameters<Translate>[1] = {}): RenameRefusal {
  return { ok: false, message: translate(template, args) };
}

interface RenameOptions {
  readonly name: string;
  readonly read: (text: string) => DocumentView;
}

/** Changes a name wherever the file references it, or says why it cannot be changed. The file keeps its meaning. */
export function rename(view: DocumentView, offset: number, { name: newName, read }: RenameOptions): RenameOutcome {
  const yamlError = findYamlError(view);
  if (yamlError) return yamlError;
  const found = findName(view, offset);
  if (!found) return refuse(view, words.nothing);
  const name = newName.trim();
  if (name === found.group.name) return { ok: true, edits: [] };
  const renameError = findRenameError(view, found.group, name);
  if (renameError) return renameError;
  const edits = found.group.nameRanges.map((nameRange) => writeName(nameRange, name));
  const written = edits.filter((edit) => edit !== null);
  if (written.length < edits.length) return refuse(view, words.unwritable);
  const after = read(applyEdits(view.text, written));
  if (!keepsMeaning({ view, group: found.group, name }, after)) return refuse(view, words.changesMeaning);
  return { ok: true, edits: written };
}

/** Where YAML is broken, the name may occur unseen, but a rename has to know every occurrence. */
function findYamlError(view: DocumentView): RenameRefusal | null {
  const error = view.checked.problems.find(({ code }) => code === 'yaml-syntax');
  return error ? refuse(view, words.unreadable, { line: view.text.slice(0, error.start).split('\n').length }) : null;
}

function findRenameError(view: DocumentView, group: NameGroup, name: string): RenameRefusal | null {
  const { kind, name: oldName, path, nameRanges } = group;
  if (name === '') return refuse(view, words.empty);
  if (/\p{Cc}/u.test(name)) return refuse(view, words.control);
  if (path !== null) return refuse(view, words.otherFile, { name: oldName, path });
  if (!nameRanges.some(({ role }) => role === 'declaration')) return refuse(view, words.undeclared, { name: oldName });
  if (nameRanges.some(({ writing }) => writing === 'hidden')) return refuse(view, words.hidden, { name: oldName });
  if (isReserved(kind, name)) return refuse(view, words.reserved, { name });
  if (isTaken(view, group, name)) return refuse(view, takenWords[kind], { name });
  return kind === 'axis' ? findAxisError(view, group, name) : null;
}

const takenWords: Readonly<Record<NameKind, string>> = {
  var: words.takenVar,
  axis: words.takenAxis,
  job: words.takenJob,
  anchor: words.takenAnchor,
};

/** `<<` merges, wherever it is a key. */
function isReserved(kind: NameKind, name: string): boolean {
  return name === '<<' || (kind === 'axis' && (name === 'include' || name === 'exclude'));
}

/** A name that is only used, and not declared, also counts: its references would suddenly be resolved. */
function isTaken(view: DocumentView, group: NameGroup, name: string): boolean {
  const namesakes = view.names.filter((each) => each.kind === group.kind && each.name === name);
  if (namesakes.some((each) => group.kind !== 'axis' || [...each.jobs].some((job) => group.jobs.has(job)))) return true;
  return group.kind === 'var' && isInVarsFile(view, name);
}

function isInVarsFile({ checked: { jobFile }, world }: DocumentView, name: string): boolean {
  return listVarsFiles(jobFile).some((path) => findEntry(readVarsMap(path, world.files), name));
}

/** An axis that no sent value references sets the field with its name. A new name would change the request. */
function findAxisError(view: DocumentView, { name: oldName, jobs }: NameGroup, name: string): RenameRefusal | null {
  for (const checkedJob of view.checked.jobs.filter(({ job }) => jobs.has(job.id))) {
    if (checkedJob.compiled.variables.has(oldName)) continue;
    if (isField(checkedJob, oldName)) return refuse(view, words.setsField, { name: oldName });
    if (isField(checkedJob, name)) return refuse(view, words.wouldSetField, { name });
  }
  return null;
}

/** For a model that is not in the catalog, every name may be a field. */
function isField({ job, groups }: CheckedJob, name: string): boolean {
  if (name === 'model') return !job.model;
  return groups.some(({ target }) => {
    const fields = target?.family?.fields;
    return target && (!fields || fields.some((field) => hasName(field, name)));
  });
}

/** The same occurrences must refer to the same things, and there must be no new problem. */
function keepsMeaning(
  { view, group, name }: { readonly view: DocumentView; readonly group: NameGroup; readonly name: string },
  after: DocumentView,
): boolean {
  const renamed = view.names.map((each) => (each === group ? { ...each, name } : each));
  const codesOf = ({ checked }: DocumentView): string => checked.problems.map(({ code }) => code).join();
  return describeGroups(renamed) === describeGroups(after.names) && codesOf(view) === codesOf(after);
}

/** Describes which of all occurrences, counted through the text, belong together, and under which name. */
function describeGroups(groups: readonly NameGroup[]): string {
  const occurrences = groups.flatMap(({ nameRanges }, at) =>
    nameRanges.map(({ start, role }) => ({ start, role, at })),
  );
  const sorted = occurrences.sort((a, b) => a.start - b.start || a.at - b.at);
  const nameRanges = sorted.map(({ role, at }) => [role, at]);
  return JSON.stringify([nameRanges, groups.map(({ kind, name }) => [kind, name])]);
}

/** Writes another name at an occurrence. Returns null if the name cannot be written there. */
export function writeName(nameRange: NameRange, name: string): TextEdit | null {
  const { start, end, writing, quote } = nameRange;
  if (writing === 'hidden') return null;
  if (writing === 'key' || writing === 'value') {
    return { start, end, newText: writeLike(quote, name, { isFlow: true }) };
  }
  if (writing === 'anchor') return /^[\p{L}\p{N}_-]+$/u.test(name) ? { start, end, newText: name } : null;
  if (writing === 'step' && isStep(name)) return { start, end, newText: name };
  const quoted = quoteInExpression(name, quote);
  if (quoted === null) return null;
  // The dot before the name is removed.
  return writing === 'step' ? { start: start - 1, end, newText: `[${quoted}]` } : { start, end, newText: quoted };
}

/** Whether a name can follow a dot. Digits alone would be an index. */
function isStep(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) && !/^\d+$/.test(name);
}

/** Writes the name without escapes, so that it is the same in any scalar except one with the same quotes. */
export function quoteInExpression(name: string, taken: NameRange['quote']): string | null {
  if (name.includes('\\')) return null;
  const quote = ["'", '"'].find((each) => each !== taken && !name.includes(each));
  return quote === undefined || (taken !== '' && name.includes(taken)) ? null : `${quote}${name}${quote}`;
}
