import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { MarkChange } from '../../core/artifact/marks.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { HostMessage, PreviewAction } from '../../protocol/preview.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import { previewStrings, type PreviewStrings } from '../../protocol/previewStrings.ts';
import { mapCells, type ArrangedSheet } from '../../protocol/sheet.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { commands, type CommandId } from '../ids.ts';
import { readHead } from '../jobFiles/filesOnDisk.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { LanguageHost } from '../language/languageHost.ts';
import { matchMarks } from '../marks/matchMarks.ts';
import type { ResultFiles } from '../results/resultFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { runAction } from '../ui/message.ts';
import { runFileAction } from './files/fileActions.ts';
import { createPreviewFiles } from './files/previewFiles.ts';
import { axisText } from './previewEntries.ts';
import type { PreviewSource } from './previewSource.ts';
import type { FoundArtifact } from './taskFacts.ts';

/** What the preview needs from the extension. The engine is requested when a page first shows, not before. */
export interface PreviewServices {
  readonly jobFiles: Pick<JobFiles, 'check' | 'open'>;
  readonly resultFiles: Pick<ResultFiles, 'watch' | 'onDidChange'>;
  readonly engineHost: Pick<EngineHost, 'engine' | 'allTasks' | 'onDidChangeTask' | 'onDidChangeForeignTasks'>;
  readonly language: Pick<LanguageHost, 'read'>;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
}

export interface PanelParts {
  readonly panel: vscode.WebviewPanel;
  readonly source: PreviewSource;
  readonly services: PreviewServices;
}

/** What a session needs from the workbench. Job files are absolute paths. No read rejects for a missing file. */
export type SessionPorts = Omit<ReturnType<typeof createSessionPorts>, 'pathOf' | 'pathsOf' | 'findOpenable'>;

const placeOf = ({ jobFile, path }: FoundArtifact) => ({ jobFile, path });

export function createSessionPorts({ panel, source, services }: PanelParts) {
  const { engineHost, language, log } = services;
  const isTrusted = (): boolean => vscode.workspace.isTrusted;
  const engine = () => engineHost.engine();
  const clock: Clock = systemClock;
  const files = createPreviewFiles({
    boundaryOf: (jobFile) => readBoundary(vscode.Uri.file(jobFile)),
    isTrusted,
    toUri: (path, query) => panel.webview.asWebviewUri(vscode.Uri.file(path)).with({ query }).toString(),
    engine,
  });
  const run = async (command: CommandId, ...args: readonly unknown[]): Promise<void> => {
    await vscode.commands.executeCommand(command, ...args);
  };
  // The webview fills the placeholders.
  const translated = Object.entries(previewStrings).map(([key, text]) => [key, l10n.t(text)]);
  return {
    ...files,
    /** URI of what is shown. */
    source: source.uri.toString(),
    groupOf: (jobFile: string) => source.groupOf(jobFile),
    listJobFiles: async (query: string, signal: AbortSignal) =>
      source.listJobFiles(query, { engine: await engine(), tasks: engineHost.allTasks(), signal }),
    locale: vscode.env.language,
    strings: Object.fromEntries(translated) as PreviewStrings,
    isTrusted,
    clock,
    post(message: HostMessage): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
      void panel.webview.postMessage(message);
    },
    readRuns: async (jobFile: string) => (await engine()).readRuns(jobFile),
    /** Returns the axes in the order of the job file. Empty for several files, and for one that cannot be read. */
    async readAxes(): Promise<[string, string[]][]> {
      if (source.jobFile === null) return [];
      const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === source.uri.toString());
      const document = await language.read(source.uri, open?.getText() ?? (await readHead(source.uri)) ?? '');
      const axes = document.axes().map(({ name, values }): [string, string[]] => [name, values.map(axisText)]);
      document.dispose();
      return axes;
    },
    async readTasks(jobFile: string): Promise<readonly Task[]> {
      await engine();
      return engineHost.allTasks().filter((task) => task.jobFile === jobFile);
    },
    /** Returns what finds the mark of each of these artifacts. Never rejects: results are shown without marks. */
    async readMarks(artifacts: readonly FoundArtifact[], jobFile: string) {
      const marks = await (await engine()).readMarks(jobFile).catch((error: unknown) => {
        log.error(`Marks of ${basename(jobFile)}: ${String(error)}`);
        return new Map();
      });
      return matchMarks(marks, artifacts, files.statArtifact);
    },
    /** Thumbnails of contents, which are kept beyond the session. */
    readThumbnail: async (sha256: string) => (await engine()).thumbnails.read(sha256),
    keepThumbnail: async (sha256: string, bytes: Uint8Array) => (await engine()).thumbnails.keep(sha256, bytes),
    /** Returns the SHA-256 as 64 hex digits. */
    hash: async (bytes: Uint8Array<ArrayBuffer>) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
    /** The job file is that of the artifact, or of a card. Null for the only one. */
    async act(action: PreviewAction, artifact: FoundArtifact | null, jobFile: string | null): Promise<void> {
      const path = jobFile ?? source.jobFile;
      if (path !== null) await runFileAction(action, artifact, { jobFile: vscode.Uri.file(path), files, log });
    },
    async openDiff(...artifacts: readonly [FoundArtifact, FoundArtifact]): Promise<void> {
      const [first, second] = await Promise.all(artifacts.map(files.statArtifact));
      if (!first || !second) return;
      const title = `${basename(first.path)} ↔ ${basename(second.path)}`;
      const uris = [vscode.Uri.file(first.path), vscode.Uri.file(second.path)];
      await vscode.commands.executeCommand('vscode.diff', ...uris, title);
    },
    mark: (artifacts: readonly FoundArtifact[], change: MarkChange) =>
      run(commands.markResult, files.pathsOf(artifacts), change),
    exportSheet: (sheet: ArrangedSheet<FoundArtifact>, isFiltered: boolean) =>
      run(commands.exportContactSheet, source.uri, mapCells(sheet, placeOf), isFiltered),
    undoMark: () => run(commands.undoMark),
    /** Asks the user, and then deletes the files. */
    async deleteArtifacts(artifacts: readonly FoundArtifact[]): Promise<void> {
      await run(commands.deleteResult, files.pathsOf(artifacts));
      // The question returns the focus to the frame around the page, whose keys would then do nothing.
      if (panel.active) panel.reveal(panel.viewColumn);
    },
    runRemedy: runAction,
    /** Acts on the task with this id in the journal, by the commands of the Tasks view, which ask the same questions. */
    actOnTask: (action: PreviewTaskAction, journalId: string) => run(`genwright.task.${action}`, journalId),
    fail: (error: unknown): void => log.error(`Preview of ${source.name}: ${String(error)}`),
  };
}
