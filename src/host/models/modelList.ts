import type { ModelFamily } from '../../core/catalog/catalog.ts';
import type { Parts } from '../parts.ts';

/** The families of the catalog, for people to choose from. */
export interface ModelList {
  families(): Promise<readonly ModelFamily[]>;
}

/** The catalog comes with the language part, which is loaded for the first job file anyway. */
export function createModelList(parts: Pick<Parts, 'language'>): ModelList {
  return { families: async () => (await parts.language()).bundledCatalog.families };
}
