import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { marksFileOf, runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Event } from '../../core/support/emitter.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Engine, Log } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import { parseSavedState } from '../../protocol/savedState.ts';
import { noFilter } from '../../protocol/sheet.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { ForeignTasksChange } from '../adapters/foreignTasks.ts';
import { describeHolder } from '../describeHolder.ts';
import { commands, type CommandId } from '../ids.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n } from '../l10n.ts';
import { describeError } from './describeError.ts';
import { createFileActions } from './files/fileActions.ts';
import { viewType, type Preview } from './preview.ts';
import { choosePreviewColumn, type EditorGroup } from './previewColumn.ts';
import { matchMarks } from '../marks/matchMarks.ts';
import { PreviewFiles } from './files/previewFiles.ts';
import { buildPreviewHtml } from './previewHtml.ts';
import { createPreviewSession, type PreviewSession } from './previewSession.ts';
import { buildPreviewStrings } from './strings/previewStrings.ts';

/** What the preview needs from the extension. The engine is requested when a page first shows, not before. */
export interface PreviewServices {
  readonly jobFiles: Pick<JobFiles, 'check'>;
  engine(): Promise<Engine>;
  /** Tasks of all windows. */
  tasks(): readonly Task[];
  readonly onDidChangeTask: Event<Task>;
  readonly onDidChangeForeignTasks: Event<ForeignTasksChange>;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
}

export interface PreviewPanels extends Preview {
  /** Restores a panel of the last session from the state that its page kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Creates the holder of the panels: one for each job file. */
export function createPreviewPanels(services: PreviewServices): PreviewPanels {
  const panels = new Map<string, OpenPanel>();
  const adopt = (panel: vscode.WebviewPanel, jobFile: vscode.Uri): OpenPanel => {
    const open = openPanel({ panel, jobFile, services });
    const key = jobFile.toString();
    panels.set(key, open);
    panel.onDidDispose(() => {
      open.dispose();
      if (panels.get(key) === open) panels.delete(key);
    });
    return open;
  };
  const show = (task: Task): void => panels.get(vscode.Uri.file(task.jobFile).toString())?.session.tasksChanged(task);
  const subscriptions = [
    services.onDidChangeTask(show),
    services.onDidChangeForeignTasks(({ changed }) => changed.forEach(show)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { session } of panels.values()) session.trustChanged();
    }),
  ];
  const reveal = (jobFile: vscode.Uri): OpenPanel | undefined => {
    const known = panels.get(jobFile.toString());
    if (known && !known.panel.visible) known.panel.reveal(columnFor(known.panel.viewColumn), true);
    known?.session.runsChanged();
    return known;
  };
  const create = (jobFile: vscode.Uri): OpenPanel => {
    // Previews share a column.
    const home = [...panels.values()].find(({ panel }) => panel.viewColumn !== undefined)?.panel.viewColumn;
    return adopt(createPanel(columnFor(home)), jobFile);
  };
  return {
    show(jobFile, taskId) {
      const { session } = reveal(jobFile) ?? create(jobFile);
      session.show('stage');
      if (taskId !== undefined) session.select(taskId);
    },
    showSheet(jobFile, { filter } = {}) {
      const { session } = reveal(jobFile) ?? create(jobFile);
      session.show('sheet', filter && { ...noFilter, ...filter });
    },
    compare: (jobFile, paths) => (reveal(jobFile) ?? create(jobFile)).session.compare(paths),
    makeThumbnails(jobFile, hashes, signal) {
      const { session } = reveal(jobFile) ?? create(jobFile);
      session.show('sheet');
      return session.thumbnails.makeAll(hashes, signal);
    },
    follow: (jobFile) => panels.get(jobFile.toString())?.session.follow(null),
    showResult(jobFile, taskId) {
      if (!reveal(jobFile)) create(jobFile).session.follow(taskId);
    },
    activeJobFile: () => [...panels.values()].find(({ panel }) => panel.active)?.jobFile,
    async restore(panel, state) {
      const jobFile = restoredJobFile(state);
      if (jobFile && (await services.jobFiles.check(jobFile)) === null) adopt(panel, jobFile);
      else panel.dispose();
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      for (const { panel } of panels.values()) panel.dispose();
    },
  };
}

