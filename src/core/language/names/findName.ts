import type { DocumentView } from '../documentView.ts';
import type { NameGroup, NameSite } from './nameSite.ts';

export interface FoundName {
  readonly group: NameGroup;
  /** The place that was asked about. */
  readonly site: NameSite;
}

/** The name at an offset; both ends of it count in. */
export function findName({ names }: DocumentView, offset: number): FoundName | null {
  for (const group of names) {
    const site = group.sites.find(
      ({ start, end, writing }) => writing !== 'hidden' && start <= offset && offset <= end,
    );
    if (site) return { group, site };
  }
  return null;
}
