import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import { hasRunsFileName, jobFileOf } from '../../core/artifact/jobFileName.ts';
import type { Task } from '../../core/task/model/task.ts';
import { parseSavedState } from '../../protocol/savedState.ts';
import { l10n } from '../ui/l10n.ts';
import { viewType, type FoundResult, type Preview } from './preview.ts';
import { buildPreviewHtml } from './previewHtml.ts';
import { PreviewSession } from './previewSession.ts';
import { createPreviewSource, workspaceUri } from './previewSource.ts';
import { createSessionPorts, type PanelParts, type PreviewServices } from './sessionPorts.ts';

export interface PreviewPanels extends Preview {
  /** Restores a panel of the last session from the state that its page kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Creates the holder of the panels: one for each job file, one for each folder, and one for the workspace. */
export function createPreviewPanels(services: PreviewServices): PreviewPanels {
  const panels = new Map<string, OpenPanel>();
  const { listVisible, ...seen } = watchSeen(panels);
  /** The previews that were visible when the last run began, by its job file. The user has turned from them to the run. */
  const earlier = new Map<string, readonly OpenPanel[]>();
  const isOtherSeen = (jobFile: vscode.Uri): boolean =>
    !panels.get(jobFile.toString())?.panel.visible &&
    listVisible().some((open) => open.panel.active || !earlier.get(jobFile.toString())?.includes(open));
  const looks = createLooks(panels);
  const adopt = (panel: vscode.WebviewPanel, uri: vscode.Uri): OpenPanel => {
    const open = openPanel({ panel, source: createPreviewSource(uri), services });
    const key = uri.toString();
    panels.set(key, open);
    nameAll([...panels.values()]);
    panel.onDidDispose(() => {
      open.dispose();
      if (panels.get(key) === open) panels.delete(key);
      nameAll([...panels.values()]);
    });
    return open;
  };
  const subscriptions = vscode.Disposable.from(followTasks(panels, services), followRenames(panels, adopt));
  const reveal = (uri: vscode.Uri): OpenPanel | undefined => {
    const known = panels.get(uri.toString());
    looks.keep(known);
    if (known && !known.panel.visible)
      known.panel.reveal(chooseColumn(known.panel.viewColumn, services.jobFiles), true);
    known?.session.runsChanged();
    return known;
  };
  const create = (uri: vscode.Uri): OpenPanel => adopt(createPanel(panels, services.jobFiles), uri);
  const open = (uri: vscode.Uri): OpenPanel => reveal(uri) ?? create(uri);
  /** Opens what the user has asked for. It gets the focus, because its keys would change the text of an editor. */
  const openWithFocus = (uri: vscode.Uri): OpenPanel => {
    const opened = open(uri);
    opened.panel.reveal(undefined, false);
    return opened;
  };
  return {
    show(jobFile, taskId) {
      const { session } = open(jobFile);
      session.show('stage');
      if (taskId !== undefined) session.want({ type: 'select', taskId });
    },
    showSheet: (source, query) => openWithFocus(source ?? workspaceUri).session.show('sheet', query),
    showFound: (found) => select(openWithFocus(workspaceUri), found),
    peek: (found) => select(looks.open(open), found),
    endPeek: () => looks.end(),
    compare: (jobFile, paths) => open(jobFile).session.want({ type: 'compare', paths }),
    makeThumbnails(source, hashes, signal) {
      const { session } = open(source);
      session.show('sheet');
      return session.thumbnails.makeAll(hashes, signal);
    },
    follow(jobFile) {
      earlier.set(jobFile.toString(), listVisible());
      panels.get(jobFile.toString())?.session.want({ type: 'follow', taskId: null });
    },
    showResult(jobFile, taskId) {
      if (isOtherSeen(jobFile)) return;
      if (!reveal(jobFile)) create(jobFile).session.want({ type: 'follow', taskId });
    },
    ...seen,
    async restore(panel, state) {
      const uri = await restoredSource(state, services.jobFiles);
      if (uri) adopt(panel, uri);
      else panel.dispose();
    },
    dispose() {
      subscriptions.dispose();
      for (const { panel } of panels.values()) panel.dispose();
    },
  };
}

function select({ session }: OpenPanel, found: FoundResult): void {
  session.show('stage');
  session.want({ type: 'select', ...found });
}

type Panels = ReadonlyMap<string, OpenPanel>;

/** What the user sees, and looks at. */
function watchSeen(panels: Panels) {
  const listVisible = (): readonly OpenPanel[] => [...panels.values()].filter(({ panel }) => panel.visible);
  const findActive = (): OpenPanel | undefined => listVisible().find(({ panel }) => panel.active);
  return {
    listVisible,
    async readShown() {
      const visible = listVisible();
      return (jobFile: string) => visible.some(({ source }) => source.covers(jobFile));
    },
    activeJobFile() {
      const active = findActive();
      return active?.source.jobFile === null ? undefined : active?.source.uri;
    },
    exportShown() {
      const active = findActive();
      active?.session.exportShown();
      return active !== undefined;
    },
  };
}

/** Tells the panels about tasks, and about trust. */
function followTasks(panels: Panels, { engineHost }: PreviewServices): vscode.Disposable {
  const show = (task: Task): void => {
    for (const { source, session } of panels.values()) if (source.covers(task.jobFile)) session.tasksChanged(task);
  };
  return vscode.Disposable.from(
    engineHost.onDidChangeTask(show),
    engineHost.onDidChangeForeignTasks(({ changed }) => changed.forEach(show)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { session } of panels.values()) session.trustChanged();
    }),
  );
}

