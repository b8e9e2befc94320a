import { isIgnoredKey } from '../../catalog/reservedKeys.ts';
import { parseExpression } from '../../jobFile/expression/parseExpression.ts';
import { genKeys, outputKeys } from '../../jobFile/parse/controlKeys.ts';
import { writeKey } from '../../jobFile/write/writeScalar.ts';
import { assertNever } from '../../support/assertNever.ts';
import { listExpressions } from '../expressions/listExpressions.ts';
import { resolveVars } from '../expressions/resolveVars.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';
import { type CompletionDraft, escapeSnippet } from './completionDraft.ts';
import { listCandidates } from './keys/candidates.ts';
import { completeNewJobs, completeSamples } from './keys/completeSamples.ts';
import { completeControlKeys } from './keys/controlKeys.ts';
import { completeFieldKeys, type KeyContext, listSetAxes, writeAxis } from './keys/fieldKeys.ts';
import { findMapContext, type MapContext } from './keys/mapContext.ts';
import { completeCombinationKeys } from './values/combinationKeys.ts';
import { completeItemBelow, completeValueBelow } from './values/completeValue.ts';

/** Returns the keys that fit and that are not present yet: required fields first, reserved words last. */
export function completeKey(view: DocumentView, keyContext: KeyContext, offset: number): readonly CompletionDraft[] {
  const { path, range, hasColon, isFlow, missingSpaces } = keyContext;
  const mapContext = findMapContext(path, { hasJobs: hasJobs(view) });
  if (missingSpaces !== undefined) return indent(completeAt(view, keyContext, mapContext), missingSpaces);
  if (hasColon || isFlow || path.length === 0) return completeAt(view, keyContext, mapContext);
  const below = { path, range, offset, typed: view.text.slice(range.start, offset), quote: '', isFlow } as const;
  // A key that accepts a list has its items below. If an item is a map, keys follow.
  const items = mapContext.kind === 'vars' || isInItem(view, range.start) ? [] : completeItemBelow(view, below);
  if (items.length > 0) return items;
  const keys = completeAt(view, keyContext, mapContext);
  return keys.length > 0 ? keys : completeValueBelow(view, below);
}

function indent(drafts: readonly CompletionDraft[], spaces: number): readonly CompletionDraft[] {
  const lead = ' '.repeat(spaces);
  return drafts.map((draft) => ({ ...draft, insertText: lead + draft.insertText.replaceAll('\n', `\n${lead}`) }));
}

/** Whether the map that a line belongs to is an item of a list. */
function isInItem({ layout }: DocumentView, offset: number): boolean {
  const line = layout.findLine(offset);
  const column = offset - (line?.start ?? 0);
  let entry = line?.entry ?? null;
  while (entry && entry.indent >= column) entry = entry.parent;
  return entry?.key === null;
}

function completeAt(view: DocumentView, keyContext: KeyContext, mapContext: MapContext): readonly CompletionDraft[] {
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
        ...completeFieldKeys(view, keyContext, { mapContext }),
      ];
    case 'member':
      return completeFieldKeys(view, keyContext, { mapContext });
    case 'gen': {
      const keys = genKeys.filter(({ isRootOnly }) => mapContext.isFile || !isRootOnly);
      return completeControlKeys(view, keyContext, { keys: keys.map(({ name }) => name), prefix: 'gen.' });
    }
    case 'output':
      return completeControlKeys(view, keyContext, { keys: outputKeys.map(({ name }) => name), prefix: 'output.' });
    case 'matrix':
      return [
        ...(isFlow || hasColon ? [] : completeMissingAxes(view, keyContext, mapContext.job)),
        ...completeFieldKeys(view, keyContext, { mapContext, write: writeAxis }),
        ...(isFlow || hasColon ? [] : completeModelAxis(view, keyContext, mapContext.job)),
        ...completeControlKeys(view, keyContext, { keys: ['include', 'exclude'], prefix: 'matrix.' }),
      ];
    case 'combination':
      return completeCombinationKeys(view, keyContext, mapContext);
    case 'vars':
      return mapContext.isInside ? [] : completeMissingVars(view, keyContext, mapContext.job);
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
  mapContext: Extract<MapContext, { kind: 'job' }>,
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
    ...completeFieldKeys(view, keyContext, { mapContext }),
    ...(isOpen && !isFlow && !hasColon ? completeSamples(view, range, siblings) : []),
    ...completeControlKeys(view, keyContext, { keys: reserved }),
  ];
}

/** Offers a matrix with several models. */
function completeModelAxis(view: DocumentView, keyContext: KeyContext, job: string | null): readonly CompletionDraft[] {
  const isGiven = view.checked.jobFile.jobs.find(({ id }) => id === job)?.model !== undefined;
  return completeControlKeys(view, keyContext, { keys: isGiven ? [] : ['model'] }).map((model) => ({
    ...model,
    insertText: 'model:\n  - $0',
    isSnippet: true,
    detail: '',
  }));
}

/** Offers the axes that expressions reference and that the matrix does not have yet. */
function completeMissingAxes(
  view: DocumentView,
  { range, siblings }: KeyContext,
  job: string | null,
): readonly CompletionDraft[] {
  return listReferenced(view, 'matrix', job)
    .filter((name) => !siblings.has(name))
    .map((name) => ({
      ...range,
      label: name,
      insertText: `${escapeSnippet(writeKey(name))}:\n  - $0`,
      isSnippet: true,
      kind: 'variable',
    }));
}

/** Offers the variables that expressions reference and that have no value yet. */
function completeMissingVars(
  view: DocumentView,
  keyContext: KeyContext,
  job: string | null,
): readonly CompletionDraft[] {
  const known = new Set([...resolveVars(view, job).names, ...keyContext.siblings]);
  return listReferenced(view, 'vars', job)
    .filter((name) => !known.has(name))
    .map((name) => ({
      label: name,
      insertText: keyContext.hasColon ? writeKey(name) : `${writeKey(name)}: `,
      start: keyContext.range.start,
      end: keyContext.range.end,
      kind: 'variable',
    }));
}

/** Lists the names after `vars` or `matrix` in the expressions of a job, or of the whole file. */
function listReferenced(view: DocumentView, owner: 'vars' | 'matrix', job: string | null): readonly string[] {
  const names = listExpressions(view)
    .filter((found) => job === null || found.job === job)
    .flatMap(({ source }) => {
      const outcome = parseExpression(source);
      const [context, name] = outcome.ok ? outcome.expression.path : [];
      return context?.step === owner && name ? [String(name.step)] : [];
    });
  return [...new Set(names)];
}
