// What nobody needs before asking for it. The build makes a part of its own of this, which is loaded with the first call
// of any of these functions, so that a file that is opened shows its problems and its outline sooner.
export { findActions, findFixAll } from './actions/findActions.ts';
export { complete } from './completion/complete.ts';
export { hover } from './hover.ts';
export { jobFileSchema } from './jobFileSchema.ts';
export { findDefinition } from './names/findDefinition.ts';
export { findReferences } from './names/findReferences.ts';
export { findRenameTarget, rename } from './names/rename.ts';
export { explainProblem } from './problemPages.ts';
export { buildRecalledText } from './recall/buildRecalledText.ts';
export { recallJob } from './recall/recallJob.ts';
