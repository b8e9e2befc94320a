import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Event } from '../../core/support/emitter.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Engine, Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import { previewStrings, type PreviewStrings } from '../../protocol/previewStrings.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { ForeignTasksChange } from '../adapters/foreignTasks.ts';
import { commands, type CommandId } from '../ids.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { ResultFiles } from '../results/resultFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { runAction } from '../ui/message.ts';
import { createFileActions } from './files/fileActions.ts';
import { matchMarks } from '../marks/matchMarks.ts';
import { PreviewFiles } from './files/previewFiles.ts';
import { buildPreviewHtml } from './previewHtml.ts';
import { createPreviewSession, type PreviewSession, type SessionPorts } from './previewSession.ts';

/** What the preview needs from the extension. The engine is requested when a page first shows, not before. */
export interface PreviewServices {
  readonly jobFiles: Pick<JobFiles, 'check'>;
  readonly resultFiles: Pick<ResultFiles, 'watch'>;
  engine(): Promise<Engine>;
  /** Tasks of all windows. */
  tasks(): readonly Task[];
  readonly onDidChangeTask: Event<Task>;
  readonly onDidChangeForeignTasks: Event<ForeignTasksChange>;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
}

interface PanelParts {
  readonly panel: vscode.WebviewPanel;
  readonly jobFile: vscode.Uri;
  readonly services: PreviewServices;
}

/**
 * A panel and everything that lives as long as it does. Disposing does not close the panel, but closing it disposes.
 */
export interface OpenPanel extends Disposable {
  readonly jobFile: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  readonly session: PreviewSession;
}

/** Shows the results of a job file in a panel, which may be new or restored. */
export function openPanel(parts: PanelParts): OpenPanel {
  const { panel, jobFile } = parts;
  const session = createPreviewSession(buildPorts(parts));
  const disposables: Disposable[] = [
    session,
    panel.webview.onDidReceiveMessage((data) => session.receive(data)),
    parts.services.resultFiles.watch(jobFile, (kind) =>
      kind === 'runs' ? session.runsChanged() : session.marksChanged(),
    ),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pageLeft();
    }),
  ];
  showPage(parts);
  return { jobFile, panel, session, dispose: () => disposables.forEach((each) => each.dispose()) };
}

/** Returns what the session needs: files and records of the job file, commands, and the page. */
function buildPorts(parts: PanelParts): SessionPorts {
  const { panel, jobFile, services } = parts;
  const files = createFiles(parts);
  return {
    jobFile: { uri: jobFile.toString(), name: basename(jobFile.fsPath) },
    locale: vscode.env.language,
    strings: translateStrings(),
    isTrusted,
    clock: systemClock,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
    post: (message) => void panel.webview.postMessage(message),
    readRuns: async () => (await services.engine()).readRuns(jobFile.fsPath),
    async readTasks() {
      await services.engine();
      return services.tasks().filter((task) => task.jobFile === jobFile.fsPath);
    },
    async readMarks(artifacts) {
      const engine = await services.engine();
      const marks = await engine.readMarks(jobFile.fsPath).catch((error: unknown) => {
        services.log.error(`Marks of ${basename(jobFile.fsPath)}: ${String(error)}`);
        return new Map();
      });
      return matchMarks(marks, artifacts, (artifact) => files.find(artifact));
    },
    readThumbnail: async (sha256) => (await services.engine()).thumbnails.read(sha256),
    keepThumbnail: async (sha256, bytes) => (await services.engine()).thumbnails.keep(sha256, bytes),
    hash: async (bytes) => Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
    readUri: (artifact) => files.readUri(artifact),
    statArtifact: (artifact) => files.find(artifact),
    readArtifact: (artifact, maxBytes) => files.readStart(artifact, maxBytes),
    readCodecs: (artifact) => files.readCodecs(artifact),
    canOpenOutside: (artifact) => files.canOpenOutside(artifact),
    act: (action, artifact) => files.act(action, artifact),
    async openDiff(...artifacts) {
      const [first, second] = await Promise.all(artifacts.map((artifact) => files.find(artifact)));
      if (!first || !second) return;
      const title = `${basename(first.path)} ↔ ${basename(second.path)}`;
      await vscode.commands.executeCommand(
        'vscode.diff',
        vscode.Uri.file(first.path),
        vscode.Uri.file(second.path),
        title,
      );
    },
    mark: async (artifacts, change) =>
      vscode.commands.executeCommand(commands.markResult, files.pathsOf(artifacts), change),
    undoMark: async () => vscode.commands.executeCommand(commands.undoMark),
    async deleteArtifacts(artifacts) {
      await vscode.commands.executeCommand(commands.deleteResult, files.pathsOf(artifacts));
      // The question returns the focus to the frame around the page, whose keys would then do nothing.
      if (panel.active) panel.reveal(panel.viewColumn);
    },
    runRemedy: runAction,
    actOnTask: async (action, journalId) => vscode.commands.executeCommand(taskCommands[action], journalId),
    fail: (error) => services.log.error(`Preview of ${basename(jobFile.fsPath)}: ${String(error)}`),
  };
}

