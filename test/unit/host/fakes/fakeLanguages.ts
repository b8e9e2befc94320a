// The part of `vscode` that keeps providers of language features, and the data that they return.
import { matchesGlob } from 'node:path/posix';
import { define, type Diagnostic, type Range, type Uri } from './vscodeTypes.ts';

/** Keeps the arguments of its constructor, in the order of the parameters. */
class Made {
  readonly given: readonly unknown[];

  constructor(...given: readonly unknown[]) {
    this.given = given;
  }
}

export class DocumentLink extends Made {}
export class InlayHint extends Made {}
export class MarkdownString extends Made {}
export class Color extends Made {}
export class ColorInformation extends Made {}
export class FileDecoration extends Made {}
export class RelativePattern extends Made {}
export class SemanticTokensLegend extends Made {}
export class CompletionList extends Made {}

export class SnippetString extends Made {
  #appended = '';

  /** The text with its defaults, and where the first tab stop is in it. */
  get filled(): { readonly text: string; readonly start: number; readonly end: number } {
    let text = '';
    let first: { readonly start: number; readonly end: number } | undefined;
    for (const [whole, escaped, preset] of String(this.given[0]).matchAll(
      /\\([\\$}])|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$0|[^\\$]+/gs,
    )) {
      const start = text.length;
      const isStop = whole.startsWith('$');
      text += isStop ? (preset ?? '').replaceAll(/\\([\\$}])/g, '$1') : (escaped ?? whole);
      if (isStop) first ??= { start, end: text.length };
    }
    return { text, ...(first ?? { start: 0, end: 0 }) };
  }

  get appended(): string {
    return this.#appended;
  }

  appendText(text: string): this {
    this.#appended += text;
    return this;
  }

  appendTabstop(number: number): this {
    return this.appendText(`$${number}`);
  }
}

export const SnippetTextEdit = {
  replace: (range: Range, { appended }: SnippetString): object => ({ range, newText: appended }),
} as const;

export const ColorPresentation = define<{ label: string }>('label');

export interface Hover {
  readonly contents: readonly MarkdownString[];
  readonly range: Range;
}
export const Hover = define<Hover>('contents', 'range');

export interface CompletionItem {
  readonly label: string | { readonly label: string };
  readonly kind: string;
  readonly filterText?: string;
  readonly insertText?: unknown;
  readonly documentation?: unknown;
  readonly command?: { readonly command: string };
  readonly preselect?: boolean;
}
export const CompletionItem = define<CompletionItem>('label', 'kind');

export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: string;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: readonly DocumentSymbol[];
}
export const DocumentSymbol = define<DocumentSymbol>('name', 'detail', 'kind', 'range', 'selectionRange');

export class SemanticTokensBuilder {
  readonly #tokens: (readonly number[])[] = [];

  push(...token: readonly number[]): void {
    this.#tokens.push(token);
  }

  build(): readonly (readonly number[])[] {
    return this.#tokens;
  }
}

/** Each member is its own name. */
const names = new Proxy<Readonly<Record<string, string>>>({}, { get: (_, name) => String(name) });

export const SymbolKind = names;
export const CompletionItemKind = names;

/** The providers by kind. Tests call their methods as VS Code does. */
export const providers = new Map<string, Readonly<Record<string, (...args: readonly unknown[]) => unknown>>>();

const register = (kind: string) => (_selector: unknown, provider: never) => {
  providers.set(kind, provider);
  return { dispose: () => providers.delete(kind) };
};

const known = {
  /** The problems of each document, by the text of its URI. */
  problems: new Map<string, readonly Diagnostic[]>(),
  getDiagnostics: (uri: Uri) => known.problems.get(uri.toString()) ?? [],
  /** For patterns that are relative to a folder. */
  match: (selector: readonly { readonly pattern: RelativePattern }[], { uri }: { readonly uri: Uri }): number =>
    selector.some(({ pattern }) => matchesGlob(uri.path, pattern.given.map(String).join('/'))) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri: Uri, problems: readonly Diagnostic[]) => void known.problems.set(uri.toString(), problems),
    delete: (uri: Uri) => void known.problems.delete(uri.toString()),
    dispose: () => known.problems.clear(),
  }),
};

/** Also has a `register…Provider` for each kind. */
export const languages = new Proxy(known, {
  get: (_, name: keyof typeof known) => known[name] ?? register(name.replace(/^register|Provider$/g, '')),
});

interface ContentProvider {
  readonly onDidChange?: (listener: (uri: Uri) => void) => unknown;
  provideTextDocumentContent(uri: Uri): unknown;
}

/** Providers of computed documents, by scheme. */
export const contentProviders = new Map<string, ContentProvider>();

export function registerTextDocumentContentProvider(scheme: string, provider: ContentProvider) {
  contentProviders.set(scheme, provider);
  return { dispose: () => void contentProviders.delete(scheme) };
}

interface DecorationProvider {
  readonly onDidChangeFileDecorations?: (listener: (uris: unknown) => void) => unknown;
  provideFileDecoration(uri: Uri): Promise<unknown>;
}

/** Providers of file decorations, the newest last. */
export const decorationProviders: DecorationProvider[] = [];

export function registerFileDecorationProvider(provider: DecorationProvider) {
  decorationProviders.push(provider);
  return { dispose: () => void decorationProviders.splice(0) };
}
