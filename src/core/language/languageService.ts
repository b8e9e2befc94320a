import type { ModelIndex } from '../catalog/published/modelIndex.ts';
import type { EnvOutcome, FileLookups } from '../jobFile/lookups.ts';
import type { Severity } from '../jobFile/problem.ts';
import type { Estimate } from '../jobFile/request.ts';
import type { EstimatedBody } from '../jobFile/requests/buildBody.ts';
import type { JsonObject, JsonValue } from '../support/json/json.ts';
import type { TextRange } from '../support/textRange.ts';

/** All offsets are UTF-16, and all results are plain data. Nothing throws, whatever the text. */
export interface LanguageService {
  open(uri: string, text: string): JobFileDocument;
}

export interface JobFileDocument {
  readonly uri: string;
  readonly text: string;
  edit(change: TextChange): void;
  /** Problems to show while the user writes. A file without anything to generate has none. */
  problems(): readonly LanguageProblem[];
  /** Whether the file has nothing but comments. */
  isEmpty(): boolean;
  /** Declarations of variables that no expression references, for the editor to fade. */
  unused(): readonly NotedText[];
  complete(offset: number): readonly Completion[];
  hover(offset: number): Hover | null;
  /** The filter whose arguments are at an offset. Null elsewhere. */
  signature(offset: number): Signature | null;
  symbols(): readonly DocumentSymbol[];
  /** Fixes of the problems in a range, and refactorings that are possible there. */
  actions(range: TextRange): readonly TextAction[];
  /** All safe fixes, as one edit of the text. */
  fixAll(): readonly TextEdit[];
  definition(offset: number): readonly Location[];
  /** Every reference to the variable, axis or job at an offset, with its own declaration. */
  references(offset: number): readonly TextRange[];
  /** The name at an offset that can be changed. With `ok: false`, the message says why there is none. */
  renameAt(offset: number): RenameTarget;
  /** With `ok: false`, the message says why the name cannot be used. */
  rename(offset: number, name: string): RenameOutcome;
  /** The profile that the file selects. Null if it selects none. */
  profile(): string | null;
  /** The bodies that would be sent, as far as their cost depends on them. Empty while the file has an error. */
  bodies(): readonly EstimatedBody[];
  /** Texts of several lines in prose fields and block scalars: a prompt, lyrics. */
  longTexts(): readonly TextRange[];
  links(): readonly DocumentLink[];
  colors(): readonly ColorRange[];
  /** Text at the end of values: the characters used, and the values of expressions. */
  inlays(range: TextRange): readonly Inlay[];
  /** Tokens in the order of the text. None spans lines, and none overlaps another. */
  tokens(range: TextRange): readonly SemanticToken[];
  /** The axes of all jobs, with the values that are known and not from the environment. */
  axes(): readonly ListedAxis[];
  /** The text with the job set to one combination of its matrix. Each axis becomes a field or a variable. */
  useCombination(combination: Combination): CombinationOutcome;
  /** The text with these combinations excluded from their matrices. */
  excludeCombinations(combinations: readonly Combination[]): CombinationOutcome;
  /** Edits that make a media file an input of the job at an offset, by field. `path` is relative to the job file. */
  inputEdits(offset: number, path: string): readonly InputEdit[];
  /** Reads files and the environment again, because they have changed. */
  refresh(): void;
  dispose(): void;
}