function createFiles({ panel, jobFile, services }: PanelParts): PreviewFiles {
  return new PreviewFiles({
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    isTrusted,
    toUri: (path, query) => panel.webview.asWebviewUri(vscode.Uri.file(path)).with({ query }).toString(),
    engine: () => services.engine(),
    actions: createFileActions(jobFile, services.log),
  });
}

const isTrusted = (): boolean => vscode.workspace.isTrusted;

/** Gives a panel its title, its icon, and the page, which may load only results and files of the extension. */
function showPage({ panel, jobFile, services }: PanelParts): void {
  const { webview } = panel;
  const roots = resourceRoots(services.extensionUri);
  const results = vscode.Uri.file(realPath(readBoundary(jobFile)));
  webview.options = { enableScripts: true, localResourceRoots: [roots.media, roots.dist, results] };
  panel.title = l10n.t('Preview {name}', { name: basename(jobFile.fsPath) });
  panel.iconPath = {
    light: vscode.Uri.joinPath(roots.media, 'preview-light.svg'),
    dark: vscode.Uri.joinPath(roots.media, 'preview-dark.svg'),
  };
  webview.html = pageOf(webview, roots);
}

/** The page gets only real paths. A missing folder has no results. */
function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

interface ResourceRoots {
  readonly media: vscode.Uri;
  readonly dist: vscode.Uri;
}

/** The only folders of the extension from which the page may load. */
function resourceRoots(extensionUri: vscode.Uri): ResourceRoots {
  return { media: vscode.Uri.joinPath(extensionUri, 'media'), dist: vscode.Uri.joinPath(extensionUri, 'dist') };
}

function pageOf(webview: vscode.Webview, { media, dist }: ResourceRoots): string {
  const urlOf = (folder: vscode.Uri, name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  return buildPreviewHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('base64'),
    scriptUri: urlOf(dist, 'preview.js'),
    styleUris: [
      urlOf(dist, 'codicon.css'),
      urlOf(media, 'preview.css'),
      urlOf(media, 'sheet.css'),
      urlOf(media, 'compare.css'),
    ],
    locale: vscode.env.language,
  });
}

/** The buttons of a task's card run the commands of the Tasks view, which ask the same questions. */
const taskCommands: Readonly<Record<PreviewTaskAction, CommandId>> = {
  stopWatching: commands.taskStopWatching,
  resume: commands.taskResume,
  retry: commands.taskRetry,
  resubmit: commands.taskResubmit,
  dismiss: commands.taskDismiss,
  saveAgain: commands.taskSaveAgain,
};

/** The webview fills the placeholders. */
function translateStrings(): PreviewStrings {
  const translated = Object.entries(previewStrings).map(([key, text]) => [key, l10n.t(text)]);
  return Object.fromEntries(translated) as PreviewStrings;
}
