import { highestMaxRuns } from '../../../jobFile/parse/controlKeys.ts';
import { findEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { writeScalar } from '../../../jobFile/write/writeValue.ts';
import { insertInGen, writtenValue } from '../../edits/insertEntry.ts';
import { findNodePath, mapOf, type NodePath } from '../../edits/nodePath.ts';
import { removeEntry } from '../../edits/removeEntry.ts';
import { appendText, replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type Broken, demote, type FindFixes, type Fix, offer, prefer } from '../fix.ts';
import { findLabeledJob } from '../jobEntry.ts';
import { findOwnField, fixByRemoval } from './keys.ts';
import { addFields } from './missing.ts';
import { renameKey } from './nearestNames.ts';
import { toList } from './values.ts';

export const fixMatrix: FindFixes = (broken) => {
  const { valuePath } = broken;
  if (!valuePath) return [];
  switch (broken.variant) {
    case 'not-a-list':
    case 'not-a-list-of-maps': {
      const words = splitWords(broken);
      const whole = valuePath.entry && valuePath.node.kind !== 'sequence' ? toList(broken, valuePath) : [];
      if (words.length === 0) return whole;
      return [...words, ...demote(whole).map((fix) => ({ ...fix, isSafe: false }))];
    }
    case 'empty-axis':
      return fixByRemoval(broken);
    // Without the key, the entry excludes more combinations.
    case 'exclude-no-axis':
      return demote(fixByRemoval(broken));
    case 'exclude-suggestion':
      return [...renameKey(broken, [broken.arg('suggestion')]), ...demote(fixByRemoval(broken))];
    case 'nothing-left': {
      const matrix = valuePath.node.kind === 'map' ? valuePath.node : null;
      const exclude = findEntry(matrix, 'exclude');
      if (!matrix || !exclude || exclude.isMerged) return [];
      return prefer(broken.title(titles.remove, { name: 'exclude' }), removeEntry(broken.text, matrix, exclude.start));
    }
    default:
      return [];
  }
};

/** `2K, 3K` probably means two values. */
function splitWords(broken: Broken): readonly Fix[] {
  const words = broken.source.split(',').map((word) => word.trim());
  if (words.length < 2 || words.some((word) => !/^[\p{L}\p{N}*:_-]+$/u.test(word))) return [];
  const items = words.map((word) => (/^\d+(?:\.\d+)?$/.test(word) ? word : writeScalar(word)));
  const name = `[${items.join(', ')}]`;
  return prefer(broken.title(titles.changeTo, { name }), broken.replace(name));
}

/** For an axis that no expression references: changes it to the intended field, or removes it. */
export const fixNoEffect: FindFixes = (broken) => {
  const { nodePath } = broken;
  const suggestion = broken.arg('suggestion');
  const renamed = suggestion === '' ? [] : renameKey(broken, [suggestion]);
  if (nodePath?.entry?.keyRange.start !== broken.start) return renamed;
  return [...renamed, ...referenceAxis(broken, nodePath), ...demote(fixByRemoval(broken))];
};

function referenceAxis(broken: Broken, { node }: NodePath): readonly Fix[] {
  const { job, view } = broken;
  const axis = broken.arg('axis');
  const family = broken.familyOf(job);
  const isText = node.kind === 'sequence' && node.items.every(({ kind }) => kind === 'scalar');
  if (!job?.map || !family || !isText || !/^[A-Za-z_][\w-]*$/.test(axis)) return [];
  const known = view.catalog.fieldsOf(family);
  const prose = job.map.entries.find(({ key, isMerged }) => !isMerged && known.get(key)?.isProse === true);
  if (!prose) return [];
  const name = `\${{ matrix.${axis} }}`;
  const edit = appendText(broken.text, findNodePath(broken.root, prose.value), ` ${name}`);
  return offer(broken.title(titles.addTo, { name, field: prose.key }), edit);
}

/** Allows as many requests as the file makes. Each one is charged. */
export const fixTooManyRuns: FindFixes = (broken) => {
  const { root, text } = broken;
  const count = Number(broken.arg('count'));
  if (!root || count > highestMaxRuns) return [];
  const gen = findEntry(root, 'gen')?.value;
  const own = gen?.kind === 'map' ? findEntry(gen, 'max_runs') : undefined;
  const nodePath = own && findNodePath(root, own);
  const edit = nodePath
    ? replaceValue(text, nodePath, count)
    : insertInGen(text, root, { key: 'max_runs', value: writtenValue(count) });
  return offer(broken.title(titles.setMaxRuns, { count }), edit);
};

/** Makes a list of ids that are written below one another, or with colons after them. */
export const fixNeeds: FindFixes = (broken) => {
  const { text, valuePath } = broken;
  const node = valuePath?.node;
  if (node?.kind !== 'map' || valuePath?.entry?.key !== 'needs') return [];
  const list = `[${node.entries.map(({ key }) => writeScalar(key)).join(', ')}]`;
  const isBlock = text[node.start] !== '{';
  const start = isBlock ? text.indexOf(':', valuePath.entry.keyRange.end) + 1 : node.start;
  return prefer(broken.title(titles.makeList), { start, end: node.end, newText: isBlock ? ` ${list}` : list });
};

/** Fixes for rules of the catalog: each one does what the message of the rule suggests. */
export const fixRule: FindFixes = (broken) => ruleFixes[broken.variant]?.(broken) ?? [];

const addImages: FindFixes = (broken) => [...addToJob(broken, ['image', 'images']), ...removeField(broken)];
const limitSize: FindFixes = (broken) => [
  ...setField(broken, 'size', '2K'),
  ...removeField(broken, 'enable_sequential'),
];
const ruleFixes: Readonly<Record<string, FindFixes>> = {
  'edges-need-custom': (broken) => [...setField(broken, 'aspect_ratio', 'custom'), ...removeField(broken)],
  'not-with-sequential': (broken) => [...removeField(broken), ...removeField(broken, 'enable_sequential')],
  'boxes-need-images': addImages,
  'mask-needs-image': addImages,
  'no-input-images': (broken) => [...removeField(broken), ...setField(broken, 'model', broken.arg('model'))],
  'edit-needs-image': (broken) => addToJob(broken, [broken.arg('field')]),
  'image-to-video-only': (broken) => (broken.arg('path').includes('.') ? [] : addToJob(broken, [broken.arg('path')])),
  'large-size-needs-text': limitSize,
  'small-size-needs-text': limitSize,
  'full-hd-length': (broken) => setField(broken, 'duration', Number(broken.arg('seconds'))),
};

function findRuleJob(broken: Broken) {
  return findLabeledJob(broken.view, broken.problem) ?? broken.job;
}

function removeField(broken: Broken, name = broken.arg('field')): readonly Fix[] {
  const job = findRuleJob(broken);
  const entry = job && findOwnField(broken, job, name);
  if (!job?.map || !entry) return [];
  return offer(broken.title(titles.remove, { name: entry.key }), removeEntry(broken.text, job.map, entry.start));
}

function setField(broken: Broken, name: string, value: string | number): readonly Fix[] {
  const job = findRuleJob(broken);
  const entry = job && findOwnField(broken, job, name);
  const nodePath = entry ? findNodePath(broken.root, entry.value) : null;
  const edit = nodePath && mapOf(nodePath) && replaceValue(broken.text, nodePath, value);
  return prefer(broken.title(titles.changeTo, { name: `${name}: ${value}` }), edit);
}

/** Adds fields with empty values, because only the user knows the values. */
function addToJob(broken: Broken, names: readonly string[]): readonly Fix[] {
  const job = findRuleJob(broken);
  const fields = broken.familyOf(job)?.fields ?? [];
  const known = names.filter((name) => fields.some((field) => field.name === name));
  return job?.map ? addFields(broken, job, known) : [];
}