/** An axis of a matrix with its values, in the order of the file. */
export interface ListedAxis {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

export interface InputEdit {
  readonly field: string;
  readonly edit: TextEdit;
}

/** One combination of the matrix of a job, as it was recorded. */
export interface Combination {
  /** The key under `jobs:`, or null for the job at the root. */
  readonly job: string | null;
  /** The value of each axis. Anyone may have written the record: only values that the file has as well are written. */
  readonly axes: JsonObject;
}

export type CombinationOutcome = { readonly kind: 'edited'; readonly text: string } | CombinationRefusal;

/** Why a combination cannot be edited. `names` are the axes that are meant. */
export type CombinationRefusal =
  | { readonly kind: 'job-missing' }
  /** The job has no such axes. `names` is empty if none are recorded. */
  | { readonly kind: 'axis-missing'; readonly names: readonly string[] }
  /** The axes no longer have the values. */
  | { readonly kind: 'value-missing'; readonly names: readonly string[] }
  /** No combination would be left. */
  | { readonly kind: 'nothing-left' }
  /** The YAML is broken, or the job cannot be changed without changing others. */
  | { readonly kind: 'not-editable' };

/** Replaces `[start, end)`. */
export interface TextEdit extends TextRange {
  readonly newText: string;
}

/** The lines of a text are wrapped, or joined again. Commands look for these kinds. */
export type RewrapKind = 'refactor.rewrite.wrap' | 'refactor.rewrite.unwrap';

/** A change of the text that is offered for a range. Edits are in the order of the text and do not overlap. */
export interface TextAction {
  readonly kind: 'quickfix' | 'refactor.extract' | 'refactor.rewrite' | RewrapKind;
  readonly title: string;
  /** Problems that this action fixes. Empty for a refactoring. */
  readonly problems: readonly LanguageProblem[];
  readonly edits: readonly TextEdit[];
  readonly isPreferred: boolean;
  /** Offset in the new text of a new name that the user may want to change next. */
  readonly renameAt?: number;
  /** Offset in the new text at which the user writes what only the user knows. */
  readonly cursorAt?: number;
  /** Whether the completions at `cursorAt` are shown next. */
  readonly triggersNext?: boolean;
  /** What the editor opens instead of an edit. */
  readonly opens?: 'settings-env' | 'trust' | 'models';
}

/** A range in this document, or in another file. `path` is relative to the job file, as the job file writes it. */
export interface Location extends TextRange {
  readonly path?: string;
}

export type RenameTarget = ({ readonly ok: true; readonly name: string } & TextRange) | RenameRefusal;

export type RenameOutcome = { readonly ok: true; readonly edits: readonly TextEdit[] } | RenameRefusal;

export interface RenameRefusal {
  readonly ok: false;
  readonly message: string;
}

/** A path of a file relative to the job file, or an `https:` URL. */
export interface DocumentLink extends TextRange {
  readonly target: string;
}

/** `#RRGGBB` in a string. Components are 0..1. */
export interface ColorRange extends TextRange {
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

/** Names of the standard semantic token types, so that every theme has colors for them. */
export type TokenType = 'keyword' | 'namespace' | 'type' | 'property' | 'string';

export interface TextChange {
  readonly offset: number;
  readonly remove: number;
  readonly insert: string;
}

export interface LanguageProblem extends TextRange {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Other ranges of the text that explain it. */
  readonly related?: readonly NotedText[];
}

/** A range, and why it has no effect or how it relates to a problem elsewhere. */
export interface NotedText extends TextRange {
  readonly message: string;
}

export interface Completion extends TextRange {
  readonly label: string;
  /** With `isSnippet`, `$1`, `${1:x}` and `$0` are tab stops. Replaces `[start, end)`. */
  readonly insertText: string;
  readonly isSnippet?: boolean;
  /** Further edits, in the order of the text, and the offset of the cursor in the text after all of them. */
  readonly edits?: readonly TextEdit[];
  readonly cursorAt?: number;
  readonly kind: 'field' | 'value' | 'model' | 'keyword' | 'job' | 'variable' | 'function' | 'file' | 'folder';
  /** For a file: its path relative to the job file, as the job file writes it. The editor can show the file. */
  readonly path?: string;
  /** One line beside the label: type or modality. */
  readonly detail?: string;
  readonly documentation?: string;
  /** What the typed text is compared with, if that is not the label. */
  readonly filterText?: string;
  /** Whether it is selected when the list opens, wherever in the list it is. */
  readonly isPreselected?: boolean;
  /** Orders the list. Compared as a string. */
  readonly sortText: string;
  /** Whether the next list opens immediately, for example with values after the name of a field. */
  readonly triggersNext?: boolean;
}

export interface Hover extends TextRange {
  readonly markdown: string;
  /** Path of an image to show, relative to the job file, as the job file writes it. */
  readonly imagePath?: string;
  /** The job whose id is hovered, or null for `model` of the job at the root. Left out elsewhere. */
  readonly job?: string | null;
}

/** How a filter is written: `truncate(n)`. */
export interface Signature {
  readonly label: string;
  readonly documentation: string;
  /** Ranges of the arguments in the label. */
  readonly params: readonly TextRange[];
  /** Index of the argument that is being written. It may be beyond the last one. */
  readonly active: number;
}

export interface DocumentSymbol extends TextRange {
  readonly name: string;
  readonly detail?: string;
  readonly kind: 'job' | 'field' | 'keyword';
  /** For `job`: the argument `job` of Generate. Null for a job at the root. */
  readonly job?: string | null;
  readonly children: readonly DocumentSymbol[];
}

/** All options are optional. What is not known is neither checked nor offered. */
export interface LanguageServiceOptions {
  /** The models that a gateway publishes, merged over those that ship with Genwright. */
  readonly models?: ModelIndex | null;
  /** Treats unknown fields and models as errors. */
  readonly isStrict?: boolean;
  /** Translations by English template. A template without a translation stays English. */
  readonly messages?: Readonly<Record<string, string>>;
  /** The files around the document of a URI. It is called often, so the result should be cached. */
  readonly files?: (uri: string) => DocumentFiles;
  /** Default: an environment without any variable that may be read. */
  readonly env?: Environment;
  /** The user's own budget of a run, in US dollars. 0 means none. */
  readonly budget?: { readonly runUsd: number };
  /** The cost of earlier requests of a model with a profile; null is the selected one. Null without history. */
  readonly typicalCost?: (model: string, profile: string | null) => Estimate | null;
  /** Names that `gen.profile` accepts. */
  readonly profiles?: readonly string[];
}

export interface DocumentFiles extends FileLookups {
  /** The name of the job file, and its folder relative to the workspace folder with `/`, or an empty string. */
  readonly name: string;
  readonly dir: string;
  readonly isTrusted: boolean;
  /** The entries of a folder, whose path is relative to the job file: `.`, `images`. None if it is missing. */
  list(folder: string): readonly FolderEntry[];
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

export interface Environment {
  readonly read: (name: string) => EnvOutcome;
  readonly names: readonly string[];
}

export type Translate = (template: string, args: Readonly<Record<string, string | number>>) => string;
