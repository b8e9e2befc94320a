import type { TextRange } from '../../support/textRange.ts';
import type { ExpressionPlace } from '../expression/contexts.ts';
import type { Lookups } from '../lookups.ts';
import type { Dependencies, ExpandedAxis, Variant } from '../matrix/variant.ts';
import type { ReportProblem } from '../problem.ts';
import type { PlanValue, SettledValue } from './planValue.ts';

/** A value of a job file, read once, to be worked out for each variant of its job. */
export interface Compiled {
  readonly dependencies: Dependencies;
  readonly evaluate: (variant: Variant) => PlanValue;
}

/** What expressions see of the job that they stand in, and where findings about them go. */
export interface Scope {
  readonly place: ExpressionPlace;
  /** The whole file, for exact ranges. */
  readonly text: string;
  /** Set for values of another file: the one place in this file where all findings about them are shown. */
  readonly shownAt: TextRange | null;
  readonly file: FileFacts;
  readonly job: JobFacts;
  readonly vars: Vars;
  readonly axes: readonly ExpandedAxis[];
  /** The model of a variant; null while it is not read yet. */
  readonly model: Compiled | null;
  readonly lookups: Lookups | undefined;
  readonly report: ReportProblem;
  /** Takes the ids of the jobs that a value speaks of. */
  readonly addNeed: (need: Need) => void;
}

export interface FileFacts {
  /** False where only a text is checked, which may have no file yet. */
  readonly isKnown: boolean;
  readonly base: string;
  readonly dir: string;
  readonly name: string;
  /** Ids of its jobs, in the order of the file. */
  readonly jobIds: readonly string[];
}

export interface JobFacts {
  readonly id: string | null;
  /** Null where nothing gives it one. */
  readonly name: string | null;
  /** Broken YAML inside: a name that seems to be missing may only be unreadable. */
  readonly isBroken: boolean;
}

/** A job that must have its results before this one is sent. */
export interface Need extends TextRange {
  readonly id: string;
  /** What an expression asks of it, where nothing stands in for what is missing: `text`. */
  readonly value?: string;
}

/** The variables that a job sees. */
export interface Vars {
  readonly names: readonly string[];
  resolve(name: string, at: TextRange): VarAnswer;
}

export type VarAnswer =
  | { readonly state: 'known'; readonly value: SettledValue }
  /** Can not be worked out here, or is wrong, which is reported. */
  | { readonly state: 'unknown' }
  | { readonly state: 'missing' };
