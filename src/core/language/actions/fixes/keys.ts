import { familyAt } from '../../../catalog/createCatalog.ts';
import { endpoints } from '../../../catalog/endpoints.ts';
import type { Field } from '../../../catalog/field.ts';
import { findEntry, type SyntaxEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { copyValue } from '../../edits/copyValue.ts';
import { orderEdits } from '../../edits/editLog.ts';
import { type NewEntry, insertInGen, insertInOwner, insertUnder, writtenLine } from '../../edits/insertEntry.ts';
import { removeEntry, removeItem, removeWithEmptyOwner } from '../../edits/removeEntry.ts';
import { findMap } from '../../edits/setKeys.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { findFamily } from '../../view/documentView.ts';
import { type Broken, demote, type FindFixes, type Fix, type Found, offer, offerEmpty, prefer } from '../fix.ts';
import type { JobEntry } from '../jobEntry.ts';
import { changeValue, fixModel, isSameWord, nearestNames, renameKey } from './nearestNames.ts';

function removal(broken: Broken, { nodePath, entry, map }: Found): Fix {
  const edit = removeWithEmptyOwner(broken.text, map, { entry, owner: nodePath.parent });
  return { title: broken.title(titles.remove, { name: entry.key }), edits: [edit] };
}

export const fixByRemoval: FindFixes = (broken) => {
  const { found } = broken;
  return found ? [{ ...removal(broken, found), isPreferred: true }] : [];
};

/** Removes the item of a list, or else the entry, that makes a request again. */
export const fixRepeated: FindFixes = (broken) => {
  const { valuePath, source, text } = broken;
  const list = valuePath?.parent?.node;
  if (!valuePath || valuePath.entry || list?.kind !== 'sequence') return fixByRemoval(broken);
  return prefer(
    broken.title(titles.remove, { name: source.split('\n', 1).join() }),
    removeItem(text, list, valuePath.node),
  );
};

/** Copies the value of an entry to where `insert` writes it. Returns no edits if there is no place for it. */
function moveEntry(
  text: string,
  { entry, map }: Found,
  insert: (copied: NewEntry) => TextEdit | null,
  removed = removeEntry(text, map, entry.start),
): readonly TextEdit[] {
  const inserted = insert({ key: entry.key, value: copyValue(text, map, entry) });
  return inserted ? orderEdits([inserted, removed]) : [];
}

/** For a field that the model does not have: a similar name, a member of an object, or a move to `request`. */
export const fixUnknownField: FindFixes = (broken) => {
  const { found, job } = broken;
  const suggestion = broken.arg('suggestion');
  const renamed = suggestion === '' || suggestion.includes('.') ? [] : renameKey(broken, [suggestion]);
  if (!found || found.entry.keyRange.start !== broken.start) return renamed;
  const moved = job?.map === found.map ? moveInto(broken, found, job) : [];
  return [...renamed, ...moved, removal(broken, found)];
};

/** Moves a key of a job into a member of an object with a similar name, or into `request`. */
function moveInto(broken: Broken, found: Found, { job }: JobEntry): readonly Fix[] {
  const name = found.entry.key;
  const members = findSimilarMembers(findFamily(broken.view, job.id)?.fields ?? [], name);
  const targets = [
    ...members.map(({ owner, key }) => ({ owner, key, title: titles.moveToMember, path: `${owner}.${key}` })),
    { owner: 'request', key: name, title: titles.moveToRequest, path: '' },
  ];
  return targets.map(({ owner, key, title, path }) => ({
    title: broken.title(title, { name, path }),
    edits: moveBelow(broken.text, found, { owner, key }),
    isPreferred: path !== '' && path === broken.arg('suggestion'),
  }));
}

/** Returns members of objects that have the name as one of their words, such as `aspect_ratio` for `ratio`. */
function findSimilarMembers(fields: readonly Field[], name: string) {
  const isSimilar = (member: Field): boolean => member.name.split('_').includes(name) || isSameWord(member.name, name);
  return fields.flatMap(({ name: owner, type }) =>
    type.kind === 'object' ? type.fields.filter(isSimilar).map((member) => ({ owner, key: member.name })) : [],
  );
}

/** Moves an entry below another key of its map. Returns no edits if that key has such a member already. */
function moveBelow(
  text: string,
  found: Found,
  { owner, key }: { readonly owner: string; readonly key: string },
): readonly TextEdit[] {
  const { entry, map } = found;
  const below = findEntry(map, owner);
  if (below?.value.kind === 'map' && findEntry(below.value, key)) return [];
  const after = map.entries.findLast((each) => each !== entry && !each.isMerged) ?? null;
  return moveEntry(text, found, ({ value }) => insertInOwner(text, map, { owner, key, value, after }));
}

export const fixUnknownKey: FindFixes = (broken) => {
  const { found, root, text } = broken;
  if (!found || !root) return [];
  const { entry } = found;
  const removed = removal(broken, found);
  const renamed = (): readonly Fix[] => renameKey(broken, [broken.arg('suggestion')]);
  const move = (template: string, member?: string): readonly Fix[] => {
    const isFree = !findEntry(findMap(root, member === undefined ? ['gen'] : ['gen', member]), entry.key);
    const insert = (copied: NewEntry): TextEdit | null => insertInGen(text, root, copied, member);
    const edits = isFree ? moveEntry(text, found, insert, removed.edits[0]) : [];
    return [{ title: broken.title(template, { name: entry.key }), edits, isPreferred: true }];
  };
  const outcomes: Readonly<Record<string, () => readonly Fix[]>> = {
    suggestion: () => [...renamed(), removed],
    'root-only': () => [...move(titles.moveToGen), removed],
    'beside-jobs-suggestion': () => [...renamed(), ...move(titles.moveToDefaults, 'defaults')],
    'beside-jobs': () => [...move(titles.moveToDefaults, 'defaults'), removed],
    'beside-jobs-reserved': () => [...moveIntoJobs(broken, found), removed],
  };
  return outcomes[broken.variant]?.() ?? [removed];
};

const maxJobs = 4;

function moveIntoJobs(broken: Broken, found: Found): readonly Fix[] {
  const { text } = broken;
  const { entry, map } = found;
  const isPreferred = broken.view.checked.jobFile.jobs.length === 1;
  const owners = findEntry(map, 'jobs')?.value;
  const ids = owners?.kind === 'map' ? owners.entries : [];
  return ids.slice(0, maxJobs).flatMap((owner): readonly Fix[] => {
    if (owner.value.kind === 'map' && findEntry(owner.value, entry.key)) return [];
    const edits = moveEntry(text, found, (copied) => insertUnder(text, owner, copied));
    return [{ title: broken.title(titles.moveIntoJob, { name: entry.key, job: owner.key }), edits, isPreferred }];
  });
}

/** Removes one of two equal keys. The second one is in no tree. */
export const fixDuplicate: FindFixes = (broken) => {
  const name = broken.arg('key');
  const map = broken.nodePath?.node;
  if (map?.kind !== 'map') return [];
  const first = findEntry(map, name);
  return [
    ...offer(broken.title(titles.removeSecond, { name }), removeEntry(broken.text, map, broken.start)),
    ...offer(broken.title(titles.removeFirst, { name }), first && removeEntry(broken.text, map, first.start)),
  ];
};

export const fixExclusive: FindFixes = (broken) => {
  const { nodePath, job, found } = broken;
  const map = found?.map;
  if (!map || !nodePath || job?.map !== map) return [];
  return ['second', 'first'].flatMap((each) => {
    const entry = findOwnField(broken, job, broken.arg(each));
    return entry ? [removal(broken, { nodePath, entry, map })] : [];
  });
};

/** Returns the entry by which a job itself has a field: by its name, or by an alias. */
export function findOwnField(broken: Broken, job: JobEntry, name: string): SyntaxEntry | undefined {
  const family = broken.familyOf(job);
  const known = family && broken.view.catalog.fieldsOf(family);
  const own = job.map?.entries.filter(({ isMerged }) => !isMerged) ?? [];
  return own.find(({ key }) => key === name) ?? own.find(({ key }) => known?.get(key)?.name === name);
}

export const fixEndpoint: FindFixes = (broken) => {
  const written = broken.arg('endpoint');
  const known = new Set([
    ...broken.view.catalog.families.flatMap((family) => family.endpoints.map(({ path }) => path)),
    ...Object.values(endpoints).map(({ path }) => path),
  ]);
  const change = (names: readonly string[]): readonly Fix[] => changeValue(broken, written, names);
  switch (broken.variant) {
    case 'model':
    case 'model-suggestion':
      return [...fixModel(broken), ...addEndpoint(broken)];
    case 'misfit':
      return [...removeEndpoint(broken), ...demote(change([broken.arg('expected')]))];
    case 'not-a-path': {
      // Returns the path of a URL, without the name after `#`.
      const path = /^(?:[a-z]+:\/\/[^/]+)?(\/[^#?]*)/.exec(written)?.[1];
      const isUsable = path !== undefined && known.has(path) && isServed(broken, path);
      return [...(isUsable ? change([path]) : []), ...removeEndpoint(broken)];
    }
    default:
      return [...change(nearestNames(written, known)), ...removeEndpoint(broken)];
  }
};

/** Adds an empty `endpoint`, to which the job of an unknown model is sent. The user selects the path. */
function addEndpoint(broken: Broken): readonly Fix[] {
  const map = broken.job?.map;
  const edit = map && insertInGen(broken.text, map, { key: 'endpoint', value: writtenLine('""') });
  return offerEmpty(broken.title(titles.addTo, { name: 'endpoint', field: 'gen' }), edit, { triggersNext: true });
}

/** Without the key, the default endpoint of the model is used. */
function removeEndpoint(broken: Broken): readonly Fix[] {
  if (broken.nodePath?.entry?.key !== 'endpoint') return [];
  return fixByRemoval(broken).map((fix) => ({ ...fix, isPreferred: broken.variant === 'misfit' }));
}

/** Decides by the model of the job that sets the endpoint. An unknown model may be served. */
function isServed({ view, job }: Broken, path: string): boolean {
  const written = job?.job.model?.value;
  const model = written?.kind === 'scalar' ? view.catalog.findModel(String(written.value)) : undefined;
  return !model || familyAt(model, path) !== undefined;
}
