// The part `host`: what no window needs before the first command, the first job file or the first preview.
export { createCommandHandlers } from './commands/index.ts';
export { registerProviders } from './language/providers/registerProviders.ts';
export { createWorld } from './language/world.ts';
export { createPreviewPanels } from './preview/previewPanels.ts';
