import * as vscode from 'vscode';
import { runInBackground } from '../runInBackground.ts';
import { viewType, type Preview } from './preview.ts';
import type { PreviewServices } from './sessionPorts.ts';
import type { createPreviewPanels, PreviewPanels } from './previewPanels.ts';

/**
 * The panels and all that they need are loaded with the first panel, which may be one restored from the last session.
 */
export function registerPreview(
  loadPanels: () => Promise<{ readonly createPreviewPanels: typeof createPreviewPanels }>,
  services: PreviewServices,
): Preview {
  let loading: Promise<PreviewPanels> | undefined;
  let loaded: PreviewPanels | undefined;
  const load = (): Promise<PreviewPanels> =>
    (loading ??= loadPanels().then(({ createPreviewPanels }) => {
      loaded = createPreviewPanels(services);
      return loaded;
    }));
  const use = (work: (panels: PreviewPanels) => void): void => runInBackground(load().then(work), services.log);
  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
  });
  return {
    show: (jobFile, taskId) => use((panels) => panels.show(jobFile, taskId)),
    showSheet: (source, query) => use((panels) => panels.showSheet(source, query)),
    showFound: (found) => use((panels) => panels.showFound(found)),
    peek: (found) => use((panels) => panels.peek(found)),
    endPeek: () => loading && use((panels) => panels.endPeek()),
    compare: (jobFile, paths) => use((panels) => panels.compare(jobFile, paths)),
    makeThumbnails: async (...args) => (await load()).makeThumbnails(...args),
    readShown: async () => (loading ? (await load()).readShown() : () => false),
    follow(jobFile) {
      if (loading) use((panels) => panels.follow(jobFile));
    },
    showResult: (jobFile, taskId) => use((panels) => panels.showResult(jobFile, taskId)),
    activeJobFile: () => loaded?.activeJobFile(),
    exportShown: () => loaded?.exportShown() ?? false,
    dispose() {
      serializer.dispose();
      void loading?.then((panels) => panels.dispose());
    },
  };
}
