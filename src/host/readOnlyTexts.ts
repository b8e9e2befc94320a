import * as vscode from 'vscode';
import { textSchemes } from './ids.ts';
import { l10n } from './l10n.ts';

/** Documents that exist in this window alone and can not be edited: what is worked out, to look at and to compare with. */
export interface ReadOnlyTexts {
  /** Shown under this address, at once where it is open. The scheme is one of `textSchemes`. */
  set(uri: vscode.Uri, text: string): void;
}

/** A document is closed while its tab is hidden, and asked for again: so the newest texts are kept, up to this many. */
const maxTexts = 50;

/** A window that is reloaded has none of the texts that it had. */
export function createReadOnlyTexts(): ReadOnlyTexts & vscode.Disposable {
  const texts = new Map<string, string>();
  const read = (uri: vscode.Uri): string =>
    texts.get(uri.toString()) ?? l10n.t('This view is no longer available. Run the command again.');
  // A provider may only speak of its own scheme.
  const providers = Object.values(textSchemes).map((scheme) => {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    const provider = { onDidChange: changed.event, provideTextDocumentContent: read };
    return { scheme, changed, subscription: vscode.workspace.registerTextDocumentContentProvider(scheme, provider) };
  });
  const subscriptions = vscode.Disposable.from(
    ...providers.flatMap(({ changed, subscription }) => [subscription, changed]),
  );
  return {
    set(uri, text) {
      const key = uri.toString();
      texts.delete(key);
      texts.set(key, text);
      for (const oldest of texts.keys()) if (texts.size > maxTexts) texts.delete(oldest);
      providers.find(({ scheme }) => scheme === uri.scheme)?.changed.fire(uri);
    },
    dispose: () => subscriptions.dispose(),
  };
}
