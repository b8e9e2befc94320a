import type * as vscode from 'vscode';
import type { Disposable } from '../../core/support/disposable.ts';

export const viewType = 'genwright.preview';

/** A result that a search has found, with the search, whose results the preview then moves through. */
export interface FoundResult {
  /** Absolute path. */
  readonly jobFile: string;
  /** Id of its task, or the key of its request. */
  readonly taskId: string;
  readonly query: string;
}

/**
 * The preview of job files, and of folders, whose URI ends with a slash. Null is all of the workspace. Calls take
 * effect once its part is loaded, in their order.
 */
export interface Preview extends Disposable {
  /** Opens or reveals the preview of a job file beside the editor, without taking the focus. */
  show(jobFile: vscode.Uri, taskId?: string): void;
  /** As `show`, with all results in the contact sheet, which takes the focus. A query replaces that of the user. */
  showSheet(source: vscode.Uri | null, query?: string): void;
  /** Shows a result in the preview of the workspace, which takes the focus. */
  showFound(found: FoundResult): void;
  /** As `showFound`, for a short look and without the focus. */
  peek(found: FoundResult): void;
  /** Closes the preview that was opened for a short look, unless it was shown for another reason meanwhile. */
  endPeek(): void;
  /** As `show`, with two to four artifacts beside each other. Paths are relative to the folder of the job file. */
  compare(jobFile: vscode.Uri, paths: readonly string[]): void;
  /**
   * Shows the contact sheet, whose page makes the thumbnails of contents that have none, by their SHA-256. Resolves when
   * each was tried, or when no page can make them.
   */
  makeThumbnails(source: vscode.Uri, hashes: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /** Tells an open preview that a run has begun: it shows the results of the run until the user touches the page. */
  follow(jobFile: vscode.Uri): void;
  /**
   * As `show`, for the first result of a run. A preview that is open follows the run already. Does nothing if the user
   * looks at another preview: one that has the focus, or came to the front after `follow`.
   */
  showResult(jobFile: vscode.Uri, taskId: string): void;
  /** Resolves, after the calls before, to what says whether results of a job file (absolute path) are visible. */
  readShown(): Promise<(jobFile: string) => boolean>;
  /** Exports what the preview shows that the user looks at. Returns false if there is none. */
  exportShown(): boolean;
  /** Returns the job file of the preview that the user looks at. Undefined if no preview has the focus. */
  activeJobFile(): vscode.Uri | undefined;
}
