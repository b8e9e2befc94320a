import * as vscode from 'vscode';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Parts } from '../parts.ts';
import { runInBackground } from '../runInBackground.ts';
import type { PreviewPanels, PreviewServices } from './previewPanels.ts';

export const viewType = 'genwright.preview';

/** The preview of job files. Calls take effect once its part is loaded, in their order. */
export interface Preview extends Disposable {
  /** Opens or reveals the preview of a job file beside the editor, without taking the focus. */
  show(jobFile: vscode.Uri, taskId?: string): void;
  /** Tells an open preview that a run has begun: it shows the results of the run until the user touches the page. */
  follow(jobFile: vscode.Uri): void;
  /**
   * As `show`, for the first result of a run. A preview that was open already follows the run, or the user has touched
   * it.
   */
  showResult(jobFile: vscode.Uri, taskId: string): void;
}

/**
 * The panels and all that they need are loaded with the first panel, which may be one restored from the last session.
 */
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
