import type { Endpoint } from '../../../catalog/catalog.ts';
import { endpoints } from '../../../catalog/endpoints.ts';
import { onErrorChoices } from '../../../jobFile/parse/controlKeys.ts';
import { type DocumentView, findModel } from '../../view/documentView.ts';
import { listPossibleNeeds } from '../expressions/listPossibleNeeds.ts';
import type { Choice } from './choice.ts';
import type { ValueContext } from './valueContext.ts';

/** Returns the versions of the format. */
export function listVersions(): readonly Choice[] {
  return [{ label: '1', text: '1', kind: 'value' }];
}

export function listGenChoices(view: DocumentView, key: string, job: string | null): readonly Choice[] {
  switch (key) {
    case 'version':
      return listVersions();
    case 'on_error':
      return onErrorChoices.map((label) => ({ label, kind: 'value' }));
    case 'profile':
      return (view.world.profiles ?? []).map((label) => ({ label, kind: 'value' }));
    case 'endpoint':
      return listEndpoints(view, job);
    default:
      return [];
  }
}

/** Returns the endpoints of the model, the default first. All endpoints if the model is not known. */
function listEndpoints(view: DocumentView, job: string | null): readonly Choice[] {
  const own = findModel(view, job)?.families.flatMap((family) => family.endpoints);
  const known: readonly Endpoint[] = own ?? Object.values(endpoints);
  return [...new Set(known.map(({ path }) => path))].map((label) => ({ label, kind: 'value' }));
}

/** Returns the jobs that a job can wait for and does not list yet. */
export function listNeedChoices(view: DocumentView, { range }: ValueContext, job: string): readonly Choice[] {
  const needs = view.checked.jobFile.jobs.find(({ id }) => id === job)?.needs ?? [];
  const others = needs.filter(({ start, end }) => end < range.start || start > range.end);
  return listPossibleNeeds(view, job)
    .filter((id) => others.every((need) => need.id !== id))
    .map((label) => ({ label, kind: 'job' }));
}
