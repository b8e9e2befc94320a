/**
 * The parts that are loaded on first use. The build turns each of these imports into a `require` of the part's own
 * bundle. Any other import of a part must be `import type`, otherwise the part ends up in the entry. A part is loaded
 * once, so a second call costs nothing.
 */
export const parts = {
  commands: () => import('./commands/index.ts'),
  engine: () => import('../engine/index.ts'),
  language: () => import('../core/language/index.ts'),
  previewHost: () => import('./preview/previewPanels.ts'),
  providers: () => import('./language/index.ts'),
  sandbox: () => import('../sandbox/index.ts'),
};
