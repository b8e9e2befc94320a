import { jobFileStem } from '../../artifact/jobFileName.ts';
import { createFinder } from '../../support/createFinder.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { EvaluationStage } from '../expression/contexts.ts';
import type { Job, Need } from '../job.ts';
import type { Lookups } from '../lookups.ts';
import type { PlanValue, SettledValue } from '../planValue.ts';
import type { ReportProblem } from '../problem.ts';
import type { Dependencies, ExpandedAxis, Variant } from './variant.ts';
import type { Written } from './followWritten.ts';

/** A value of a job file, compiled once and evaluated for each variant of its job. */
export interface Compiled {
  readonly dependencies: Dependencies;
  readonly evaluate: (variant: Variant) => PlanValue;
}

/** What expressions see of their job, and where their problems are reported. */
export interface Scope {
  readonly stage: EvaluationStage;
  /** The whole file, for exact ranges. */
  readonly text: string;
  /** Set for values of another file: the only range of this file at which their problems are shown. */
  readonly shownAt: TextRange | null;
  readonly file: FileFacts;
  readonly job: NamedJob;
  readonly vars: Vars;
  readonly axes: readonly ExpandedAxis[];
  /** The model of a variant. Null until it is read. */
  readonly model: Compiled | null;
  readonly lookups: Lookups | undefined;
  readonly report: ReportProblem;
  /** Adds the id of a job that a value references. */
  readonly addNeed: (need: Need) => void;
}

export interface FileFacts {
  /** False if only a text without a file is checked. */
  readonly isKnown: boolean;
  readonly base: string;
  readonly dir: string;
  readonly name: string;
  readonly jobs: readonly Pick<Job, 'id'>[];
  /** How many unknown names are still compared with the existing ones, which takes long. Counted down. */
  readonly suggestions: { left: number };
}

export function* listJobIds({ jobs }: FileFacts): Iterable<string> {
  for (const { id } of jobs) if (id !== null) yield id;
}

export const findJobById = createFinder(({ id }: Pick<Job, 'id'>) => id);

/** `file` is undefined if only a text without a file is checked. */
export function buildFileFacts(
  file: Pick<FileFacts, 'name' | 'dir'> | undefined,
  jobs: readonly Pick<Job, 'id'>[],
): FileFacts {
  const { name, dir } = file ?? { name: '', dir: '' };
  return { isKnown: file !== undefined, base: jobFileStem(name), dir, name, jobs, suggestions: { left: 100 } };
}

interface NamedJob {
  readonly id: string | null;
  /** Null if there is no name. */
  readonly name: string | null;
  /** Whether its YAML is broken: a name that seems to be missing may only be unreadable. */
  readonly isBroken: boolean;
}

export interface Vars {
  readonly names: () => readonly string[];
  readonly has: (name: string) => boolean;
  resolve(name: string, at: TextRange): VarOutcome;
}

export type VarOutcome =
  | { readonly state: 'known'; readonly value: SettledValue; readonly written: Written }
  /** Cannot be evaluated yet, or has a problem that is reported. */
  | { readonly state: 'unknown' }
  | { readonly state: 'missing' };
