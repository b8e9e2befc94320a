import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import { previewStrings, type PreviewStrings } from '../../protocol/previewStrings.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { commands, type CommandId } from '../ids.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { matchMarks } from '../marks/matchMarks.ts';
import type { ResultFiles } from '../results/resultFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { runAction } from '../ui/message.ts';
import { runFileAction } from './files/fileActions.ts';
import { createPreviewFiles } from './files/previewFiles.ts';
import { buildPreviewHtml } from './previewHtml.ts';
import { PreviewSession, type SessionPorts } from './previewSession.ts';

/** What the preview needs from the extension. The engine is requested when a page first shows, not before. */
export interface PreviewServices {
  readonly jobFiles: Pick<JobFiles, 'check'>;
  readonly resultFiles: Pick<ResultFiles, 'watch'>;
  readonly engineHost: Pick<EngineHost, 'engine' | 'allTasks' | 'onDidChangeTask' | 'onDidChangeForeignTasks'>;
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
export type OpenPanel = ReturnType<typeof openPanel>;

/** Shows the results of a job file in a panel, which may be new or restored. */
export function openPanel(parts: PanelParts) {
  const { panel, jobFile, services } = parts;
  const session = new PreviewSession(buildPorts(parts));
  const disposable = vscode.Disposable.from(
    session,
    panel.webview.onDidReceiveMessage((data) => session.receive(data)),
    services.resultFiles.watch(jobFile, (kind) => (kind === 'runs' ? session.runsChanged() : session.marksChanged())),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pageLeft();
    }),
  );
  showPage(parts);
  return { jobFile, panel, session, dispose: (): void => void disposable.dispose() };
}

/** Returns what the session needs: files and records of the job file, commands, and the page. */
function buildPorts({ panel, jobFile, services }: PanelParts): SessionPorts {
  const { engineHost, log } = services;
  const name = basename(jobFile.fsPath);
  const isTrusted = (): boolean => vscode.workspace.isTrusted;
  const engine = () => engineHost.engine();
  const files = createPreviewFiles({
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    isTrusted,
    toUri: (path, query) => panel.webview.asWebviewUri(vscode.Uri.file(path)).with({ query }).toString(),
    engine,
  });
  return {
    ...files,
    jobFile: { uri: jobFile.toString(), name },
    locale: vscode.env.language,
    strings: translateStrings(),
    isTrusted,
    clock: systemClock,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
    post: (message) => void panel.webview.postMessage(message),
    readRuns: async () => (await engine()).readRuns(jobFile.fsPath),
    async readTasks() {
      await engine();
      return engineHost.allTasks().filter((task) => task.jobFile === jobFile.fsPath);
    },
    async readMarks(artifacts) {
      const marks = await (await engine()).readMarks(jobFile.fsPath).catch((error: unknown) => {
        log.error(`Marks of ${name}: ${String(error)}`);
        return new Map();
      });
      return matchMarks(marks, artifacts, (artifact) => files.statArtifact(artifact));
    },
    readThumbnail: async (sha256) => (await engine()).thumbnails.read(sha256),
    keepThumbnail: async (sha256, bytes) => (await engine()).thumbnails.keep(sha256, bytes),
    hash: async (bytes) => Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
    act: (action, artifact) => runFileAction(action, artifact, { jobFile, files, log }),
    async openDiff(...artifacts) {
      const [first, second] = await Promise.all(artifacts.map((artifact) => files.statArtifact(artifact)));
      if (!first || !second) return;
      const title = `${basename(first.path)} ↔ ${basename(second.path)}`;
      const uris = [vscode.Uri.file(first.path), vscode.Uri.file(second.path)];
      await vscode.commands.executeCommand('vscode.diff', ...uris, title);
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
    async actOnTask(action, journalId) {
      // The commands of the Tasks view ask the same questions.
      const command: CommandId = `genwright.task.${action}`;
      await vscode.commands.executeCommand(command, journalId);
    },
    fail: (error) => log.error(`Preview of ${name}: ${String(error)}`),
  };
}

/** Gives a panel its title, its icon, and the page, which may load only results and files of the extension. */
function showPage({ panel, jobFile, services }: PanelParts): void {
  const { webview } = panel;
  const media = vscode.Uri.joinPath(services.extensionUri, 'media');
  const dist = vscode.Uri.joinPath(services.extensionUri, 'dist');
  const results = vscode.Uri.file(realPath(readBoundary(jobFile)));
  const urlOf = (folder: vscode.Uri, name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [media, dist, results] };
  panel.title = l10n.t('Preview {name}', { name: basename(jobFile.fsPath) });
  panel.iconPath = {
    light: vscode.Uri.joinPath(media, 'preview-light.svg'),
    dark: vscode.Uri.joinPath(media, 'preview-dark.svg'),
  };
  const styles = ['preview.css', 'sheet.css', 'compare.css'].map((name) => urlOf(media, name));
  webview.html = buildPreviewHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('base64'),
    scriptUri: urlOf(dist, 'preview.js'),
    styleUris: [urlOf(dist, 'codicon.css'), ...styles],
    locale: vscode.env.language,
  });
}

/** The page gets only real paths. A missing folder has no results. */
function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** The webview fills the placeholders. */
function translateStrings(): PreviewStrings {
  const translated = Object.entries(previewStrings).map(([key, text]) => [key, l10n.t(text)]);
  return Object.fromEntries(translated) as PreviewStrings;
}
