import type { TextRange } from '../support/textRange.ts';
import type { Collision } from './request.ts';
import type { MapNode, ScalarNode, SyntaxEntry, SyntaxNode } from './syntax/syntaxNode.ts';

/** A job file that is parsed but not yet checked against a catalog. */
export interface JobFile {
  /** Jobs in the order of the file. Empty if the file has only comments or is not valid. */
  readonly jobs: readonly Job[];
  readonly controls: FileControls;
  /** Variables of the file. Those that a job sees are in the job. */
  readonly vars: readonly VarSource[];
  /** The root map, for features that need the text rather than the jobs. */
  readonly root: MapNode | null;
}

export interface FileControls {
  readonly name: string | null;
  /** Name of the profile that the file selects. Null leaves it to the setting. */
  readonly profile: string | null;
  /** Number of tasks at the same time. Null leaves it to the setting. */
  readonly concurrency: number | null;
  readonly maxRuns: number;
  /** Whether the other jobs of a run continue after a failure. */
  readonly onError: 'stop' | 'continue';
  /** Budget of one run in US dollars, which can lower the user's own budget. Null without one. */
  readonly budgetUsd: number | null;
}

/** One job of a file. It holds everything that concerns it, so that it can be checked alone. */
export interface Job extends TextRange {
  /** The key under `jobs:`, or null for a job at the root. */
  readonly id: string | null;
  /** The range for problems of the whole job: its id, its model or its first key. */
  readonly label: TextRange;
  readonly model: SyntaxEntry | undefined;
  /** The fields that are sent, merged over `gen.defaults`, without the keys that `null` leaves out. */
  readonly fields: readonly SyntaxEntry[];
  /** Verbatim extras, merged last into the body. */
  readonly request: MapNode | null;
  readonly endpoint: { readonly path: string; readonly range: TextRange } | null;
  readonly timeoutMinutes: number | null;
  readonly repeat: number;
  /** The range of `repeat`, or the label. */
  readonly repeatRange: TextRange;
  readonly budgetUsd: number | null;
  /** The variables of the file, then those of the job, which win. */
  readonly vars: readonly VarSource[];
  readonly matrix: MatrixSource | null;
  /** The needs in `needs:`. References in expressions add others. */
  readonly needs: readonly Need[];
  readonly output: OutputChoice;
  /** Whether its YAML is broken: what seems to be missing may only be unreadable. */
  readonly isBroken: boolean;
}

/** A job that must have its results before this one is sent. */
export interface Need extends TextRange {
  readonly id: string;
  /** The value that an expression needs, if there is no default for it: `text`. */
  readonly value?: string;
}

/** One source of `vars:`: a map, or a file with one. */
export type VarSource =
  | { readonly kind: 'map'; readonly entries: readonly SyntaxEntry[]; readonly byName: ReadonlyMap<string, SyntaxNode> }
  /** `path` is relative to the job file. */
  | ({ readonly kind: 'file'; readonly path: string } & TextRange);

export interface MatrixSource {
  readonly keyRange: TextRange;
  readonly axes: readonly SyntaxEntry[];
  /** Combinations to add or to leave out: lists of maps. */
  readonly include: readonly MapNode[];
  readonly exclude: readonly MapNode[];
}

/** The values of `output:`. Null leaves the choice to the defaults. Strings may contain expressions. */
export interface OutputChoice {
  readonly dir: ScalarNode | null;
  readonly name: ScalarNode | null;
  /** Folder and name together, written as `output: images/door`. */
  readonly path: ScalarNode | null;
  readonly collision: Collision | null;
  readonly metadata: 'none' | 'embed' | null;
}
