import type { MediaSpec } from '../media/mediaSpec.ts';
import type { Phase } from './phase.ts';

/** A task at a moment. */
export interface Moment {
  readonly phase: Phase;
  /** Unix time in ms. */
  readonly nowMs: number;
  /** The result URL of a file. Empty before the file exists, and after a failure. */
  readonly urlOf: (spec: MediaSpec) => string;
}
