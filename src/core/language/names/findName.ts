import type { DocumentView } from '../documentView.ts';
import type { NameGroup, NameSite } from './nameSite.ts';

export interface FoundName {
  readonly group: NameGroup;
  /** The occurrence of the name at the offset. */
  readonly site: NameSite;
}

/** Returns the name at an offset. Both ends of the name are included. */
export function findName({ names }: DocumentView, offset: number): FoundName | null {
  for (const group of names) {
    const site = group.sites.find(
      ({ start, end, writing }) => writing !== 'hidden' && start <= offset && offset <= end,
    );
    if (site) return { group, site };
  }
  return null;
}
