import type { TextRange } from '../support/textRange.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Text that YAML silently changes, or refuses for reasons that only YAML has. Each has one obvious fix. */
const traps = {
  'full-width': 'error',
  'odd-space': 'error',
  'comment-in-text': 'warning',
  'comment-as-value': 'warning',
  'braces-as-map': 'error',
  'brackets-as-list': 'error',
  'star-as-alias': 'error',
  'anchor-in-text': 'warning',
  'at-sign-start': 'error',
  'backtick-start': 'error',
  'percent-start': 'error',
  'block-sign-start': 'error',
  'colon-in-text': 'error',
  'text-after-quote': 'error',
  'ratio-as-number': 'warning',
  'leading-zero': 'warning',
  'large-integer': 'warning',
  'null-word': 'hint',
  'value-in-text': 'warning',
  'number-in-text': 'warning',
  'double-braces': 'hint',
  'field-in-text': 'warning',
  'expression-in-flow': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

/**
 * Every kind of problem that a job file can have, with its usual severity. Breaking what is only observed is a warning,
 * and strict checking does not allow unknown models and fields.
 */
const severities = {
  'yaml-syntax': 'error',
  'too-large': 'error',
  'merge-conflict': 'error',
  'several-documents': 'error',
  'custom-tag': 'error',
  'not-a-map': 'error',
  'duplicate-key': 'error',
  'too-many-aliases': 'error',
  'missing-model': 'error',
  'missing-job': 'error',
  'unknown-model': 'information',
  'unknown-endpoint': 'error',
  'unknown-field': 'warning',
  'unknown-key': 'error',
  'ignored-key': 'warning',
  'missing-field': 'error',
  'missing-one-of': 'error',
  'exclusive-fields': 'error',
  'rule-broken': 'error',
  'wrong-type': 'error',
  'not-in-enum': 'error',
  'wrong-form': 'error',
  'out-of-range': 'error',
  'too-long': 'error',
  'too-short': 'error',
  'too-many-items': 'error',
  'too-few-items': 'error',
  'absolute-path': 'error',
  'key-in-job-file': 'error',
  'format-version': 'error',
  // Expressions and variables
  'bad-expression': 'error',
  'unknown-context': 'error',
  'unknown-name': 'error',
  'unknown-filter': 'error',
  'wrong-argument': 'error',
  'wrong-vars': 'error',
  'blocked-env': 'error',
  cycle: 'error',
  // Matrix and chains
  'wrong-matrix': 'error',
  'no-match': 'warning',
  'no-effect': 'warning',
  'same-request': 'warning',
  'too-many-runs': 'error',
  'budget-not-raised': 'information',
  'wrong-needs': 'error',
  // Files
  'unreadable-file': 'error',
  'missing-input': 'error',
  'input-not-sendable': 'error',
  ...traps,
} as const satisfies Readonly<Record<string, Severity>>;

export type TrapCode = keyof typeof traps;

export type ProblemCode = keyof typeof severities;

/** A problem in a job file, as data. `core/language/problems` has the messages. */
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
  | 'other-field'
  /** One step of a cycle: the job or variable needs the next one. */
  | 'job-step'
  | 'var-step'
  | 'model'
  | 'jobs';

export type ReportProblem = (problem: Problem) => void;

export function buildProblem(
  code: ProblemCode,
  { start, end }: TextRange,
  details: Partial<Pick<Problem, 'severity' | 'args' | 'related'>> = {},
): Problem {
  const { severity = severities[code], args = {}, related = [] } = details;
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

/** Maps an offset of one text to an offset of another. */
export type Move = (offset: number) => number;

/** Moves a range and its related ranges. The start decides, because other text may begin at the end now. */
export function moveWithRelated<T extends TextRange & Pick<Problem, 'related'>>(ranged: T, move: Move): T {
  const start = move(ranged.start);
  const moved = { ...ranged, start, end: start + ranged.end - ranged.start };
  return ranged.related ? { ...moved, related: ranged.related.map((range) => moveWithRelated(range, move)) } : moved;
}
