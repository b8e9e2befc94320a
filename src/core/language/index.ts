export type * from './languageService.ts';
export { bundledCatalog } from '../catalog/bundledCatalog.ts';
export { overlayCatalog } from '../catalog/published/overlayCatalog.ts';
export { createLanguageService } from './createDocument.ts';
export { buildRecalledText, jobFileSchema, recallJob } from './onDemand.ts';
export type { RecalledRecord } from './recall/recalledFields.ts';
export type { RecallOutcome, RecallSource } from './recall/recallJob.ts';
export { translateProblem } from './problems/describeProblem.ts';
