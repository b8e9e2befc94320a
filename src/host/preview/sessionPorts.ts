import type { MarkChange } from '../../core/artifact/marks.ts';
import type { Artifact } from '../../core/task/model/task.ts';
import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import type { ContentPorts } from './entryContent.ts';
import type { SourcePorts } from './sessionSources.ts';
import type { ThumbnailPorts } from './thumbnails/thumbnailFeed.ts';

/** What a session needs from the workbench, for one job file. No read rejects for a missing file. */
export interface SessionPorts extends ContentPorts, SourcePorts, ThumbnailPorts {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
  mark(artifacts: readonly Artifact[], change: MarkChange): Promise<void>;
  undoMark(): Promise<void>;
  /** Asks the user, and then deletes the files. */
  deleteArtifacts(artifacts: readonly Artifact[]): Promise<void>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  openDiff(first: Artifact, second: Artifact): Promise<void>;
  /** Acts on a task, by the journal's id. Asks the user before a large action. */
  actOnTask(action: PreviewTaskAction, journalId: string): Promise<void>;
}
