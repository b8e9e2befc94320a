import type { ModelFamily } from '../../catalog/catalog.ts';
import { isIgnoredKey } from '../../catalog/reservedKeys.ts';
import { listNamesBelow } from '../../jobFile/expression/parseExpression.ts';
import { genKeys, outputKeys } from '../../jobFile/parse/controlKeys.ts';
import { buildJobText, escapeSnippet, toSnippet } from '../../jobFile/write/jobText.ts';
import { writeKey } from '../../jobFile/write/writeValue.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import { describeModality } from '../describe/describeModel.ts';
import { resolveVars } from '../expressions/createEvaluator.ts';
import { listExpressions } from '../expressions/findExpression.ts';
import { featureMessages as words, keyDescriptions } from '../messages.ts';
import { freeName } from '../names/declaredNames.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { MapKind } from '../view/mapKind.ts';
import { type CompletionDraft, goalWords, type KeyContext, writeNewKey } from './completionDraft.ts';
import { listCandidates, findMapContext } from './keys/candidates.ts';
import { completeFieldKeys, completeMembers, listSetAxes } from './keys/fieldKeys.ts';
import { completeCombinationKeys } from './values/combinationKeys.ts';
import { completeValue } from './values/completeValue.ts';

/** Returns the keys that fit and that are not present yet: required fields first, reserved words last. */
export function completeKey(view: DocumentView, keyContext: KeyContext, offset: number): readonly CompletionDraft[] {
  const { path, range, hasColon, isFlow, missingSpaces } = keyContext;
  const mapContext = findMapContext(view.layout, path);
  if (missingSpaces !== undefined) return indent(completeAt(view, keyContext, mapContext), missingSpaces);
  if (hasColon || isFlow || path.length === 0) return completeAt(view, keyContext, mapContext);
  const below = { path, range, offset, typed: view.text.slice(range.start, offset), quote: '', isFlow } as const;
  // A key that accepts a list has its items below. If an item is a map, keys follow.
  const isItemBelow = mapContext.kind !== 'vars' && !isInItem(view, range.start);
  const items = isItemBelow ? completeValue(view, { ...below, lead: '- ', isItem: true }) : [];
  if (items.length > 0) return items;
  const keys = completeAt(view, keyContext, mapContext);
  return keys.length > 0 ? keys : completeValue(view, { ...below, lead: '', isItem: false });
}

function indent(drafts: readonly CompletionDraft[], spaces: number): readonly CompletionDraft[] {
  const lead = ' '.repeat(spaces);
  return drafts.map((draft) => ({ ...draft, insertText: lead + draft.insertText.replaceAll('\n', `\n${lead}`) }));
}

function isInItem({ layout }: DocumentView, offset: number): boolean {
  const line = layout.findLine(offset);
  const column = offset - (line?.start ?? 0);
  let entry = line?.entry ?? null;
  while (entry && entry.indent >= column) entry = entry.parent;
  return entry?.key === null;
}

function completeAt(view: DocumentView, keyContext: KeyContext, mapContext: MapKind): readonly CompletionDraft[] {
  const { hasColon, isFlow, range, siblings } = keyContext;
  switch (mapContext.kind) {
    case 'file':
      return completeControlKeys(view, keyContext, { keys: ['jobs', 'gen', 'vars', 'output'] });
    case 'jobs':
      return isFlow || hasColon ? [] : completeNewJobs(view, range, siblings);
    case 'job':
      return completeJobKeys(view, keyContext, mapContext);
    case 'defaults':
      return [
        ...completeControlKeys(view, keyContext, { keys: ['model'] }),
        ...completeFieldKeys(view, keyContext, mapContext),
      ];
    case 'member':
      return completeFieldKeys(view, keyContext, mapContext);
    case 'gen': {
      const keys = genKeys.filter(({ isRootOnly }) => mapContext.isFile || !isRootOnly);
      return completeControlKeys(view, keyContext, { keys: keys.map(({ name }) => name), prefix: 'gen.' });
    }
    case 'output':
      return completeControlKeys(view, keyContext, { keys: outputKeys, prefix: 'output.' });
    case 'matrix':
      return [
        ...(isFlow || hasColon ? [] : completeMissing(view, keyContext, { owner: 'matrix', job: mapContext.job })),
        ...completeFieldKeys(view, keyContext, mapContext),
        ...(isFlow || hasColon ? [] : completeModelAxis(view, keyContext, mapContext.job)),
        ...completeControlKeys(view, keyContext, { keys: ['include', 'exclude'], prefix: 'matrix.' }),
      ];
    case 'combination':
      return completeCombinationKeys(view, keyContext, mapContext);
    case 'vars':
      return mapContext.isInside ? [] : completeMissing(view, keyContext, { owner: 'vars', job: mapContext.job });
    case 'other':
      return [];
    default:
      return assertNever(mapContext);
  }
}

