// The data types of `vscode` that the host creates, with the members that the host and its tests use.
import { Emitter } from '../../../../src/core/support/emitter.ts';

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

export class Location {
  readonly uri: Uri;
  readonly range: Range;

  constructor(uri: Uri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

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

  get texts(): readonly string[] {
    return this.changes.map(({ newText }) => newText);
  }

  replace(uri: Uri, range: Range, newText: string): void {
    this.changes.push({ uri, range, newText });
  }

  set(uri: Uri, changes: readonly TextChange[]): void {
    for (const change of changes) this.changes.push({ uri, ...change });
  }
}

/** The edit that inserts what is dropped or pasted. */
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

export class CodeAction {
  readonly title: string;
  readonly kind: CodeActionKind;

  constructor(title: string, kind: CodeActionKind) {
    this.title = title;
    this.kind = kind;
  }
}

export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  source: string | undefined;
  code: unknown;

  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class DiagnosticRelatedInformation {
  readonly location: Location;
  readonly message: string;

  constructor(location: Location, message: string) {
    this.location = location;
    this.message = message;
  }
}

export class DataTransferItem {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeColor extends ThemeIcon {}

/** A row of a view. Its creator sets the remaining members. */
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number | undefined;
  id: string | undefined;
  description: string | undefined;
  tooltip: string | undefined;
  contextValue: string | undefined;
  iconPath: ThemeIcon | undefined;
  command: { readonly command: string; readonly arguments?: readonly unknown[] } | undefined;

  constructor(label: string, collapsibleState?: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class CodeLens {
  readonly command: { readonly title: string };

  constructor(_range: Range, command: { readonly title: string }) {
    this.command = command;
  }
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };

  cancel(): void {
    this.token.isCancellationRequested = true;
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

class Tab {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputText extends Tab {}
export class TabInputCustom extends Tab {}

export class TabInputWebview {
  readonly viewType: string;

  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

export class TabInputTextDiff {
  readonly modified: Uri;

  constructor(modified: Uri) {
    this.modified = modified;
  }
}

export type TabInput = Tab | TabInputWebview | TabInputTextDiff;

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
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const InputBoxValidationSeverity = { Warning: 2 } as const;
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const DiagnosticTag = { Unnecessary: 1 } as const;
export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 } as const;
export const ViewColumn = { Active: -1, Beside: -2 } as const;
export const ConfigurationTarget = { Global: 1 } as const;
export const StatusBarAlignment = { Right: 2 } as const;
export const UIKind = { Desktop: 1 } as const;
export const DocumentDropOrPasteEditKind = {
  Empty: { append: (...parts: readonly string[]) => parts.join('.') },
} as const;
