import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import type { ContentPorts } from './entryContent.ts';
import type { ActionPorts } from './pageActions.ts';
import type { SourcePorts } from './sessionSources.ts';
import type { ThumbnailPorts } from './thumbnails/thumbnailFeed.ts';

/** What a session needs from the workbench, for one job file. No read rejects for a missing file. */
export interface SessionPorts extends ContentPorts, SourcePorts, ActionPorts, ThumbnailPorts {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
}
