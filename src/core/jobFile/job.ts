import type { TextRange } from '../support/textRange.ts';
import type { Collision } from './request.ts';
import type { MapNode, SyntaxEntry } from './syntaxTree.ts';

/** A job file, read but not yet checked against a catalog. */
export interface JobFile {
  /** In the order of the file. Empty when the file holds nothing but comments or can not be read as a job file. */
  readonly jobs: readonly Job[];
  readonly controls: FileControls;
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
  readonly output: OutputChoice;
  /** Broken YAML inside: what seems to be missing may only be unreadable. */
  readonly isBroken: boolean;
}

/** What `output:` says; null where it leaves the choice to the defaults. */
export interface OutputChoice {
  readonly dir: string | null;
  readonly name: string | null;
  readonly collision: Collision | null;
}
