import type { TextRange } from '../support/textRange.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A finding in a job file. Core states what is wrong as data; `core/language/messages.ts` has the words. */
export interface Problem extends TextRange {
  /** Stable and kebab-case: users filter by it, quick fixes hang on it. */
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Fills the placeholders of the message. `variant` picks among the wordings of one code. */
  readonly args: Readonly<Record<string, string | number>>;
}

/** Every kind of problem a job file can have. */
export type ProblemCode =
  | 'yaml-syntax'
  | 'several-documents'
  | 'custom-tag'
  | 'not-a-map'
  | 'duplicate-key'
  | 'too-many-aliases'
  | 'missing-model'
  | 'missing-job'
  | 'unknown-model'
  | 'unknown-endpoint'
  | 'unknown-field'
  | 'unknown-key'
  | 'ignored-key'
  | 'missing-field'
  | 'missing-one-of'
  | 'exclusive-fields'
  | 'rule-broken'
  | 'wrong-type'
  | 'not-in-enum'
  | 'wrong-form'
  | 'out-of-range'
  | 'too-long'
  | 'too-short'
  | 'too-many-items'
  | 'too-few-items'
  | 'absolute-path'
  | 'key-in-job-file'
  | 'format-version'
  // Expressions and variables
  | 'bad-expression'
  | 'unknown-context'
  | 'unknown-name'
  | 'unknown-filter'
  | 'wrong-argument'
  | 'wrong-vars'
  | 'blocked-env'
  | 'cycle'
  // Matrix and chains
  | 'wrong-matrix'
  | 'no-effect'
  | 'too-many-runs'
  | 'budget-not-raised'
  | 'wrong-needs'
  // Files
  | 'unreadable-file'
  | 'missing-input'
  | 'input-not-sendable'
  | TrapCode;

/** What YAML makes of a text in silence, or refuses for reasons that only YAML has. Each has one obvious mend. */
export type TrapCode =
  | 'comment-in-text'
  | 'comment-as-value'
  | 'braces-as-map'
  | 'brackets-as-list'
  | 'star-as-alias'
  | 'at-sign-start'
  | 'backtick-start'
  | 'percent-start'
  | 'colon-in-text'
  | 'text-after-quote'
  | 'ratio-as-number'
  | 'leading-zero'
  | 'large-integer'
  | 'expression-in-flow';

/** Takes the findings of one pass over a job file. */
export type ReportProblem = (problem: Problem) => void;

export function buildProblem(
  code: ProblemCode,
  { start, end }: TextRange,
  details: { readonly severity?: Severity; readonly args?: Problem['args'] } = {},
): Problem {
  return { code, severity: details.severity ?? 'error', start, end, args: details.args ?? {} };
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
