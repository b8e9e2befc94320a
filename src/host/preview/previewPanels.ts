import * as vscode from 'vscode';
import type { Task } from '../../core/task/model/task.ts';
import { parseSavedState } from '../../protocol/savedState.ts';
import { viewType, type Preview } from './preview.ts';
import { openPanel, type OpenPanel, type PreviewServices } from './openPanel.ts';

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
  const subscriptions = vscode.Disposable.from(
    services.engineHost.onDidChangeTask(show),
    services.engineHost.onDidChangeForeignTasks(({ changed }) => changed.forEach(show)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { session } of panels.values()) session.trustChanged();
    }),
  );
  const reveal = (jobFile: vscode.Uri): OpenPanel | undefined => {
    const known = panels.get(jobFile.toString());
    if (known && !known.panel.visible) known.panel.reveal(chooseColumn(known.panel.viewColumn), true);
    known?.session.runsChanged();
    return known;
  };
  const create = (jobFile: vscode.Uri): OpenPanel => {
    // Previews share a column.
    const home = [...panels.values()].find(({ panel }) => panel.viewColumn !== undefined)?.panel.viewColumn;
    const options = { viewColumn: chooseColumn(home), preserveFocus: true };
    // The panel gets its title and page when it is adopted, like a restored one.
    return adopt(vscode.window.createWebviewPanel(viewType, '', options), jobFile);
  };
  return {
    show(jobFile, taskId) {
      const { session } = reveal(jobFile) ?? create(jobFile);
      session.show('stage');
      if (taskId !== undefined) session.select(taskId);
    },
    showSheet: (jobFile, query) => (reveal(jobFile) ?? create(jobFile)).session.show('sheet', query),
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
      subscriptions.dispose();
      for (const { panel } of panels.values()) panel.dispose();
    },
  };
}

/**
 * Returns the column in which a preview may become the visible tab: `home`, where this preview or another one is
 * already, as long as the user does not type there. If none fits, it is a column beside the active one.
 */
function chooseColumn(home: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all.map(({ viewColumn, isActive, activeTab }) => {
    const isPreview = activeTab?.input instanceof vscode.TabInputWebview && activeTab.input.viewType.endsWith(viewType);
    return { viewColumn, isActive, shows: isPreview ? 'preview' : activeTab ? 'editor' : 'nothing' };
  });
  const free = groups.filter(({ isActive, shows }) => !isActive || shows !== 'editor');
  if (home !== undefined && free.some(({ viewColumn }) => viewColumn === home)) return home;
  // The first preview never covers an editor, except the one that the workbench selects beside the active one.
  const wanted = ['preview', 'nothing', ...(home === undefined ? [] : ['editor'])];
  const [best] = wanted.flatMap((kind) => free.filter(({ shows }) => shows === kind));
  return best?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The state comes from the webview, so only a job file on disk is accepted. */
function restoredJobFile(state: unknown): vscode.Uri | null {
  const saved = parseSavedState(state);
  if (!saved) return null;
  const uri = vscode.Uri.parse(saved.jobFile);
  return uri.scheme === 'file' ? uri : null;
}
