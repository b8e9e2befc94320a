// The part of `vscode` that shows text to the user: it keeps what it is given. `window.test.ts` has
// modules of the host import it under the name `vscode`.

import { Emitter } from '../../../../src/core/support/emitter.ts';

/** What was shown since the list was last emptied. */
export const shown: unknown[] = [];

const show = (...args: readonly unknown[]): Promise<undefined> => {
  shown.push(...args);
  return Promise.resolve(undefined);
};

/** What VS Code looks at in an item of a list. */
interface ListItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly iconPath?: ThemeIcon;
}

interface InputOptions {
  readonly validateInput: (text: string) => unknown;
}

/** `remoteName` is set in a window of another machine. */
export const env: { remoteName: string | undefined } = { remoteName: undefined };

/** Keeps what was run. */
export const commands = { executeCommand: show };

/** An editor of the window, as far as its margin goes. */
export interface FakeEditor {
  readonly document: { readonly uri: { readonly fsPath: string } };
  setDecorations(type: unknown, ranges: readonly unknown[]): void;
}

/** What the test does in the window. */
export const user = { looked: new Emitter<void>(), typed: new Emitter<{ readonly document: unknown }>() };

export const window = {
  visibleTextEditors: [] as FakeEditor[],
  onDidChangeVisibleTextEditors: user.looked.event,
  createTextEditorDecorationType: (options: object) => ({ ...options, dispose: () => undefined }),
  /** Selects the first button. */
  showInformationMessage: async (...args: readonly unknown[]) => {
    await show(...args);
    return args[2];
  },
  showWarningMessage: show,
  showErrorMessage: show,
  setStatusBarMessage: (text: string) => void shown.push(text),
  withProgress(options: { readonly title: string }, run: (progress: null, token: object) => Promise<unknown>) {
    shown.push(options.title);
    return run(null, { onCancellationRequested: () => ({ dispose: () => undefined }) });
  },
  showQuickPick(items: readonly ListItem[]) {
    shown.push(...items.map(({ label, description, detail, iconPath }) => ({ label, description, detail, iconPath })));
    return Promise.resolve(items[0]);
  },
  showInputBox({ validateInput, ...texts }: InputOptions) {
    shown.push(texts, validateInput(' typed '));
    return Promise.resolve(' typed ');
  },
};

/** A file of the fake disk, by the text of its URI. */
export interface FakeFile {
  readonly bytes: Uint8Array;
  readonly type: number;
}

interface FakeUri {
  toString(): string;
}

/** The disk of the window. */
export const disk = new Map<string, FakeFile>();

const readFake = (uri: FakeUri): FakeFile => {
  const file = disk.get(uri.toString());
  if (!file) throw new Error('ENOENT');
  return file;
};

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;

export const workspace = {
  /** The one folder that is open. */
  workspaceFolders: [{ uri: { scheme: 'file', fsPath: '/w' } }],
  getWorkspaceFolder: () => workspace.workspaceFolders[0],
  onDidChangeTextDocument: user.typed.event,
  asRelativePath: String,
  decode: (bytes: Uint8Array, { encoding }: { readonly encoding: string }) =>
    Promise.resolve(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)),
  fs: {
    stat: async (uri: FakeUri) => {
      const { bytes, type } = readFake(uri);
      return { type, size: bytes.length };
    },
    readFile: async (uri: FakeUri) => readFake(uri).bytes,
  },
};

export const l10n = {
  t: (template: string, args: Readonly<Record<string, string | number>>): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole)),
};

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const ProgressLocation = { Notification: 15 } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const InputBoxValidationSeverity = { Warning: 2 } as const;

export const Uri = {
  file: (path: string) => ({ scheme: 'file', fsPath: path }),
  joinPath: (folder: string, name: string) => `${folder}/${name}`,
  parse: (text: string) => ({
    scheme: new URL(text).protocol.slice(0, -1),
    fsPath: decodeURIComponent(new URL(text).pathname),
  }),
} as const;

/** Keeps the new texts. */
export class WorkspaceEdit {
  readonly texts: string[] = [];

  replace(_uri: unknown, _range: unknown, text: string): void {
    this.texts.push(text);
  }
}

/** What is inserted when something is dropped or pasted. */
export class DocumentDropEdit {
  readonly insertText: string;
  readonly title: string;
  additionalEdit: WorkspaceEdit | undefined;

  constructor(insertText: string, title: string) {
    this.insertText = insertText;
    this.title = title;
  }
}

export const DocumentPasteEdit = DocumentDropEdit;
export const DocumentDropOrPasteEditKind = {
  Empty: { append: (...parts: readonly string[]) => parts.join('.') },
} as const;

export class Range {
  readonly line: number;

  constructor(line: number) {
    this.line = line;
  }
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };

  dispose(): void {
    this.token.isCancellationRequested = true;
  }
}

export const Disposable = {
  from: (...all: readonly { dispose(): void }[]) => ({ dispose: () => all.forEach((each) => each.dispose()) }),
} as const;

/** The sending side of an event, as VS Code has it. */
export class EventEmitter extends Emitter<unknown> {}

export class CodeLens {
  readonly command: { readonly title: string };

  constructor(_range: Range, command: { readonly title: string }) {
    this.command = command;
  }
}
