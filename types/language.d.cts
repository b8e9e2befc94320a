// Types of `language.cjs` for programs in plain Node. `test/unit/parts.test.ts` compares them with the sources.

/** `[start, end)` in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Problem extends TextRange {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
}

export interface Completion extends TextRange {
  readonly label: string;
  /** With `isSnippet`, `$1`, `${1:x}` and `$0` are tab stops. Replaces `[start, end)`. */
  readonly insertText: string;
  readonly isSnippet?: boolean;
  readonly detail?: string;
}

export interface Hover extends TextRange {
  readonly markdown: string;
}

export interface DocumentSymbol extends TextRange {
  readonly name: string;
  readonly kind: 'job' | 'field' | 'keyword';
  readonly children: readonly DocumentSymbol[];
}

export interface JobFileDocument {
  edit(change: { readonly offset: number; readonly remove: number; readonly insert: string }): void;
  problems(): readonly Problem[];
  complete(offset: number): readonly Completion[];
  hover(offset: number): Hover | null;
  symbols(): readonly DocumentSymbol[];
  dispose(): void;
}

export interface LanguageServiceOptions {
  /** Treats unknown fields and models as errors. */
  readonly isStrict?: boolean;
  /** Translations by English template. */
  readonly messages?: Readonly<Record<string, string>>;
  /** The user's own budget of a run, in US dollars. 0 means none. */
  readonly budget?: { readonly runUsd: number };
}

/** Nothing throws, whatever the text. */
export function createLanguageService(options?: LanguageServiceOptions): {
  open(uri: string, text: string): JobFileDocument;
};

/** Returns the JSON Schema of job files. */
export function jobFileSchema(): object;
