import type { Catalog } from '../core/catalog/catalog.ts';
import type { AssetStore } from './assets/assetStore.ts';
import type { Docs } from './docs/serveDocs.ts';
import type { MediaFiles } from './media/mediaFiles.ts';
import type { TaskStore } from './store/taskStore.ts';

/** What the endpoints share. */
export interface GatewayParts {
  readonly key: string;
  readonly tasks: TaskStore;
  readonly assets: AssetStore;
  readonly media: MediaFiles;
  readonly docs: Docs;
  readonly catalog: Catalog;
  /** Divides every duration. */
  readonly speed: number;
  readonly now: () => number;
  /** Waits before a slow response, for the duration divided by the speed. */
  readonly pause: (durationMs: number) => Promise<void>;
}
