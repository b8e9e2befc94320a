import type { TextRange } from '../support/textRange.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A problem in a job file, as data. `core/language/messages.ts` has the messages. */
export interface Problem extends TextRange {
  /** Stable and kebab-case: users filter by it, and quick fixes depend on it. */
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Fills the placeholders of the message. `variant` selects one of the messages of a code. */
  readonly args: Readonly<Record<string, string | number>>;
  /** Other ranges of the text that are needed to understand it, in the order in which they explain it. */
  readonly related?: readonly RelatedRange[];
}

/** The meaning of a range that explains a problem. `args` fill its message. */
export interface RelatedRange extends TextRange {
  readonly role: RelatedRole;
  readonly args: Problem['args'];
}

export type RelatedRole =
  /** The key that is used if there are several. */
  | 'first-key'
  /** Another field of the rule. */
  | 'other-field'
  /** One step of a cycle: the job or variable needs the next one. */
  | 'job-step'
  | 'var-step'
  | 'model'
  | 'jobs';

/** Every kind of problem that a job file can have. */
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

/** Text that YAML silently changes, or refuses for reasons that only YAML has. Each has one obvious fix. */
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

/** Receives the problems of one pass over a job file. */
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
  args: RelatedRange['args'] = {},
): RelatedRange {
  return { role, start, end, args };
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
