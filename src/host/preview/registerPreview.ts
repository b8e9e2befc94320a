import * as vscode from 'vscode';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Parts } from '../parts.ts';
import { runInBackground } from '../runInBackground.ts';
import type { PreviewPanels, PreviewServices } from './previewPanels.ts';

export const viewType = 'genwright.preview';

/** What is asked of it happens once its part is loaded, in the order of asking. */
export interface Preview extends Disposable {
  /** Opens or reveals the preview of a job file beside the editor, without taking the focus. */
  show(jobFile: vscode.Uri, taskId?: string): void;
  /** A run has begun: a preview that is open shows what comes of it, until somebody touches the page. */
  follow(jobFile: vscode.Uri): void;
  /** As `show`, for the first result of a run. A preview that was open follows the run already, or was touched. */
  showResult(jobFile: vscode.Uri, taskId: string): void;
}

/** The panels and all that they need load with the first of them, one that is left from the last session included. */
export function registerPreview(parts: Pick<Parts, 'previewHost'>, services: PreviewServices): Preview {
  let loading: Promise<PreviewPanels> | undefined;
  let isDisposed = false;
  const load = (): Promise<PreviewPanels> =>
    (loading ??= parts.previewHost().then(({ createPreviewPanels }) => {
      const panels = createPreviewPanels(services);
      if (isDisposed) panels.dispose();
      return panels;
    }));
  const use = (work: (panels: PreviewPanels) => void): void => runInBackground(load().then(work), services.log);
  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
  });
  return {
    show: (jobFile, taskId) => use((panels) => panels.show(jobFile, taskId)),
    follow(jobFile) {
      if (loading) use((panels) => panels.follow(jobFile));
    },
    showResult: (jobFile, taskId) => use((panels) => panels.showResult(jobFile, taskId)),
    dispose() {
      isDisposed = true;
      serializer.dispose();
      void loading?.then((panels) => panels.dispose());
    },
  };
}