/** Keys that a file can have beside a job as well as beside `jobs`. */
const sharedKeys: ReadonlySet<string> = new Set(['gen', 'vars', 'output']);

/** The model comes first, then fields, then whole jobs if there is no field, then reserved words. */
function completeJobKeys(
  view: DocumentView,
  keyContext: KeyContext,
  mapContext: Extract<MapKind, { kind: 'job' }>,
): readonly CompletionDraft[] {
  const { hasColon, isFlow, range, siblings } = keyContext;
  const own = ['gen', 'vars', 'matrix', 'output', 'request'];
  // A root without a field may still become a set of jobs.
  const isOpen = [...siblings].every((key) => isIgnoredKey(key) || sharedKeys.has(key));
  const isModelGiven =
    listSetAxes(view, mapContext.job).includes('model') ||
    listCandidates(view, mapContext.job).some(({ family }) => family.models.length === 0);
  const reserved = mapContext.job === null ? [...own, ...(isOpen ? ['jobs'] : [])] : [...own, 'needs'];
  return [
    ...(isModelGiven ? [] : completeControlKeys(view, keyContext, { keys: ['model'] })),
    ...completeFieldKeys(view, keyContext, mapContext),
    ...completeMembers(view, keyContext, mapContext),
    ...(isOpen && !isFlow && !hasColon ? completeSamples(view, range, siblings) : []),
    ...completeControlKeys(view, keyContext, { keys: reserved }),
  ];
}

function completeModelAxis(view: DocumentView, keyContext: KeyContext, job: string | null): readonly CompletionDraft[] {
  const isGiven = view.checked.jobFile.jobs.find(({ id }) => id === job)?.model !== undefined;
  return completeControlKeys(view, keyContext, { keys: isGiven ? [] : ['model'] }).map((model) => ({
    ...model,
    ...writeNewKey('model', keyContext, { form: 'list' }),
    detail: '',
  }));
}

/** Offers the axes or variables that the expressions of a job, or of the file, reference and that are not there yet. */
function completeMissing(
  view: DocumentView,
  keyContext: KeyContext,
  { owner, job }: { readonly owner: 'vars' | 'matrix'; readonly job: string | null },
): readonly CompletionDraft[] {
  const known = new Set(owner === 'vars' ? resolveVars(view, job).names() : []);
  const sources = listExpressions(view).flatMap((each) => (job === null || each.job === job ? [each.source] : []));
  return [...new Set(listNamesBelow(owner, sources))]
    .filter((name) => !known.has(name) && !keyContext.siblings.has(name))
    .map((name) => ({
      label: name,
      ...(owner === 'vars'
        ? writeNewKey(writeKey(name), keyContext, { form: 'value' })
        : writeNewKey(escapeSnippet(writeKey(name)), keyContext, { form: 'list' })),
      ...keyContext.range,
      kind: 'variable',
    }));
}

