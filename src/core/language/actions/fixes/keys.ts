import type { Field } from '../../../catalog/field.ts';
import { findEntry, type MapNode, type SyntaxEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { insertEntry, insertUnder, lastOwn } from '../../edits/insertEntry.ts';
import { copyValue, moveEntryBelowRoot, nestIn, orderEdits } from '../../edits/moveEntry.ts';
import { findNodePath, mapOf, type NodePath } from '../../edits/nodePath.ts';
import { removeEntry, removeWithEmptyOwner } from '../../edits/removeEntry.ts';
import type { TextEdit } from '../../languageService.ts';
import { type DocumentView, findFamily } from '../../view/documentView.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findJobOf, type JobEntry } from '../jobEntry.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { isSameWord, renameKey } from './nearestNames.ts';

/** The entry whose key or value a problem is shown at. */
interface Found {
  readonly nodePath: NodePath;
  readonly entry: SyntaxEntry;
  readonly map: MapNode;
}

function findEntryAt({ checked }: DocumentView, problem: Broken['problem']): Found | null {
  const nodePath = findNodePath(checked.jobFile.root, problem);
  const map = mapOf(nodePath);
  return nodePath?.entry && map ? { nodePath, entry: nodePath.entry, map } : null;
}

function removal({ view }: Broken, { nodePath, entry, map }: Found): Fix {
  const edit = removeWithEmptyOwner(view.text, map, { entry, owner: nodePath.parent });
  return { title: view.translate(titles.remove, { name: entry.key }), edits: [edit] };
}

export const fixByRemoval: FindFixes = (broken) => {
  const found = findEntryAt(broken.view, broken.problem);
  return found ? [{ ...removal(broken, found), isPreferred: true }] : [];
};

/** For a field that the model does not have: a similar name, a member of an object, or a move to `request`. */
export const fixUnknownField: FindFixes = (broken) => {
  const { view, problem } = broken;
  const found = findEntryAt(view, problem);
  const suggestion = argOf(problem, 'suggestion');
  const renamed = suggestion === '' ? [] : renameKey(broken, [suggestion]);
  if (!found || found.entry.keyRange.start !== problem.start) return renamed;
  const job = findJobOf(view, found.nodePath);
  const moved = job?.map === found.map ? moveInto(broken, found, job) : [];
  return [...renamed, ...moved, removal(broken, found)];
};

/** Moves a key of a job into a member of an object with a similar name, or into `request`. */
function moveInto({ view }: Broken, found: Found, { job, map }: JobEntry): readonly Fix[] {
  const name = found.entry.key;
  const members = findSimilarMembers(findFamily(view, job.id)?.fields ?? [], name);
  const targets = [
    ...members.map(({ owner, key }) => ({ owner, key, title: titles.moveToMember, path: `${owner}.${key}` })),
    { owner: 'request', key: name, title: titles.moveToRequest, path: '' },
  ];
  return targets.map(({ owner, key, title, path }) => ({
    title: view.translate(title, { name, path }),
    edits: moveBelow(view.text, found, { owner, key, after: map && lastOwn(map) }),
  }));
}

/** Returns members of objects that have the name as one of their words, such as `aspect_ratio` for `ratio`. */
function findSimilarMembers(
  fields: readonly Field[],
  name: string,
): readonly { readonly owner: string; readonly key: string }[] {
  return fields.flatMap(({ name: owner, type }) =>
    type.kind === 'object'
      ? type.fields
          .filter((member) => member.name.split('_').includes(name) || isSameWord(member.name, name))
          .map((member) => ({ owner, key: member.name }))
      : [],
  );
}

/** Moves an entry below another key of its map. Returns no edits if that key has such a member already. */
function moveBelow(
  text: string,
  { entry, map }: Found,
  { owner, key, after }: { readonly owner: string; readonly key: string; readonly after: SyntaxEntry | null },
): readonly TextEdit[] {
  const below = map.entries.find((each) => each.key === owner);
  if (below?.isMerged || (below?.value.kind === 'map' && findEntry(below.value, key))) return [];
  const value = copyValue(text, map, entry);
  const inserted = below
    ? insertUnder(text, below, { key, value })
    : insertEntry(text, map, {
        key: owner,
        value: nestIn([], { key, value }),
        after: after === entry ? (map.entries.findLast((each) => each !== entry && !each.isMerged) ?? null) : after,
      });
  return inserted ? orderEdits([inserted, removeEntry(text, map, entry.start)]) : [];
}

export const fixUnknownKey: FindFixes = (broken) => {
  const { view, problem } = broken;
  const found = findEntryAt(view, problem);
  const { root } = view.checked.jobFile;
  if (!found || !root) return [];
  const { entry, map } = found;
  const name = entry.key;
  const move = (path: readonly string[], title: string): readonly Fix[] => {
    const edits = isFree(root, path, name)
      ? moveEntryBelowRoot(view.text, root, {
          entry,
          from: map,
          path,
          removal: removeWithEmptyOwner(view.text, map, { entry, owner: found.nodePath.parent }),
        })
      : [];
    return [{ title: view.translate(title, { name }), edits, isPreferred: true }];
  };
  switch (argOf(problem, 'variant')) {
    case 'suggestion':
      return [...renameKey(broken, [argOf(problem, 'suggestion')]), removal(broken, found)];
    case 'root-only':
      return [...move(['gen'], titles.moveToGen), removal(broken, found)];
    case 'beside-jobs-suggestion':
      return [
        ...renameKey(broken, [argOf(problem, 'suggestion')]),
        ...move(['gen', 'defaults'], titles.moveToDefaults),
      ];
    case 'beside-jobs':
      return [...move(['gen', 'defaults'], titles.moveToDefaults), removal(broken, found)];
    case 'beside-jobs-reserved':
      return [...moveIntoJobs(broken, found), removal(broken, found)];
    default:
      return [removal(broken, found)];
  }
};

/** Whether no such key exists at a path of keys yet. */
function isFree(root: MapNode, path: readonly string[], name: string): boolean {
  let map: MapNode | undefined = root;
  for (const key of path) {
    const value: SyntaxEntry['value'] | undefined = map?.entries.find((each) => each.key === key)?.value;
    map = value?.kind === 'map' ? value : undefined;
  }
  return !map?.entries.some(({ key }) => key === name);
}

const maxJobs = 4;

function moveIntoJobs({ view }: Broken, { entry, map }: Found): readonly Fix[] {
  const { jobs } = view.checked.jobFile;
  const owners = map.entries.find(({ key }) => key === 'jobs')?.value;
  const ids = owners?.kind === 'map' ? owners.entries : [];
  return ids.slice(0, maxJobs).flatMap((owner): readonly Fix[] => {
    const { value } = owner;
    if (value.kind === 'map' && value.entries.some(({ key }) => key === entry.key)) return [];
    const fresh = { key: entry.key, value: copyValue(view.text, map, entry) };
    const inserted = insertUnder(view.text, owner, fresh);
    if (!inserted) return [];
    const title = view.translate(titles.moveIntoJob, { name: entry.key, job: owner.key });
    return [
      {
        title,
        edits: orderEdits([inserted, removeEntry(view.text, map, entry.start)]),
        isPreferred: jobs.length === 1,
      },
    ];
  });
}

/** Removes one of two equal keys. The second one is in no tree. */
export const fixDuplicate: FindFixes = ({ view, problem }) => {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const key = argOf(problem, 'key');
  const map = nodePath?.node.kind === 'map' ? nodePath.node : null;
  const first = map?.entries.find((each) => each.key === key);
  if (!map) return [];
  const second: Fix = {
    title: view.translate(titles.removeSecond, { name: key }),
    edits: [removeEntry(view.text, map, problem.start)],
  };
  if (!first) return [second];
  return [
    second,
    { title: view.translate(titles.removeFirst, { name: key }), edits: [removeEntry(view.text, map, first.start)] },
  ];
};

/** For two fields with the same meaning: removes one of them. */
export const fixExclusive: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const map = mapOf(nodePath);
  const job = nodePath && findJobOf(view, nodePath);
  if (!map || !nodePath || job?.map !== map) return [];
  const family = view.checked.jobs.find((each) => each.job === job.job)?.target?.family;
  const known = family && view.catalog.fieldsOf(family);
  return ['second', 'first'].flatMap((name) => {
    const written = argOf(problem, name);
    const entries = map.entries.filter(
      ({ key, isMerged }) => !isMerged && (key === written || known?.get(key)?.name === written),
    );
    const entry = entries.find(({ key }) => key === written) ?? entries[0];
    return entry ? [removal(broken, { nodePath, entry, map })] : [];
  });
};

/** Removes the whole line of a value that holds a key of the gateway. */
export const fixLeak: FindFixes = (broken) => {
  const { view, problem } = broken;
  const found = findEntryAt(view, problem);
  if (!found) return [];
  const edits = [removeEntry(view.text, found.map, found.entry.start)];
  return [{ title: view.translate(titles.remove, { name: found.entry.key }), edits, isPreferred: true }];
};
