// The part of `vscode` that shows web pages in panels. No page runs here: a test sends the messages of the page.
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Uri } from './vscodeTypes.ts';

interface Place {
  readonly viewColumn: number;
  readonly preserveFocus?: boolean;
}

export class FakePanel {
  title = '';
  visible = true;
  active = false;
  viewColumn: number | undefined;
  /** How the panel was shown, the last time last. */
  readonly shownAt: Place[] = [];
  /** Messages to the page. */
  readonly posted: { readonly type: string }[] = [];
  /** Messages of the page. */
  readonly received = new Emitter<unknown>();
  readonly viewChanged = new Emitter<void>();
  readonly disposed = new Emitter<void>();
  readonly onDidChangeViewState = this.viewChanged.event;
  readonly onDidDispose = this.disposed.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'csp:',
    asWebviewUri: (uri: Uri) => uri.with({ scheme: 'web' }),
    postMessage: (message: { readonly type: string }) => this.posted.push(message),
    onDidReceiveMessage: this.received.event,
  };

  constructor(place: Place) {
    this.viewColumn = place.viewColumn;
    this.shownAt.push(place);
  }

  reveal(viewColumn: number, preserveFocus = false): void {
    this.shownAt.push({ viewColumn, preserveFocus });
    this.hide(false);
  }

  /** Another tab covers the panel, or no longer does. */
  hide(isHidden = true): void {
    this.visible = !isHidden;
    this.viewChanged.fire();
  }

  dispose(): void {
    panels.splice(panels.indexOf(this), 1);
    this.disposed.fire();
  }
}

/** The panels that are open, the newest last. */
export const panels: FakePanel[] = [];

export function createWebviewPanel(_type: string, _title: string, place: Place): FakePanel {
  const panel = new FakePanel(place);
  panels.push(panel);
  return panel;
}

interface PanelSerializer {
  deserializeWebviewPanel(panel: FakePanel, state: unknown): Promise<void>;
}

/** What restores the panels of the last session, by the type of the panel. */
export const serializers = new Map<string, PanelSerializer>();

export function registerWebviewPanelSerializer(type: string, serializer: PanelSerializer) {
  serializers.set(type, serializer);
  return { dispose: () => void serializers.delete(type) };
}
