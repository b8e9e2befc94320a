import type { Catalog } from '../core/catalog/catalog.ts';
import type { MediaFiles } from './media/mediaFiles.ts';
import type { AssetGroup, AssetRecord } from './store/assetRecord.ts';
import type { DocumentStore } from './store/documentStore.ts';
import type { TaskRecord } from './store/taskRecord.ts';

/** What the endpoints share. */
export interface GatewayParts {
  readonly key: string;
  readonly tasks: DocumentStore<TaskRecord>;
  readonly assets: DocumentStore<AssetRecord>;
  readonly assetGroups: DocumentStore<AssetGroup>;
  readonly media: MediaFiles;
  readonly catalog: Catalog;
  /** Divides every duration. */
  readonly speed: number;
  readonly now: () => number;
  /** Waits before a slow response, for the duration divided by the speed. */
  readonly pause: (durationMs: number) => Promise<void>;
}
