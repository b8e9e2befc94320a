import type { ModelIndex } from '../catalog/modelIndex.ts';
import type { Severity } from '../jobFile/problem.ts';
import type { TextRange } from '../support/textRange.ts';

/** All offsets are UTF-16, all answers plain data. Nothing throws, whatever the text. */
export interface LanguageService {
  open(uri: string, text: string): JobFileDocument;
}

export interface JobFileDocument {
  readonly uri: string;
  readonly text: string;
  edit(change: TextChange): void;
  problems(): readonly LanguageProblem[];
  complete(offset: number): readonly Completion[];
  hover(offset: number): Hover | null;
  symbols(): readonly DocumentSymbol[];
  dispose(): void;
}

export interface TextChange {
  readonly offset: number;
  readonly remove: number;
  readonly insert: string;
}

export interface LanguageProblem extends TextRange {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

export interface Completion extends TextRange {
  readonly label: string;
  /** With `$1`, `${1:x}` and `$0` tab stops when `isSnippet`; replaces `[start, end)`. */
  readonly insertText: string;
  readonly isSnippet?: boolean;
  readonly kind: 'field' | 'value' | 'model' | 'keyword' | 'job';
  /** One line beside the label: type or modality. */
  readonly detail?: string;
  readonly documentation?: string;
  /** Orders the list; compared as text. */
  readonly sortText?: string;
  /** Asks for the next list at once, for example values after a field name. */
  readonly triggersNext?: boolean;
}

export interface Hover extends TextRange {
  readonly markdown: string;
}

export interface DocumentSymbol extends TextRange {
  readonly name: string;
  readonly detail?: string;
  readonly kind: 'job' | 'field' | 'keyword';
  /** For `job`: what Generate takes as `job`; null for a job at the root. */
  readonly job?: string | null;
  readonly children: readonly DocumentSymbol[];
}

export interface LanguageServiceOptions {
  /** What a gateway publishes of its models, laid over those that ship with Genwright. */
  readonly models?: ModelIndex | null;
  /** Treats unknown fields and models as errors. */
  readonly isStrict?: boolean;
  /** Translates a message template and fills its `{name}` placeholders. English when left out. */
  readonly translate?: Translate;
}

export type Translate = (template: string, args: Readonly<Record<string, string | number>>) => string;
