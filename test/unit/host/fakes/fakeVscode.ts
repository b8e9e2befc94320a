// The part of `vscode` that the host uses. It keeps what it shows, and does what a test sets for the user. Modules of
// the host that are imported after this one import it under the name `vscode`.
import { rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { disk, readFake } from './fakeDisk.ts';
import { env } from './fakeEnv.ts';
import { FakeDocument } from './fakeDocument.ts';
import {
  languages,
  type SnippetString,
  registerFileDecorationProvider,
  registerTextDocumentContentProvider,
} from './fakeLanguages.ts';
import { createInputBox } from './fakeInputBox.ts';
import { createQuickPick, type ListItem } from './fakeQuickPick.ts';
import { createWebviewPanel, panels, registerWebviewPanelSerializer } from './fakePanels.ts';
import { folderSettings, getConfiguration, settingChanged, userSettings, workspaceSettings } from './fakeSettings.ts';
import { createFileSystemWatcher, watchers } from './fakeWatchers.ts';
import {
  type DataTransferItem,
  type FakeTabGroup,
  FileType,
  Range,
  Selection,
  type TreeItem,
  Uri,
  type WorkspaceEdit,
} from './vscodeTypes.ts';

export { disk } from './fakeDisk.ts';
export { env, l10n } from './fakeEnv.ts';
export * from './fakeLanguages.ts';
export * from './vscodeTypes.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** What was shown since the list was last emptied. */
export const shown: unknown[] = [];

const show = (...args: readonly unknown[]): Promise<undefined> => Promise.resolve(void shown.push(...args));

export interface FakeEditor {
  readonly document: { readonly uri: { readonly fsPath: string } };
  readonly viewColumn?: number;
  readonly isFocused?: boolean;
  setDecorations(type: unknown, ranges: readonly unknown[]): void;
}

/** What the user does in the window. */
export const user = {
  /** The next answers of the user: titles of buttons, labels of entries, and texts. */
  answers: [] as (string | undefined)[],
  /** The question of the last list of entries. */
  asked: undefined as string | undefined,
  /** The folders that the user selects in the next dialogs. */
  folders: [] as string[],
  settings: userSettings,
  workspaceSettings,
  /** Index of the entry that the user accepts in a list that follows what is typed. */
  liveIndex: 0,
  /** The labels of that list. Those of separators begin with two hyphens. */
  listed: [] as readonly string[],
  listedDescriptions: [] as readonly ListItem['description'][],
  listedIcons: [] as readonly ListItem['iconPath'][],
  looked: new Emitter<void>(),
  focused: new Emitter<{ readonly focused: boolean }>(),
  typed: new Emitter<{ readonly document: unknown; readonly contentChanges?: readonly unknown[] }>(),
  opened: new Emitter<FakeEditor | undefined>(),
  tabsChanged: new Emitter<void>(),
  groupsChanged: new Emitter<void>(),
  saved: new Emitter<FakeDocument>(),
  openedDocument: new Emitter<FakeDocument>(),
  closedDocument: new Emitter<FakeDocument>(),
  granted: new Emitter<void>(),
  renamed: new Emitter<{ readonly files: readonly { readonly oldUri: Uri; readonly newUri: Uri }[] }>(),
  deleted: new Emitter<{ readonly files: readonly Uri[] }>(),
  created: new Emitter<{ readonly files: readonly Uri[] }>(),
  foldersChanged: new Emitter<{ readonly added: readonly { readonly uri: Uri }[] }>(),
};

/** Returns the next answer of the user, or this one if the test sets none. */
const answer = (preset: string | undefined): string | undefined =>
  user.answers.length > 0 ? user.answers.shift() : preset;

const showMessage = async (...[text, options, ...buttons]: readonly unknown[]): Promise<string | undefined> => {
  await show(text, options, ...buttons);
  return answer(undefined);
};

const never = () => ({ dispose: () => undefined });

/** Keeps the commands that were run. */
export const commands = {
  executeCommand: show,
  registered: new Map<string, (...args: readonly unknown[]) => unknown>(),
  registerCommand(id: string, run: (...args: readonly unknown[]) => unknown) {
    commands.registered.set(id, run);
    return { dispose: () => commands.registered.delete(id) };
  },
};

/** A view of the side bar. */
interface FakeTreeView {
  readonly options: {
    readonly dragAndDropController?: {
      handleDrag(rows: readonly unknown[], data: Map<string, DataTransferItem>): void;
    };
    readonly treeDataProvider: {
      onDidChangeTreeData(listener: (rows: unknown) => void): unknown;
      getTreeItem(row: unknown): TreeItem;
      getChildren(row?: unknown): Promise<readonly unknown[]> | readonly unknown[];
    };
  };
  visible: boolean;
  badge: unknown;
}

export const window = {
  activeTextEditor: undefined as FakeEditor | undefined,
  visibleTextEditors: [] as FakeEditor[],
  state: { focused: true },
  tabGroups: {
    all: [] as readonly FakeTabGroup[],
    activeTabGroup: { activeTab: undefined as { readonly input: object | undefined } | undefined },
    onDidChangeTabs: user.tabsChanged.event,
    onDidChangeTabGroups: user.groupsChanged.event,
    close: show,
  },
  views: new Map<string, FakeTreeView>(),
  /** The item of the status bar. Null if it is hidden. */
  status: null as { readonly text: string; readonly command: string } | null,
  onDidChangeVisibleTextEditors: user.looked.event,
  onDidChangeActiveTextEditor: user.opened.event,
  onDidChangeWindowState: user.focused.event,
  createWebviewPanel,
  registerWebviewPanelSerializer,
  registerFileDecorationProvider,
  createTextEditorDecorationType: (options: object) => ({ ...options, dispose: () => undefined }),
  createTreeView(id: string, options: FakeTreeView['options']) {
    const view = {
      options,
      visible: true,
      selection: [],
      badge: undefined,
      onDidChangeVisibility: never,
      reveal: show,
    };
    window.views.set(id, view);
    return Object.assign(view, { dispose: () => window.views.delete(id) });
  },
  createStatusBarItem() {
    const item = { text: '', command: '', hide: () => void (window.status = null), dispose: () => undefined };
    return Object.assign(item, { show: () => void (window.status = { text: item.text, command: item.command }) });
  },
  /** Selects the first button unless the test says otherwise. */
  showInformationMessage: async (...args: readonly unknown[]) => {
    await show(...args);
    return answer(args[2] as string | undefined);
  },
  showWarningMessage: showMessage,
  showErrorMessage: showMessage,
  setStatusBarMessage: (text: string) => void shown.push(text),
  withProgress(options: { readonly title?: string }, run: (progress: null, token: object) => Promise<unknown>) {
    if (options.title !== undefined) shown.push(options.title);
    return run(null, { onCancellationRequested: never });
  },
  createQuickPick: () => createQuickPick({ user, answer, shown }),
  createInputBox: () => createInputBox(() => answer(' typed '), shown),
  showOpenDialog: (options: { readonly title: string }) => {
    shown.push(options.title);
    const folder = user.folders.shift();
    return Promise.resolve(folder === undefined ? undefined : [Uri.file(folder)]);
  },
  async showTextDocument(
    target: Uri | FakeDocument,
    options: { readonly selection?: Range; readonly viewColumn?: number; readonly preserveFocus?: boolean } = {},
  ) {
    const document = target instanceof FakeDocument ? target : await workspace.openTextDocument(target);
    const { start, end } = options.selection ?? new Range(0, 0, 0, 0);
    const insert = ({ start: at }: Range, text: string) => document.replace(new Range(at, at), text);
    const editor = {
      document,
      selection: new Selection(start, end),
      viewColumn: options.viewColumn ?? 1,
      isFocused: options.preserveFocus !== true,
      setDecorations: () => undefined,
      async insertSnippet({ filled }: SnippetString, at: Range['start']) {
        const offset = document.offsetAt(at);
        insert(new Range(at, at), filled.text);
        const [first, last] = [filled.start, filled.end].map((each) => document.positionAt(offset + each));
        if (first && last) editor.selection = new Selection(first, last);
        return true;
      },
      edit: async (run: (builder: object) => void) =>
        run({ insert: (at: Range['start'], text: string) => insert(new Range(at, at), text) }),
    };
    window.activeTextEditor = editor;
    return editor;
  },
};

export const workspace = {
  isTrusted: true,
  /** The one folder that is open. */
  workspaceFolders: [{ uri: Uri.file('/w') }] as { readonly uri: Uri; readonly name?: string }[],
  textDocuments: [] as FakeDocument[],
  getConfiguration,
  getWorkspaceFolder: ({ fsPath }: { readonly fsPath: string }) =>
    workspace.workspaceFolders.find(({ uri }) => fsPath === uri.fsPath || fsPath.startsWith(`${uri.fsPath}/`)),
  onDidChangeTextDocument: user.typed.event,
  onDidSaveTextDocument: user.saved.event,
  onDidOpenTextDocument: user.openedDocument.event,
  onDidCloseTextDocument: user.closedDocument.event,
  onDidRenameFiles: user.renamed.event,
  onDidDeleteFiles: user.deleted.event,
  onDidCreateFiles: user.created.event,
  onDidChangeWorkspaceFolders: user.foldersChanged.event,
  registerTextDocumentContentProvider,
  onDidGrantWorkspaceTrust: user.granted.event,
  onDidChangeConfiguration: (listener: (event: object) => void) =>
    settingChanged.event((name) => listener({ affectsConfiguration: (wanted: string) => name.startsWith(wanted) })),
  createFileSystemWatcher,
  /** The files that a search of the workspace finds. */
  found: [] as readonly Uri[],
  findFiles: () => Promise.resolve(workspace.found),
  asRelativePath: (path: Uri | string) => (typeof path === 'string' ? path : path.fsPath).replace(/^\/w\//, ''),
  decode: (bytes: Uint8Array, { encoding }: { readonly encoding: string }) =>
    Promise.resolve(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)),
  async openTextDocument(uri: Uri): Promise<FakeDocument> {
    const known = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (known) return known;
    const text = uri.scheme === 'file' ? new TextDecoder().decode(readFake(uri).bytes) : '';
    const document = new FakeDocument(uri, text);
    workspace.textDocuments.push(document);
    return document;
  },
  async applyEdit({ changes }: WorkspaceEdit): Promise<boolean> {
    for (const { uri, range, newText: text } of changes) {
      const document = await workspace.openTextDocument(uri);
      const rangeOffset = document.offsetAt(range.start);
      const rangeLength = document.offsetAt(range.end) - rangeOffset;
      document.replace(range, text);
      user.typed.fire({ document, contentChanges: [{ range, rangeOffset, rangeLength, text }] });
    }
    return true;
  },
  fs: {
    stat: async (uri: Uri) => {
      const { bytes, type } = readFake(uri);
      return { type, size: bytes.length };
    },
    readFile: async (uri: Uri) => readFake(uri).bytes,
    writeFile: async (uri: Uri, bytes: Uint8Array) => void disk.set(uri.toString(), { bytes, type: FileType.File }),
    delete: (uri: Uri) => rm(uri.fsPath),
  },
};

/** Removes what other tests did in the window. */
export function resetWindow(): void {
  for (const list of [shown, user.answers, user.folders, workspace.textDocuments, window.visibleTextEditors]) {
    list.length = 0;
  }
  for (const map of [user.settings, user.workspaceSettings, folderSettings, disk, languages.problems, window.views])
    map.clear();
  Object.assign(window, { activeTextEditor: undefined, status: null, tabGroups: { ...window.tabGroups, all: [] } });
  window.tabGroups.activeTabGroup.activeTab = undefined;
  watchers.clear();
  panels.length = 0;
  Object.assign(workspace, { isTrusted: true, found: [], workspaceFolders: [{ uri: Uri.file('/w') }] });
  Object.assign(env, { remoteName: undefined, uiKind: 1, copied: '' });
}
