import type { JsonObject } from '../../core/support/json/json.ts';
import { fileNameOf, type MediaSpec } from '../media/mediaSpec.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import { buildLegacyVideoView } from './legacyVideoView.ts';
import type { Moment } from './moment.ts';
import { phaseOf } from './phase.ts';
import { buildTaskView } from './taskView.ts';
import { buildVideoView } from './videoView.ts';

/** The context of a task query. URLs start with `baseUrl`. */
interface QueryContext {
  readonly nowMs: number;
  readonly baseUrl: string;
  readonly isLegacyPath: boolean;
}

export function buildTaskResponse(task: TaskRecord, { nowMs, baseUrl, isLegacyPath }: QueryContext): JsonObject {
  const phase = phaseOf(task, nowMs);
  const urlOf = (spec: MediaSpec): string =>
    phase === 'succeeded' ? `${baseUrl}/files/${task.id}/${fileNameOf(spec)}` : '';
  const moment: Moment = { phase, nowMs, urlOf };
  if (task.kind !== 'video') return { code: 'success', data: buildTaskView(task, moment) };
  return isLegacyPath ? buildLegacyVideoView(task, moment) : buildVideoView(task, moment);
}