/**
 * A panel and everything that lives as long as it does. Disposing does not close the panel, but closing it disposes.
 */
interface OpenPanel extends Disposable {
  readonly jobFile: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  readonly session: PreviewSession;
}

/** Returns the column in which a preview covers nothing that the user types in. */
function columnFor(home: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all.map(({ viewColumn, isActive, activeTab }): EditorGroup => {
    const isPreview = activeTab?.input instanceof vscode.TabInputWebview && activeTab.input.viewType.endsWith(viewType);
    return { column: viewColumn, isActive, shows: isPreview ? 'preview' : activeTab ? 'other' : 'nothing' };
  });
  return choosePreviewColumn(groups, home) ?? vscode.ViewColumn.Beside;
}

/** Creates an empty panel. It gets its title and page when it is adopted, like a restored one. */
function createPanel(viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, '', { viewColumn, preserveFocus: true });
}

/** The state comes from the webview, so only a job file on disk is accepted. */
function restoredJobFile(state: unknown): vscode.Uri | null {
  const saved = parseSavedState(state);
  if (!saved) return null;
  const uri = vscode.Uri.parse(saved.jobFile);
  return uri.scheme === 'file' ? uri : null;
}

interface PanelParts {
  readonly panel: vscode.WebviewPanel;
  readonly jobFile: vscode.Uri;
  readonly services: PreviewServices;
}

function openPanel({ panel, jobFile, services }: PanelParts): OpenPanel {
  const boundary = readBoundary(jobFile);
  const isTrusted = (): boolean => vscode.workspace.isTrusted;
  const { webview } = panel;
  const files = new PreviewFiles({
    jobFile: jobFile.fsPath,
    boundary,
    isTrusted,
    toUri: (path, query) => webview.asWebviewUri(vscode.Uri.file(path)).with({ query }).toString(),
    engine: () => services.engine(),
    actions: createFileActions(jobFile, { panel, log: services.log }),
  });
  const roots = resourceRoots(services.extensionUri);
  const results = vscode.Uri.file(realPath(boundary));
  webview.options = { enableScripts: true, localResourceRoots: [roots.media, roots.dist, results] };
  const session = createPreviewSession({
    jobFile: { uri: jobFile.toString(), name: basename(jobFile.fsPath) },
    locale: vscode.env.language,
    strings: buildPreviewStrings(l10n),
    isTrusted,
    clock: systemClock,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
    post: (message) => void webview.postMessage(message),
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
    describe: (error, place) => describeError(error, { ...place, l10n }),
    describeHolder: (facts) => describeHolder(facts, l10n),
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
    deleteArtifacts: async (artifacts) =>
      vscode.commands.executeCommand(commands.deleteResult, files.pathsOf(artifacts)),
    actOnTask: async (action, journalId) => vscode.commands.executeCommand(taskCommands[action], journalId),
    fail: (error) => services.log.error(`Preview of ${basename(jobFile.fsPath)}: ${String(error)}`),
  });
  const disposables: Disposable[] = [
    session,
    webview.onDidReceiveMessage((data) => session.receive(data)),
    watchBeside(jobFile, runsFileOf, () => session.runsChanged()),
    watchBeside(jobFile, marksFileOf, () => session.marksChanged()),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pageLeft();
    }),
  ];
  panel.title = l10n.t('Preview {name}', { name: basename(jobFile.fsPath) });
  panel.iconPath = {
    light: vscode.Uri.joinPath(roots.media, 'preview-light.svg'),
    dark: vscode.Uri.joinPath(roots.media, 'preview-dark.svg'),
  };
  webview.html = pageOf(webview, roots);
  return { jobFile, panel, session, dispose: () => disposables.forEach((each) => each.dispose()) };
}

/** Watches a file beside the job file, which is also changed by other windows and by version control. */
function watchBeside(jobFile: vscode.Uri, nameOf: (jobFile: string) => string, changed: () => void): Disposable {
  const name = nameOf(basename(jobFile.fsPath));
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(jobFile, '..'), name);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange(changed);
  watcher.onDidCreate(changed);
  watcher.onDidDelete(changed);
  return watcher;
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
