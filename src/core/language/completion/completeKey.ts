import { assertNever } from '../../support/assertNever.ts';
import { isIgnoredKey } from '../../catalog/reservedKeys.ts';
import { genKeys, outputKeys } from '../../jobFile/controlKeys.ts';
import { type DocumentView, hasJobs } from '../documentView.ts';
import { findLine } from '../findPlace.ts';
import { listCandidates } from './candidates.ts';
import { completeControls } from './controlKeys.ts';
import { completeNewJobs, completeSamples } from './completeSamples.ts';
import { completeItemBelow, completeValueBelow } from './completeValue.ts';
import type { Draft } from './draft.ts';
import { completeFields, type KeyPlace, listSetAxes, writeAxis } from './fieldKeys.ts';
import { findKeySeat, type KeySeat } from './keySeat.ts';
import { completeCombination } from './matrixKeys.ts';
import { completeMissingVars } from './missingVars.ts';

/** Returns the keys that fit and that are not present yet: required fields first, reserved words last. */
export function completeKey(view: DocumentView, place: KeyPlace, offset: number): readonly Draft[] {
  const { path, range, hasColon, isFlow, missingBlanks } = place;
  const seat = findKeySeat(path, { hasJobs: hasJobs(view) });
  if (missingBlanks !== undefined) return indent(completeAt(view, place, seat), missingBlanks);
  if (hasColon || isFlow || path.length === 0) return completeAt(view, place, seat);
  const below = { path, range, offset, typed: view.text.slice(range.start, offset), quote: '', isFlow } as const;
  // A key that accepts a list has its items below. If an item is a map, keys follow.
  const items = seat.kind === 'vars' || isInItem(view, range.start) ? [] : completeItemBelow(view, below);
  if (items.length > 0) return items;
  const keys = completeAt(view, place, seat);
  return keys.length > 0 ? keys : completeValueBelow(view, below);
}

function indent(drafts: readonly Draft[], blanks: number): readonly Draft[] {
  const lead = ' '.repeat(blanks);
  return drafts.map((draft) => ({ ...draft, insertText: lead + draft.insertText.replaceAll('\n', `\n${lead}`) }));
}

/** Whether the map that a line belongs to is an item of a list. */
function isInItem({ layout }: DocumentView, offset: number): boolean {
  const line = findLine(layout, offset);
  const column = offset - (line?.start ?? 0);
  let entry = line?.entry ?? null;
  while (entry && entry.indent >= column) entry = entry.parent;
  return entry?.key === null;
}

function completeAt(view: DocumentView, place: KeyPlace, seat: KeySeat): readonly Draft[] {
  const { hasColon, isFlow, range, siblings } = place;
  switch (seat.kind) {
    case 'file':
      return completeControls(view, place, { keys: ['jobs', 'gen', 'vars', 'output'] });
    case 'jobs':
      return isFlow || hasColon ? [] : completeNewJobs(view, range, siblings);
    case 'job':
      return completeJobKeys(view, place, seat);
    case 'defaults':
      return [...completeControls(view, place, { keys: ['model'] }), ...completeFields(view, place, { seat })];
    case 'member':
      return completeFields(view, place, { seat });
    case 'gen': {
      const keys = genKeys.filter(({ isRootOnly }) => seat.isFile || !isRootOnly);
      return completeControls(view, place, { keys: keys.map(({ name }) => name), prefix: 'gen.' });
    }
    case 'output':
      return completeControls(view, place, { keys: outputKeys.map(({ name }) => name), prefix: 'output.' });
    case 'matrix':
      return [
        ...completeFields(view, place, { seat, write: writeAxis }),
        ...(isFlow || hasColon ? [] : completeModelAxis(view, place, seat.job)),
        ...completeControls(view, place, { keys: ['include', 'exclude'], prefix: 'matrix.' }),
      ];
    case 'combination':
      return completeCombination(view, place, seat);
    case 'vars':
      return seat.isInside ? [] : completeMissingVars(view, place, seat.job);
    case 'other':
      return [];
    default:
      return assertNever(seat);
  }
}

/** Keys that a file can have beside a job as well as beside `jobs`. */
const sharedKeys: ReadonlySet<string> = new Set(['gen', 'vars', 'output']);

/** The model comes first, then fields, then whole jobs if there is no field, then reserved words. */
function completeJobKeys(
  view: DocumentView,
  place: KeyPlace,
  seat: Extract<KeySeat, { kind: 'job' }>,
): readonly Draft[] {
  const { hasColon, isFlow, range, siblings } = place;
  const own = ['gen', 'vars', 'matrix', 'output', 'request'];
  // A root without a field may still become a set of jobs.
  const isOpen = [...siblings].every((key) => isIgnoredKey(key) || sharedKeys.has(key));
  const isModelGiven =
    listSetAxes(view, seat.job).includes('model') ||
    listCandidates(view, seat.job).some(({ family }) => family.models.length === 0);
  const reserved = seat.job === null ? [...own, ...(isOpen ? ['jobs'] : [])] : [...own, 'needs'];
  return [
    ...(isModelGiven ? [] : completeControls(view, place, { keys: ['model'] })),
    ...completeFields(view, place, { seat }),
    ...(isOpen && !isFlow && !hasColon ? completeSamples(view, range, siblings) : []),
    ...completeControls(view, place, { keys: reserved }),
  ];
}

/** Offers a matrix with several models. */
function completeModelAxis(view: DocumentView, place: KeyPlace, job: string | null): readonly Draft[] {
  const isGiven = view.checked.jobFile.jobs.find(({ id }) => id === job)?.model !== undefined;
  return completeControls(view, place, { keys: isGiven ? [] : ['model'] }).map((model) => ({
    ...model,
    insertText: 'model:\n  - $0',
    isSnippet: true,
    detail: '',
  }));
}
