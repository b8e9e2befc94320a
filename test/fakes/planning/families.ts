import type { ModelFamily } from '../../../src/core/catalog/catalog.ts';
import { endpoints } from '../../../src/core/catalog/endpoints.ts';

/** A family of images without models and fields. */
export function buildFamily(id: string, changes: Partial<ModelFamily> = {}): ModelFamily {
  return {
    id,
    title: id,
    description: '',
    modality: 'image',
    models: [],
    endpoints: [endpoints.images],
    fields: [],
    rules: [],
    sample: {},
    ...changes,
  };
}
