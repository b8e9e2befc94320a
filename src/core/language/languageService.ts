import type { ModelIndex } from '../catalog/modelIndex.ts';
import type { EnvAnswer, FileLookups } from '../jobFile/lookups.ts';
import type { RequestBody } from '../jobFile/listBodies.ts';
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
  /** What mends the problems in a range, and what else can be done with the text there. */
  actions(range: TextRange): readonly TextAction[];
  /** All mends that leave nothing to decide, as one edit of the text. */
  fixAll(): readonly TextEdit[];
  definition(offset: number): readonly Location[];
  /** All places that speak of the variable, axis or job at an offset, its own included. */
  references(offset: number): readonly TextRange[];
  /** The name at an offset that can be changed; `ok: false` with words for people where there is none. */
  renameAt(offset: number): RenameTarget;
  /** `ok: false` with words for people where the name can not be used. */
  rename(offset: number, name: string): RenameOutcome;
  /** The profile that the file selects; null if it selects none. */
  profile(): string | null;
  /** The bodies that would be sent, as far as their cost depends on them. Empty while the file has an error. */
  bodies(): readonly RequestBody[];
  folds(): readonly Fold[];
  links(): readonly DocumentLink[];
  colors(): readonly ColorSite[];
  /** What is shown at the end of values: characters used, what expressions come to. */
  inlays(range: TextRange): readonly Inlay[];
  /** In the order of the text, none across lines, none over another. */
  tokens(range: TextRange): readonly SemanticToken[];
  /** Files or the environment have changed: they are asked anew. */
  refresh(): void;
  dispose(): void;
}

/** Replaces `[start, end)`. */
export interface TextEdit extends TextRange {
  readonly newText: string;
}

/** A change of the text that is offered at a place. Edits are in the order of the text and do not overlap. */
export interface TextAction {
  readonly kind: 'quickfix' | 'refactor.extract' | 'refactor.rewrite';
  readonly title: string;
  /** Those that it mends; none for what only rewrites. */
  readonly problems: readonly LanguageProblem[];
  readonly edits: readonly TextEdit[];
  /** The one that most people want. */
  readonly isPreferred: boolean;
  /** Nothing is left to decide and no meaning is lost, so it may be applied unseen. */
  readonly isSafe: boolean;
  /** A new name to choose right after it: an offset in the new text. */
  readonly renameAt?: number;
  /** Where the cursor belongs right after it, to write what only people know: an offset in the new text. */
  readonly cursorAt?: number;
  /** Instead of an edit: what the editor has to open. */
  readonly opens?: 'settings-env' | 'trust' | 'models';
}

/** In this document, or in another file: `path` is as the job file writes it, relative to it. */
export interface Location extends TextRange {
  readonly path?: string;
}

export type RenameTarget = ({ readonly ok: true; readonly name: string } & TextRange) | RenameRefusal;

export type RenameOutcome = { readonly ok: true; readonly edits: readonly TextEdit[] } | RenameRefusal;

export interface RenameRefusal {
  readonly ok: false;
  readonly message: string;
}

/** The first line of `start` stays visible. `prose`: a prompt, lyrics. */
export interface Fold extends TextRange {
  readonly kind: 'region' | 'comment' | 'prose';
}

/** A path of a file relative to the job file, or an `https:` address. */
export interface DocumentLink extends TextRange {
  readonly target: string;
}

/** `#RRGGBB` in a text; components are 0..1. */
export interface ColorSite extends TextRange {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

export interface Inlay {
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
}

export interface SemanticToken extends TextRange {
  readonly type: TokenType;
}

/** Named after the standard semantic token types, so that every theme has colours for them. */
export type TokenType =
  | 'variable'
  | 'property'
  | 'function'
  | 'operator'
  | 'string'
  | 'number'
  | 'keyword'
  | 'namespace'
  | 'macro'
  | 'type'
  | 'comment';

export interface TextChange {
  readonly offset: number;
  readonly remove: number;
  readonly insert: string;
}

export interface LanguageProblem extends TextRange {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Other places of the text that explain it. */
  readonly related?: readonly RelatedText[];
}

/** A place, and what it has to do with a problem elsewhere. */
export interface RelatedText extends TextRange {
  readonly message: string;
}

export interface Completion extends TextRange {
  readonly label: string;
  /** With `$1`, `${1:x}` and `$0` tab stops when `isSnippet`; replaces `[start, end)`. */
  readonly insertText: string;
  readonly isSnippet?: boolean;
  readonly kind: 'field' | 'value' | 'model' | 'keyword' | 'job' | 'variable' | 'function' | 'file' | 'folder';
  /** For a file: as the job file writes it, relative to it. The editor can show it. */
  readonly path?: string;
  /** One line beside the label: type or modality. */
  readonly detail?: string;
  readonly documentation?: string;
  /** What the typed text is compared with, where that is not the label. */
  readonly filterText?: string;
  /** Orders the list; compared as text. */
  readonly sortText?: string;
  /** Asks for the next list at once, for example values after a field name. */
  readonly triggersNext?: boolean;
}

export interface Hover extends TextRange {
  readonly markdown: string;
  /** An image to show, as the job file writes its path, relative to it. */
  readonly imagePath?: string;
}

export interface DocumentSymbol extends TextRange {
  readonly name: string;
  readonly detail?: string;
  readonly kind: 'job' | 'field' | 'keyword';
  /** For `job`: what Generate takes as `job`; null for a job at the root. */
  readonly job?: string | null;
  readonly children: readonly DocumentSymbol[];
}

/** All of it may be left out: what is not known is neither judged nor offered. */
export interface LanguageServiceOptions {
  /** What a gateway publishes of its models, laid over those that ship with Genwright. */
  readonly models?: ModelIndex | null;
  /** Treats unknown fields and models as errors. */
  readonly isStrict?: boolean;
  /** Translations by English template; a template without one stays English. */
  readonly messages?: Readonly<Record<string, string>>;
  /** The files around the document of a uri; asked often, so answers should be at hand. */
  readonly files?: (uri: string) => DocumentFiles;
  readonly env?: Environment;
  /** The user's own budget of a run, in US dollars; 0 is none. */
  readonly budget?: { readonly runUsd: number };
  /** What requests of a model have cost before, in US dollars; null without history. */
  readonly typicalCost?: (model: string) => { readonly amountUsd: number; readonly samples: number } | null;
  /** Names that `gen.profile` can take. */
  readonly profiles?: readonly string[];
  /** Values that job files of the workspace have for a field, such as voices and tags; the newest first. */
  readonly seenValues?: (field: string) => readonly string[];
}

export interface DocumentFiles extends FileLookups {
  /** The job file's name, and its folder relative to the workspace folder with `/`, empty for that folder itself. */
  readonly name: string;
  readonly dir: string;
  /** Whether files and the environment may be read. */
  readonly isTrusted: boolean;
  /** What a folder holds, as the job file writes its path: `.`, `images`. Empty where there is no such folder. */
  list(folder: string): readonly FolderEntry[];
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

export interface Environment {
  readonly read: (name: string) => EnvAnswer;
  /** Those that may be read. */
  readonly names: readonly string[];
}

export type Translate = (template: string, args: Readonly<Record<string, string | number>>) => string;
