import type * as Engine from '../engine.ts';
import type * as Language from '../core/language/index.ts';
import type * as Commands from './commands/index.ts';
import type * as Providers from './language/index.ts';
import type * as PreviewHost from './preview/previewPanels.ts';
import type * as Sandbox from '../sandbox/index.ts';

/**
 * The parts that are loaded when they are first used. The build turns each of these imports into a `require` of the
 * part's own bundle; any other import of them must be `import type`, or they end up in the entry.
 */
export interface Parts {
  commands(): Promise<typeof Commands>;
  engine(): Promise<typeof Engine>;
  language(): Promise<typeof Language>;
  previewHost(): Promise<typeof PreviewHost>;
  providers(): Promise<typeof Providers>;
  sandbox(): Promise<typeof Sandbox>;
}

/** Node keeps what it has loaded, so asking twice costs nothing. */
export const parts: Parts = {
  commands: () => import('./commands/index.ts'),
  engine: () => import('../engine.ts'),
  language: () => import('../core/language/index.ts'),
  previewHost: () => import('./preview/previewPanels.ts'),
  providers: () => import('./language/index.ts'),
  sandbox: () => import('../sandbox/index.ts'),
};
