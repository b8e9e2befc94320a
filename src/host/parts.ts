import type * as Engine from '../engine.ts';
import type * as Language from '../core/language/index.ts';
import type * as Commands from './commands/index.ts';
import type * as Providers from './language/index.ts';
import type * as PreviewHost from './preview/previewPanels.ts';
import type * as Sandbox from '../sandbox/index.ts';

/**
 * The parts that are loaded on first use. The build turns each of these imports into a `require` of the part's own
 * bundle. Any other import of a part must be `import type`, otherwise the part ends up in the entry.
 */
export interface Parts {
  commands(): Promise<typeof Commands>;
  engine(): Promise<typeof Engine>;
  language(): Promise<typeof Language>;
  previewHost(): Promise<typeof PreviewHost>;
  providers(): Promise<typeof Providers>;
  sandbox(): Promise<typeof Sandbox>;
}

/** Node caches what it has loaded, so a second call costs nothing. */
export const parts: Parts = {
  commands: () => import('./commands/index.ts'),
  engine: () => import('../engine.ts'),
  language: () => import('../core/language/index.ts'),
  previewHost: () => import('./preview/previewPanels.ts'),
  providers: () => import('./language/index.ts'),
  sandbox: () => import('../sandbox/index.ts'),
};