/** The preview of the workspace, which may have been opened for a short look alone. */
function createLooks(panels: ReadonlyMap<string, OpenPanel>) {
  /** What is closed after the look, unless it is shown for another reason. */
  let peeked: OpenPanel | undefined;
  return {
    keep(shown: OpenPanel | undefined): void {
      if (shown === peeked) peeked = undefined;
    },
    open(open: (uri: vscode.Uri) => OpenPanel): OpenPanel {
      const known = panels.get(workspaceUri.toString());
      const isPeeked = !known || known === peeked;
      const shown = known?.panel.visible ? known : open(workspaceUri);
      if (isPeeked) peeked = shown;
      return shown;
    },
    end(): void {
      peeked?.panel.dispose();
      peeked = undefined;
    },
  };
}

/** A panel follows its job file, or its folder, to a new name. One that is there already takes its place. */
function followRenames(
  panels: Map<string, OpenPanel>,
  adopt: (panel: vscode.WebviewPanel, uri: vscode.Uri) => OpenPanel,
): vscode.Disposable {
  return vscode.workspace.onDidRenameFiles(({ files }) => {
    for (const { oldUri, newUri } of files) {
      const known = [...panels];
      for (const [key, { panel, source, dispose }] of known) {
        const { scheme, path } = source.uri;
        const below = path.slice(oldUri.path.length);
        const isMoved = scheme === oldUri.scheme && path.startsWith(oldUri.path) && /^(?:\/|$)/.test(below);
        if (!isMoved) continue;
        const uri = newUri.with({ path: newUri.path + below });
        panels.delete(key);
        dispose();
        if (panels.has(uri.toString())) panel.dispose();
        else adopt(panel, uri);
      }
    }
  });
}

/** Creates a panel in the column that previews share. It gets its title and page when it is adopted, like a restored one. */
function createPanel(panels: ReadonlyMap<string, OpenPanel>, jobFiles: OpenJobFiles): vscode.WebviewPanel {
  const home = [...panels.values()].find(({ panel }) => panel.viewColumn !== undefined)?.panel.viewColumn;
  const place = { viewColumn: chooseColumn(home, jobFiles), preserveFocus: true };
  return vscode.window.createWebviewPanel(viewType, '', place);
}

type OpenJobFiles = Pick<PreviewServices['jobFiles'], 'open'>;

/** Names each panel after its source, a job file with its folder as soon as another panel has the same name. */
function nameAll(open: readonly OpenPanel[]): void {
  for (const { panel, source } of open) {
    const isOnly = open.filter((other) => other.source.name === source.name).length === 1;
    const name = isOnly || source.jobFile === null ? source.name : vscode.workspace.asRelativePath(source.uri);
    panel.title = l10n.t('Preview {name}', { name });
  }
}

