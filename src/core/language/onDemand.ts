// Functions that are needed only on request. The build makes a separate part of this file, which is loaded with the
// first call of any of them, so that an opened file shows its problems and its outline sooner.
export { findActions } from './actions/findActions.ts';
export { findFixAll } from './actions/findFixAll.ts';
export { excludeCombinations } from './combination/excludeCombinations.ts';
export { useCombination } from './combination/useCombination.ts';
export { complete } from './completion/complete.ts';
export { findSignature } from './features/findSignature.ts';
export { listInputEdits } from './features/listInputEdits.ts';
export { hover } from './hover/hover.ts';
export { jobFileSchema } from './schema/jobFileSchema.ts';
export { findDefinition } from './names/findDefinition.ts';
export { findReferences } from './names/findDefinition.ts';
export { findRenameTarget, rename } from './names/rename.ts';
export { buildRecalledText } from './recall/recalledFields.ts';
export { recallJob } from './recall/recallJob.ts';
