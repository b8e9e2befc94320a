import * as vscode from 'vscode';
import { textSchemes } from '../ids.ts';
import { l10n } from './l10n.ts';

/** How many of the newest texts are kept. VS Code requests a document again when its hidden tab is shown. */
const maxTexts = 50;

/** Computed documents that exist only in this window and cannot be edited, for the user to read or to compare with. */
export type ReadOnlyTexts = ReturnType<typeof createReadOnlyTexts>;

/** Registers the documents. After a reload of the window, their texts are gone. */
export function createReadOnlyTexts() {
  const texts = new Map<string, string>();
  const read = (uri: vscode.Uri): string =>
    texts.get(uri.toString()) ?? l10n.t('This view is no longer available. Run the command again.');
  // A provider may only report changes of its own scheme.
  const providers = Object.values(textSchemes).map((scheme) => {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    const provider = { onDidChange: changed.event, provideTextDocumentContent: read };
    return { scheme, changed, subscription: vscode.workspace.registerTextDocumentContentProvider(scheme, provider) };
  });
  const subscriptions = vscode.Disposable.from(
    ...providers.flatMap(({ changed, subscription }) => [subscription, changed]),
  );
  return {
    /** Shows the text under this URI, immediately if the document is open. The scheme is one of `textSchemes`. */
    set(uri: vscode.Uri, text: string): void {
      const key = uri.toString();
      texts.delete(key);
      texts.set(key, text);
      for (const oldest of texts.keys()) if (texts.size > maxTexts) texts.delete(oldest);
      providers.find(({ scheme }) => scheme === uri.scheme)?.changed.fire(uri);
    },
    dispose: (): void => subscriptions.dispose(),
  };
}
