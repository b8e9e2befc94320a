import { findNodePath, mapOf } from '../../edits/nodePath.ts';
import { removeEntry } from '../../edits/removeEntry.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findJobOf, findLabeledJob } from '../jobEntry.ts';
import { argOf, type Broken, type FindFixes, type Fix, usualFix } from '../fix.ts';
import { addFields } from './missing.ts';

/** Fixes for rules of the catalog: each one does what the message of the rule suggests. */
export const fixRule: FindFixes = (broken) => {
  const field = argOf(broken.problem, 'field');
  switch (argOf(broken.problem, 'variant')) {
    case 'edges-need-custom':
      return [...setField(broken, 'aspect_ratio', 'custom'), ...removeField(broken, field)];
    case 'not-with-sequential':
      return [...removeField(broken, field), ...removeField(broken, 'enable_sequential')];
    case 'boxes-need-images':
    case 'mask-needs-image':
      return [...addToJob(broken, ['image', 'images']), ...removeField(broken, field)];
    case 'no-input-images':
      return [...removeField(broken, field), ...setField(broken, 'model', argOf(broken.problem, 'model'))];
    case 'edit-needs-image':
      return addToJob(broken, [field]);
    case 'image-to-video-only':
      return argOf(broken.problem, 'path').includes('.') ? [] : addToJob(broken, [argOf(broken.problem, 'path')]);
    case 'large-size-needs-text':
    case 'small-size-needs-text':
      return [...setField(broken, 'size', '2K'), ...removeField(broken, 'enable_sequential')];
    case 'full-hd-length':
      return setField(broken, 'duration', Number(argOf(broken.problem, 'seconds')));
    default:
      return [];
  }
};

/** Returns the job that breaks a rule, with the key by which it has the field: its name or an alias. */
function findOwn({ view, problem }: Broken, name: string) {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const job = findLabeledJob(view, problem) ?? (nodePath && findJobOf(view, nodePath));
  const map = job?.map;
  if (!job || !map) return null;
  const family = view.checked.jobs.find((each) => each.job === job.job)?.target?.family;
  const known = family && view.catalog.fieldsOf(family);
  const entry = map.entries.find(({ key, isMerged }) => !isMerged && (key === name || known?.get(key)?.name === name));
  return { map, entry, job };
}

function removeField(broken: Broken, name: string): readonly Fix[] {
  const own = findOwn(broken, name);
  if (!own?.entry) return [];
  const { text, translate } = broken.view;
  return [
    { title: translate(titles.remove, { name: own.entry.key }), edits: [removeEntry(text, own.map, own.entry.start)] },
  ];
}

function setField(broken: Broken, name: string, value: string | number): readonly Fix[] {
  const { view } = broken;
  const own = findOwn(broken, name);
  const nodePath = own?.entry && findNodePath(view.checked.jobFile.root, own.entry.value);
  const edit = nodePath && mapOf(nodePath) ? replaceValue(view.text, nodePath, value) : null;
  return usualFix(view.translate(titles.changeTo, { name: `${name}: ${value}` }), edit);
}

/** Adds fields with empty values, because only the user knows the values. */
function addToJob(broken: Broken, names: readonly string[]): readonly Fix[] {
  const own = findOwn(broken, names[0] ?? '');
  const family = own && broken.view.checked.jobs.find((each) => each.job === own.job.job)?.target?.family;
  const isKnown = (name: string): boolean => family?.fields.some((field) => field.name === name) ?? false;
  return own ? addFields(broken, own.job, names.filter(isKnown)) : [];
}
