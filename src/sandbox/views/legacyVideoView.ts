import type { JsonObject } from '../../core/support/json/json.ts';
import { planVideo } from '../media/planVideo.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import type { Moment } from './moment.ts';
import { progressOf, toUnixSeconds, type Phase } from './phase.ts';

const words: Readonly<Record<Phase, string>> = {
  waiting: 'QUEUED',
  processing: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
};

/** Builds the response of the legacy video path as observed: upper-case status, progress as a string. */
export function buildLegacyVideoView(task: TaskRecord, { phase, nowMs, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  const url = urlOf(planVideo(task.body));
  return {
    code: 'success',
    message: '',
    data: {
      task_id: task.id,
      platform: 'sandbox',
      status: words[phase],
      fail_reason: phase === 'failed' ? task.failure : '',
      submit_time: toUnixSeconds(task.createdAtMs),
      start_time: phase === 'waiting' ? 0 : toUnixSeconds(task.startsAtMs),
      finish_time: hasEnded ? toUnixSeconds(task.endsAtMs) : 0,
      progress: `${String(progressOf(task, nowMs))}%`,
      ...(phase === 'succeeded' ? { result_url: url, amount_usd: task.amountUsd } : {}),
      data: null,
    },
  };
}
