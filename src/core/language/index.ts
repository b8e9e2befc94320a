export type * from './languageService.ts';
export { bundledCatalog } from '../catalog/bundledCatalog.ts';
export { createLanguageService } from './createLanguageService.ts';
export { jobFileSchema } from './jobFileSchema.ts';
