import type { TextRange } from '../support/textRange.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A finding in a job file. Core states what is wrong as data; `core/language/messages.ts` has the words. */
export interface Problem extends TextRange {
  /** Stable and kebab-case: users filter by it, quick fixes hang on it. */
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Fills the placeholders of the message. `variant` picks among the wordings of one code. */
  readonly args: Readonly<Record<string, string | number>>;
  /** Other places of the text without which it can not be understood, in the order in which they explain it. */
  readonly related?: readonly RelatedPlace[];
}

/** What stands at a place that explains a problem; `args` fill its words. */
export interface RelatedPlace extends TextRange {
  readonly role: RelatedRole;
  readonly args: Problem['args'];
}

export type RelatedRole =
  /** The key that counts of several. */
  | 'first-key'
  /** Another field that takes part. */
  | 'other-field'
  /** One step of a circle: what stands here asks for the next one. */
  | 'job-step'
  | 'var-step'
  | 'model'
  | 'jobs';

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
  details: Partial<Pick<Problem, 'severity' | 'args' | 'related'>> = {},
): Problem {
  const { severity = 'error', args = {}, related = [] } = details;
  return { code, severity, start, end, args, ...(related.length > 0 ? { related } : {}) };
}

export function buildRelated(
  role: RelatedRole,
  { start, end }: TextRange,
  args: RelatedPlace['args'] = {},
): RelatedPlace {
  return { role, start, end, args };
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
