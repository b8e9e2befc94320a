import { assertNever } from '../support/assertNever.ts';
import type { Field } from '../catalog/field.ts';
import type { ModelFamily } from '../catalog/catalog.ts';
import { checkRules } from '../catalog/checkRules.ts';
import { genKeys, outputKeys } from '../jobFile/controlKeys.ts';
import { describeField, describeType } from './describeField.ts';
import { type DocumentView, findFamily, findFields, hasJobs } from './documentView.ts';
import type { Completion } from './languageService.ts';
import { featureMessages as words, keyDescriptions } from './messages.ts';
import type { Place } from './place.ts';
import { completeSamples } from './completeSample.ts';
import { findScope } from './scope.ts';

type KeyPlace = Extract<Place, { kind: 'key' }>;

/** Keys that fit here and are not there yet: required fields first, reserved words last. */
export function completeKey(view: DocumentView, place: KeyPlace): readonly Completion[] {
  const scope = findScope(place.path, { hasJobs: hasJobs(view) });
  const fields = findFields(view, scope);
  switch (scope.kind) {
    case 'file':
      return completeReserved(view, place, ['jobs', 'gen', 'vars', 'output']);
    case 'jobs':
      return place.isFlow || place.hasColon ? [] : [newJob(view, place)];
    case 'job': {
      const own = ['gen', 'vars', 'matrix', 'output', 'request'];
      const reserved = scope.job === null ? [...own, 'jobs'] : [...own, 'needs'];
      // `jobs` replaces a job at the root: once that has begun it is no choice any more.
      const isEmpty = place.siblings.size === 0;
      return [
        ...completeReserved(view, place, ['model']),
        ...completeFields(view, place, { fields, family: findFamily(view, scope.job) }),
        ...(isEmpty && !place.isFlow && !place.hasColon ? completeSamples(view, place.range) : []),
        ...completeReserved(view, place, isEmpty ? reserved : reserved.filter((key) => key !== 'jobs')),
      ];
    }
    case 'defaults':
      return [...completeReserved(view, place, ['model']), ...completeFields(view, place, { fields })];
    case 'member':
      return completeFields(view, place, { fields });
    case 'gen': {
      const keys = genKeys.filter(({ isRootOnly }) => scope.isFile || !isRootOnly);
      return completeReserved(
        view,
        place,
        keys.map(({ name }) => name),
        'gen.',
      );
    }
    case 'output':
      return completeReserved(
        view,
        place,
        outputKeys.map(({ name }) => name),
        'output.',
      );
    case 'matrix':
      return completeReserved(view, place, ['include', 'exclude'], 'matrix.');
    case 'other':
      return [];
    default:
      return assertNever(scope);
  }
}

/** Fields that are needed sort before the others; a field that another one rules out is not offered. */
function completeFields(
  { translate }: DocumentView,
  place: KeyPlace,
  { fields, family }: { readonly fields: readonly Field[]; readonly family?: ModelFamily | undefined },
): readonly Completion[] {
  const rules = family?.rules ?? [];
  const missing = new Set(
    checkRules(rules, { present: place.siblings, values: {} }).flatMap(({ code, fields }) =>
      code === 'missing-one-of' ? fields : [],
    ),
  );
  const offered = [...new Map(fields.map((field) => [field.name, field])).values()].filter(
    (field) => !isPresent(field, place.siblings) && !isExcluded(field, rules, place.siblings),
  );
  return offered.map((field, index): Completion => {
    const isWanted = field.isRequired === true || missing.has(field.name);
    return {
      ...insertion(field, place),
      label: field.name,
      ...place.range,
      kind: 'field',
      detail: describeType(field, translate),
      documentation: describeField(field, { rules, translate }),
      sortText: `${isWanted ? '1' : '2'}${String(index).padStart(3, '0')}`,
    };
  });
}

function isPresent({ name, aliases = [] }: Field, siblings: ReadonlySet<string>): boolean {
  return [name, ...aliases].some((each) => siblings.has(each));
}

/** Another field stands there that leaves no room for this one. */
function isExcluded({ name }: Field, rules: ModelFamily['rules'], siblings: ReadonlySet<string>): boolean {
  return rules.some(
    ({ kind, fields }) => kind === 'exclusive' && fields.includes(name) && fields.some((each) => siblings.has(each)),
  );
}

type Insertion = Pick<Completion, 'insertText' | 'isSnippet' | 'triggersNext'>;

/** A field with the cursor where its value goes; prose below a `|`, where YAML leaves every character alone. */
function insertion(field: Field, { hasColon, isFlow }: KeyPlace): Insertion {
  const { name, type } = field;
  if (hasColon) return { insertText: name };
  const hasChoices =
    type.kind === 'boolean' ||
    field.suggestions !== undefined ||
    (field.constraints ?? []).some(({ kind }) => kind === 'enum');
  if (isFlow || hasChoices) return { insertText: `${name}: `, ...(hasChoices ? { triggersNext: true } : {}) };
  if (type.kind === 'object') return { insertText: `${name}:\n  $0`, isSnippet: true, triggersNext: true };
  if (type.kind === 'array') return { insertText: `${name}:\n  - $0`, isSnippet: true };
  if (field.isProse) return { insertText: `${name}: |\n  $0`, isSnippet: true };
  return { insertText: `${name}: ` };
}

/** Reserved words by their path: those with keys below them, and those with values to choose from. */
const mapKeys: ReadonlySet<string> = new Set(['gen', 'jobs', 'matrix', 'output', 'request', 'vars', 'gen.defaults']);

/** Reserved words with a list below them. */
const listKeys: ReadonlySet<string> = new Set(['matrix.include', 'matrix.exclude']);
const choiceKeys: ReadonlySet<string> = new Set([
  'model',
  'gen.endpoint',
  'gen.on_error',
  'gen.version',
  'output.collision',
  'output.metadata',
]);

function completeReserved(
  { translate }: DocumentView,
  place: KeyPlace,
  keys: readonly string[],
  prefix = '',
): readonly Completion[] {
  return keys
    .filter((key) => !place.siblings.has(key))
    .map((key, index): Completion => {
      const path = prefix + key;
      const description = keyDescriptions[path];
      return {
        ...reservedInsertion(key, path, place),
        label: key,
        ...place.range,
        kind: key === 'model' ? 'field' : 'keyword',
        ...(description === undefined ? {} : { documentation: translate(description, {}) }),
        ...(key === 'model' ? { detail: translate(words.required, {}) } : {}),
        sortText: `${key === 'model' ? '0' : '8'}${String(index).padStart(3, '0')}`,
      };
    });
}

function reservedInsertion(key: string, path: string, { hasColon, isFlow }: KeyPlace): Insertion {
  if (hasColon) return { insertText: key };
  if (choiceKeys.has(path)) return { insertText: `${key}: `, triggersNext: true };
  if (isFlow) return { insertText: `${key}: ` };
  if (path === 'jobs')
    return { insertText: 'jobs:\n  ${1:first}:\n    model: $0', isSnippet: true, triggersNext: true };
  if (mapKeys.has(path)) return { insertText: `${key}:\n  $0`, isSnippet: true, triggersNext: true };
  if (listKeys.has(path)) return { insertText: `${key}:\n  - $0`, isSnippet: true };
  return { insertText: `${key}: ` };
}

function newJob({ translate }: DocumentView, { range }: KeyPlace): Completion {
  return {
    label: translate(words.newJob, {}),
    insertText: '${1:name}:\n  model: $0',
    isSnippet: true,
    ...range,
    kind: 'job',
    sortText: '0',
    triggersNext: true,
  };
}