/**
 * Returns the column in which a preview may become the visible tab: `home`, where this preview or another one is
 * already, as long as it shows no job file, and the user does not type there. If none fits, it is a column beside the
 * active one.
 */
function chooseColumn(home: vscode.ViewColumn | undefined, jobFiles: OpenJobFiles): vscode.ViewColumn {
  const open = new Set(jobFiles.open().map(({ uri }) => uri.toString()));
  const groups = vscode.window.tabGroups.all.map(({ viewColumn, isActive, activeTab }) => {
    const input = activeTab?.input;
    const isPreview = input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType);
    const isJobFile = input instanceof vscode.TabInputText && open.has(input.uri.toString());
    return {
      viewColumn,
      isActive,
      shows: isPreview ? 'preview' : isJobFile ? 'jobFile' : input ? 'editor' : 'nothing',
    };
  });
  const free = groups.filter(({ isActive, shows }) => shows !== 'jobFile' && (!isActive || shows !== 'editor'));
  if (home !== undefined && free.some(({ viewColumn }) => viewColumn === home)) return home;
  // The first preview never covers an editor, except the one that the workbench selects beside the active one.
  const wanted = ['preview', 'nothing', ...(home === undefined ? [] : ['editor'])];
  const [best] = wanted.flatMap((kind) => free.filter(({ shows }) => shows === kind));
  if (best) return best.viewColumn;
  // The workbench takes the next group for the one beside. A column that does not exist becomes a new group.
  const next = groups[groups.findIndex(({ isActive }) => isActive) + 1];
  return next?.shows === 'jobFile' ? groups.length + 1 : vscode.ViewColumn.Beside;
}

/** The state comes from the webview, so only the workspace, a folder in it, and a job file on disk are accepted. */
async function restoredSource(state: unknown, jobFiles: PreviewServices['jobFiles']): Promise<vscode.Uri | null> {
  const saved = parseSavedState(state);
  if (!saved) return null;
  const uri = vscode.Uri.parse(saved.jobFile);
  if (uri.toString() === workspaceUri.toString()) return uri;
  const isHere = uri.path.endsWith('/')
    ? vscode.workspace.getWorkspaceFolder(uri) !== undefined
    : (await jobFiles.check(uri)) === null;
  return uri.scheme === 'file' && isHere ? uri : null;
}

/**
 * A panel and everything that lives as long as it does. Disposing does not close the panel, but closing it disposes.
 */
type OpenPanel = ReturnType<typeof openPanel>;

/** Shows the results of a source in a panel, which may be new or restored. */
function openPanel(parts: PanelParts) {
  const { panel, source, services } = parts;
  const { resultFiles } = services;
  const session = new PreviewSession(createSessionPorts(parts));
  const disposable = vscode.Disposable.from(
    session,
    panel.webview.onDidReceiveMessage((data) => session.receive(data)),
    source.jobFile === null
      ? resultFiles.onDidChange((path) => {
          const jobFile = jobFileOf(path);
          if (!source.covers(jobFile)) return;
          if (hasRunsFileName(path)) session.runsChanged(jobFile);
          else session.marksChanged(jobFile);
        })
      : resultFiles.watch(source.uri, (kind) => (kind === 'runs' ? session.runsChanged() : session.marksChanged())),
    // Also fires when the document is saved, or read again from disk.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!document.isDirty && document.uri.toString() === source.uri.toString()) session.axesChanged();
    }),
    // Undo creates a deleted file again.
    vscode.workspace.onDidDeleteFiles(() => session.filesChanged()),
    vscode.workspace.onDidCreateFiles(() => session.filesChanged()),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pageLeft();
    }),
  );
  showPage(parts);
  return { source, panel, session, dispose: (): void => void disposable.dispose() };
}

/** Gives a panel its icon and the page, which may load only results and files of the extension. */
function showPage({ panel, source, services }: PanelParts): void {
  const { webview } = panel;
  const media = vscode.Uri.joinPath(services.extensionUri, 'media');
  const dist = vscode.Uri.joinPath(services.extensionUri, 'dist');
  const results = source.boundaries.map((folder) => vscode.Uri.file(realPath(folder)));
  const urlOf = (folder: vscode.Uri, name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [media, dist, ...results] };
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
