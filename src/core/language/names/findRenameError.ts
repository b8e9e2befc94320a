import type { CheckedJob } from '../../jobFile/check/checkJob.ts';
import { findEntry } from '../../jobFile/syntax/syntaxNode.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { FoundName } from './findName.ts';
import { nameMessages as words } from './nameMessages.ts';
import type { NameGroup, NameKind } from '../view/nameRange.ts';
import { readVarsMap } from './varFinder.ts';

/** Why a name cannot be changed. */
export interface RenameError {
  readonly template: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** Where YAML is broken, the name may occur unseen, but a rename has to know every occurrence. */
export function findYamlError({ checked, text }: DocumentView): RenameError | null {
  const error = checked.problems.find(({ code }) => code === 'yaml-syntax');
  return error ? { template: words.unreadable, args: { line: text.slice(0, error.start).split('\n').length } } : null;
}

export function findRenameError(view: DocumentView, { group }: FoundName, name: string): RenameError | null {
  const renameError = (template: string, args: RenameError['args'] = {}): RenameError => ({ template, args });
  if (name === '') return renameError(words.empty);
  if (/\p{Cc}/u.test(name)) return renameError(words.control);
  if (group.path !== null) return renameError(words.otherFile, { name: group.name, path: group.path });
  if (!group.nameRanges.some(({ role }) => role === 'declaration'))
    return renameError(words.undeclared, { name: group.name });
  if (group.nameRanges.some(({ writing }) => writing === 'hidden'))
    return renameError(words.hidden, { name: group.name });
  if (isReserved(group.kind, name)) return renameError(words.reserved, { name });
  if (isTaken(view, group, name)) return renameError(takenWords[group.kind], { name });
  return group.kind === 'axis' ? findAxisError(view, group, name) : null;
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
  if (namesakes.some((each) => group.kind !== 'axis' || meet(each, group))) return true;
  return group.kind === 'var' && isInVarsFile(view, name);
}

function meet(one: NameGroup, other: NameGroup): boolean {
  return [...one.jobs].some((job) => other.jobs.has(job));
}

function isInVarsFile({ checked: { jobFile }, world }: DocumentView, name: string): boolean {
  const sources = [...jobFile.vars, ...jobFile.jobs.flatMap(({ vars }) => vars)];
  const paths = new Set(sources.flatMap((source) => (source.kind === 'file' ? [source.path] : [])));
  return [...paths].some((path) => findEntry(readVarsMap(path, world.files), name));
}

/** An axis that no sent value references sets the field with its name. A new name would change the request. */
function findAxisError(
  { checked }: DocumentView,
  { name: oldName, jobs }: NameGroup,
  name: string,
): RenameError | null {
  for (const checkedJob of checked.jobs.filter(({ job }) => jobs.has(job.id))) {
    if (checkedJob.compiled.variables.has(oldName)) continue;
    if (isField(checkedJob, oldName)) return { template: words.setsField, args: { name: oldName } };
    if (isField(checkedJob, name)) return { template: words.wouldSetField, args: { name } };
  }
  return null;
}

/** For a model that is not in the catalog, every name may be a field. */
function isField({ job, groups }: CheckedJob, name: string): boolean {
  if (name === 'model') return !job.model;
  return groups.some(({ target }) => {
    const fields = target?.family?.fields;
    return target && (!fields || fields.some((field) => field.name === name || field.aliases?.includes(name)));
  });
}
