import { bundledDescription } from '../../core/catalog/published/modelIndex.ts';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import { l10n } from '../ui/l10n.ts';

/** The two facts whose change matters to users who have job files. */
type Description = Pick<ModelIndex, 'version' | 'breakingSince'>;

/**
 * Describes a change of the gateway's description. Each change is described once, because the next copy is compared
 * with this one. The first copy is compared with the description that ships with Genwright. Null if nothing has
 * changed.
 */
export function describeIndexChange(before: Description | null, after: Description, profile: string): string | null {
  const known = before ?? bundledDescription;
  if (after.breakingSince !== null && after.breakingSince !== known.breakingSince) {
    return l10n.t('{profile} announces breaking changes since {date}.', { profile, date: after.breakingSince });
  }
  if (after.version !== null && after.version !== known.version) {
    return l10n.t('{profile} has published version {version} of its API.', { profile, version: after.version });
  }
  return null;
}

/** Describes the effect on the open job files. */
export function describeAffected(count: number, openCount: number): string {
  if (openCount === 0) return l10n.t('The next time you open your job files, look at their problems.');
  return count === 0
    ? l10n.t('Your open job files have no new problems.')
    : l10n.t('Open job files with new problems: {count}.', { count });
}

interface Checked {
  open(uri: string, text: string): { problems(): readonly { readonly code: string; readonly message: string }[] };
}

/** Returns how many of the job files have a problem that they did not have before. */
export function countAffected(texts: readonly string[], before: Checked, after: Checked): number {
  const problemsOf = (service: Checked, text: string): readonly string[] =>
    service
      .open('job.gen.yaml', text)
      .problems()
      .map(({ code, message }) => `${code} ${message}`);
  return texts.filter((text) => {
    const known = new Set(problemsOf(before, text));
    return problemsOf(after, text).some((problem) => !known.has(problem));
  }).length;
}
