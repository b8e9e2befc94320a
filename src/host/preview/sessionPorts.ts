import type { Mark, MarkChange } from '../../core/artifact/marks.ts';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { Artifact, Task } from '../../core/task/model/task.ts';
import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import type { ContentPorts } from './entryContent.ts';
import type { EntryPorts } from './previewEntries.ts';
import type { ThumbnailPorts } from './thumbnails/thumbnailFeed.ts';

/** What a session needs from the workbench, for one job file. No read rejects for a missing file. */
export interface SessionPorts extends ContentPorts, Omit<EntryPorts, 'uriOf' | 'markOf'>, ThumbnailPorts {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
  readRuns(): Promise<readonly RunsRecord[]>;
  /** Reads the engine's tasks of this job file. */
  readTasks(): Promise<readonly Task[]>;
  /** Returns what finds the mark of each of these artifacts. Never rejects: results are shown without marks. */
  readMarks(artifacts: readonly Artifact[]): Promise<(artifact: Artifact) => Mark | undefined>;
  mark(artifacts: readonly Artifact[], change: MarkChange): Promise<void>;
  undoMark(): Promise<void>;
  /** Asks the user, and then deletes the files. */
  deleteArtifacts(artifacts: readonly Artifact[]): Promise<void>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  openDiff(first: Artifact, second: Artifact): Promise<void>;
  /** Acts on a task, by the journal's id. Asks the user before a large action. */
  actOnTask(action: PreviewTaskAction, journalId: string): Promise<void>;
}
