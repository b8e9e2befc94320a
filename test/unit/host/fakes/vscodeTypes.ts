// The data types of `vscode` that the host creates, with the members that the host and its tests use.
import { Emitter } from '../../../../src/core/support/emitter.ts';

/** Returns a class that keeps the arguments of its constructor by these names. Others may set further members. */
export function define<Members extends object>(...names: readonly (keyof Members & string)[]) {
  function Kept(this: object, ...values: readonly unknown[]): void {
    names.forEach((name, at) => Object.assign(this, { [name]: values[at] }));
  }
  return Kept as unknown as new (...values: readonly unknown[]) => Members;
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path: string;
  readonly query?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;

  private constructor({ scheme, authority = '', path, query = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    const [path, query] = [decodeURIComponent(pathname), decodeURIComponent(search.slice(1))];
    return new Uri({ scheme: protocol.slice(0, -1), authority: host, path, query });
  }

  static joinPath(folder: Uri, ...names: readonly string[]): Uri {
    return folder.with({ path: [folder.path, ...names].join('/') });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: Partial<UriParts>): Uri {
    const { scheme, authority, path, query } = this;
    return new Uri({ scheme, authority, path, query, ...change });
  }

  toString(skipEncoding = false): string {
    const start = this.scheme === 'file' || this.authority ? `//${this.authority}` : '';
    const [path, query] = skipEncoding
      ? [this.path, this.query]
      : [encodeURI(this.path), encodeURIComponent(this.query)];
    return `${this.scheme}:${start}${path}${query ? `?${query}` : ''}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  isAfter(other: Position): boolean {
    return this.line === other.line ? this.character > other.character : this.line > other.line;
  }

  with({ line = this.line, character = this.character }: { readonly line?: number; readonly character?: number }) {
    return new Position(line, character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...at: readonly [Position, Position] | readonly [number, number, number, number]) {
    [this.start, this.end] = at.length === 2 ? at : ([new Position(at[0], at[1]), new Position(at[2], at[3])] as const);
  }

  get isEmpty(): boolean {
    return this.isEqual(new Range(this.start, this.start));
  }

  isEqual(other: Range): boolean {
    return JSON.stringify([this.start, this.end]) === JSON.stringify([other.start, other.end]);
  }

  contains(position: Position): boolean {
    return !this.start.isAfter(position) && !position.isAfter(this.end);
  }

  intersection(other: Range): Range | undefined {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isAfter(other.end) ? other.end : this.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }
}

export interface Location {
  readonly uri: Uri;
  readonly range: Range;
}
export const Location = define<Location>('uri', 'range');

interface TextChange {
  readonly range: Range;
  readonly newText: string;
}

export const TextEdit = {
  replace: (range: Range, newText: string): TextChange => ({ range, newText }),
} as const;

/** Keeps the new texts. */
export class WorkspaceEdit {
  readonly changes: (TextChange & { readonly uri: Uri })[] = [];
  readonly created: (readonly [path: string, options: unknown])[] = [];

  get texts(): readonly string[] {
    return this.changes.map(({ newText }) => newText);
  }

  replace(uri: Uri, range: Range, newText: string): void {
    this.changes.push({ uri, range, newText });
  }

  createFile(uri: Uri, options: unknown): void {
    this.created.push([uri.fsPath, options]);
  }

  set(uri: Uri, changes: readonly TextChange[]): void {
    for (const change of changes) this.changes.push({ uri, ...change });
  }
}

/** The edit that inserts what is dropped or pasted. */
export interface DocumentDropEdit {
  readonly insertText: string;
  readonly title: string;
  additionalEdit: WorkspaceEdit | undefined;
}
export const DocumentDropEdit = define<DocumentDropEdit>('insertText', 'title');
export const DocumentPasteEdit = DocumentDropEdit;

/** A kind contains the kinds whose names begin with its own. */
export class CodeActionKind {
  static readonly QuickFix = new CodeActionKind('quickfix');
  static readonly RefactorExtract = new CodeActionKind('refactor.extract');
  static readonly RefactorRewrite = new CodeActionKind('refactor.rewrite');
  static readonly SourceFixAll = new CodeActionKind('source.fixAll');
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  append(name: string): CodeActionKind {
    return new CodeActionKind(`${this.value}.${name}`);
  }

  contains({ value }: CodeActionKind): boolean {
    return `${value}.`.startsWith(`${this.value}.`);
  }
}

export const CodeAction = define<{ title: string; kind: CodeActionKind }>('title', 'kind');
export const CodeLens = define<{ range: Range; command: { title: string } }>('range', 'command');
export const DiagnosticRelatedInformation = define<{ location: Location; message: string }>('location', 'message');

export interface Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  source: string | undefined;
  code: unknown;
}
export const Diagnostic = define<Diagnostic>('range', 'message', 'severity');

export interface DataTransferItem {
  readonly value: unknown;
}
export const DataTransferItem = define<DataTransferItem>('value');

export interface ThemeIcon {
  readonly id: string;
}
export const ThemeIcon = define<ThemeIcon>('id');
export const ThemeColor = define<ThemeIcon>('id');

/** A row of a view. */
export interface TreeItem {
  readonly label: string;
  readonly collapsibleState: number | undefined;
  id: string | undefined;
  description: string | undefined;
  tooltip: string | undefined;
  contextValue: string | undefined;
  iconPath: ThemeIcon | undefined;
  command: { readonly command: string; readonly arguments?: readonly unknown[] } | undefined;
}
export const TreeItem = define<TreeItem>('label', 'collapsibleState');

/** The answer of a user who leaves a list open until the host closes it. */
export const neverAnswers = 'never';

export class CancellationTokenSource {
  readonly #canceled = new Emitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#canceled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#canceled.fire();
  }

  dispose(): void {
    this.cancel();
  }
}

export class CancellationError extends Error {}

export class FileSystemError extends Error {
  readonly code = 'FileNotFound';
}

/** The sending side of an event. */
export class EventEmitter extends Emitter<unknown> {}

export const TabInputText = define<{ uri: Uri }>('uri');
export const TabInputCustom = define<{ uri: Uri }>('uri');
export const TabInputWebview = define<{ viewType: string }>('viewType');
export const TabInputTextDiff = define<{ modified: Uri }>('modified');

export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;
export const ProgressLocation = { Notification: 15 } as const;
export const QuickInputButtons = { Back: {} } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const InputBoxValidationSeverity = { Warning: 2 } as const;
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const DiagnosticTag = { Unnecessary: 1 } as const;
export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 } as const;
export const ViewColumn = { Active: -1, Beside: -2 } as const;
export const ConfigurationTarget = { Global: 1 } as const;
export const StatusBarAlignment = { Right: 2 } as const;
export const UIKind = { Desktop: 1, Web: 2 } as const;
export const DocumentDropOrPasteEditKind = {
  Empty: { append: (...parts: readonly string[]) => parts.join('.') },
} as const;

/** A group of editors. Tests set the members that their functions read. */
export interface FakeTabGroup {
  readonly tabs?: readonly { readonly input: object }[];
  readonly activeTab?: { readonly input: object };
  readonly viewColumn?: number;
  readonly isActive?: boolean;
}