/** Offers one whole job of each family for a job without fields. Samples with `gen` are left out if the job has one. */
function completeSamples(
  view: DocumentView,
  range: TextRange,
  siblings: ReadonlySet<string>,
): readonly CompletionDraft[] {
  const families = view.catalog.families.filter(({ sample }) => !('gen' in sample && siblings.has('gen')));
  return families.map((family) =>
    draftJob(view, family, { range, insertText: toSnippet(buildJobText(family, view.catalog)) }),
  );
}

/** Offers the same samples below `jobs:`, each with its own id. */
function completeNewJobs(
  view: DocumentView,
  range: TextRange,
  siblings: ReadonlySet<string>,
): readonly CompletionDraft[] {
  const empty: CompletionDraft = {
    label: view.translate(words.newJob, {}),
    insertText: `\${1:${freeName('name', siblings, '-')}}:\n  model: $0`,
    isSnippet: true,
    ...range,
    kind: 'job',
    triggersNext: true,
  };
  const whole = view.catalog.families.map((family) => {
    const body = toSnippet(buildJobText(family, view.catalog), 1).replaceAll(/\n(?!\n|$)/g, '\n  ');
    const insertText = `\${1:${freeName(family.modality, siblings, '-')}}:\n  ${body}`;
    return draftJob(view, family, { range, insertText });
  });
  return [empty, ...whole];
}

function draftJob(
  { translate }: DocumentView,
  family: ModelFamily,
  { range, insertText }: { readonly range: TextRange; readonly insertText: string },
): CompletionDraft {
  const modality = describeModality(family.modality, translate);
  return {
    label: family.title,
    insertText,
    isSnippet: true,
    ...range,
    kind: 'job',
    detail: `${modality} · ${translate(words.wholeJob, {})}`,
    documentation: translate(family.description, {}),
    // A user who wants a video may not know a family, and one who has read about a model knows its id.
    filterText: [goalWords[family.modality], modality, family.title, ...family.models.slice(0, 1)].join(' '),
  };
}

/** Reserved words by their path: those with keys below them, those with lists, and those with fixed values. */
const mapKeys: ReadonlySet<string> = new Set(['gen', 'jobs', 'matrix', 'output', 'request', 'vars', 'gen.defaults']);
const listKeys: ReadonlySet<string> = new Set(['matrix.include', 'matrix.exclude']);
const choiceKeys: ReadonlySet<string> = new Set([
  'model',
  'needs',
  'gen.endpoint',
  'gen.on_error',
  'gen.profile',
  'gen.version',
  'output.collision',
  'output.dir',
  'output.metadata',
  'output.name',
]);

/** Returns the reserved words that are not present yet, in the given order. `prefix` is the path above them: `gen.`. */
function completeControlKeys(
  { translate }: DocumentView,
  keyContext: KeyContext,
  { keys, prefix = '' }: { readonly keys: readonly string[]; readonly prefix?: string },
): readonly CompletionDraft[] {
  return keys
    .filter((key) => !keyContext.siblings.has(key))
    .map((key): CompletionDraft => {
      const path = prefix + key;
      const description = keyDescriptions[path];
      return {
        ...writeControl(key, path, keyContext),
        label: key,
        ...keyContext.range,
        kind: path === 'model' ? 'field' : 'keyword',
        ...(description === undefined ? {} : { documentation: translate(description, {}) }),
        ...(path === 'model' ? { detail: translate(words.required, {}) } : {}),
      };
    });
}

function writeControl(key: string, path: string, keyContext: KeyContext) {
  const written = writeNewKey(key, keyContext, {
    form: mapKeys.has(path) ? 'map' : listKeys.has(path) ? 'maps' : 'value',
    asks: mapKeys.has(path) || listKeys.has(path) || choiceKeys.has(path),
  });
  const isFirstJob = path === 'jobs' && !keyContext.hasColon && !keyContext.isFlow;
  return isFirstJob ? { ...written, insertText: 'jobs:\n  ${1:first}:\n    model: $0' } : written;
}
