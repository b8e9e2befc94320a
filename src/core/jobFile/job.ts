import type { TextRange } from '../support/textRange.ts';
import type { VarSource } from './compile/parseVars.ts';
import type { Need } from './compile/scope.ts';
import type { MatrixSource } from './matrix/parseMatrix.ts';
import type { Collision } from './request.ts';
import type { MapNode, ScalarNode, SyntaxEntry } from './syntaxTree.ts';

/** A job file, read but not yet checked against a catalog. */
export interface JobFile {
  /** In the order of the file. Empty when the file holds nothing but comments or can not be read as a job file. */
  readonly jobs: readonly Job[];
  readonly controls: FileControls;
  /** Variables of the file; those that a job sees are with the job. */
  readonly vars: readonly VarSource[];
  /** The root map, for features that look at the text rather than at jobs. */
  readonly root: MapNode | null;
}

/** What `gen:` says about the file as a whole. */
export interface FileControls {
  readonly name: string | null;
  /** Name of the profile that the file asks for; null leaves it to the setting. */
  readonly profile: string | null;
  /** Tasks at once; null leaves it to the setting. */
  readonly concurrency: number | null;
  /** The file may not expand to more requests than this. */
  readonly maxRuns: number;
  /** Whether the rest of a run goes on after a failure. */
  readonly onError: 'stop' | 'continue';
  /** For the requests of one run together, in US dollars; it can lower the user's own budget. Null without one. */
  readonly budgetUsd: number | null;
}

/** One entry of a job file. It holds all that concerns it, so that it can be checked by itself. */
export interface Job extends TextRange {
  /** The key under `jobs:`, or null for a job at the root. */
  readonly id: string | null;
  /** Where findings about the job as a whole are shown: its id, its model or its first key. */
  readonly label: TextRange;
  readonly model: SyntaxEntry | undefined;
  /** What is sent, `gen.defaults` merged under it, without the keys that are left out by `null`. */
  readonly fields: readonly SyntaxEntry[];
  /** Verbatim extras, merged last into the body. */
  readonly request: MapNode | null;
  readonly endpoint: { readonly path: string; readonly range: TextRange } | null;
  readonly timeoutMinutes: number | null;
  /** Results that are wanted of each request. */
  readonly repeat: number;
  /** Where `repeat` is written, or the label. */
  readonly repeatRange: TextRange;
  readonly budgetUsd: number | null;
  /** Those of the file, then those of the job, which win. */
  readonly vars: readonly VarSource[];
  readonly matrix: MatrixSource | null;
  /** What `needs:` says; what expressions speak of comes on top. */
  readonly needs: readonly Need[];
  readonly output: OutputChoice;
  /** Broken YAML inside: what seems to be missing may only be unreadable. */
  readonly isBroken: boolean;
}

/** What `output:` says; null where it leaves the choice to the defaults. Texts may hold expressions. */
export interface OutputChoice {
  /** A folder. */
  readonly dir: ScalarNode | null;
  /** A file name. */
  readonly name: ScalarNode | null;
  /** Folder and name in one, written as `output: images/door`. */
  readonly path: ScalarNode | null;
  readonly collision: Collision | null;
  readonly metadata: 'none' | 'embed' | null;
}
