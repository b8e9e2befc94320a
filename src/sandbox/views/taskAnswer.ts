import type { JsonObject } from '../../core/support/json.ts';
import { fileNameOf, type MediaSpec } from '../media/mediaSpec.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import { buildLegacyVideoView } from './legacyVideoView.ts';
import { phaseOf, type Phase } from './phase.ts';
import { buildTaskView } from './taskView.ts';
import { buildVideoView } from './videoView.ts';

/** A task at a moment. */
export interface Moment {
  readonly phase: Phase;
  /** Unix time in ms. */
  readonly nowMs: number;
  /** The result URL of a file. Empty before the file exists, and after a failure. */
  readonly urlOf: (spec: MediaSpec) => string;
}

/** The context of a task query. URLs start with `baseUrl`. */
export interface QueryContext {
  readonly nowMs: number;
  readonly baseUrl: string;
  readonly isLegacyPath: boolean;
}

export function buildTaskAnswer(task: TaskRecord, { nowMs, baseUrl, isLegacyPath }: QueryContext): JsonObject {
  const phase = phaseOf(task, nowMs);
  const urlOf = (spec: MediaSpec): string =>
    phase === 'succeeded' ? `${baseUrl}/files/${task.id}/${fileNameOf(spec)}` : '';
  const moment = { phase, nowMs, urlOf };
  if (task.kind !== 'video') return { code: 'success', data: buildTaskView(task, moment) };
  return isLegacyPath ? buildLegacyVideoView(task, moment) : buildVideoView(task, moment);
}
