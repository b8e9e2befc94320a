import type { JsonObject } from '../../core/support/json/json.ts';
import { mediaTypeOf, type VideoSpec } from '../media/mediaSpec.ts';
import { planVideo, parseVideoWish } from '../media/planVideo.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import type { Moment } from './moment.ts';
import { progressOf, toUnixSeconds, type Phase } from './phase.ts';

const words: Readonly<Record<Phase, string>> = {
  waiting: 'queued',
  processing: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
};

/** Builds a video task without a wrapper, as observed for every family of such gateways. */
export function buildVideoView(task: TaskRecord, { phase, nowMs, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: words[phase],
    progress: progressOf(task, nowMs),
    created_at: toUnixSeconds(task.createdAtMs),
    ...(hasEnded ? { completed_at: toUnixSeconds(task.endsAtMs) } : {}),
    ...(phase === 'succeeded' ? buildVideoResult(task, urlOf) : {}),
    error: phase === 'failed' ? { code: 'generation_failed', message: task.failure } : null,
  };
}

/** `metadata` has what was requested if the sandbox makes less. */
function buildVideoResult({ body, amountUsd }: TaskRecord, urlOf: Moment['urlOf']): JsonObject {
  const spec = planVideo(body);
  const { seconds, lines } = parseVideoWish(body);
  const url = urlOf(spec);
  const metadata = { url, seed: spec.seed, asked_seconds: seconds, asked_lines: lines, note: describeLimit(spec) };
  return { results: [buildFile(spec, url)], metadata, usage: { count: 1 }, amount_usd: amountUsd };
}

function buildFile(spec: VideoSpec, url: string): JsonObject {
  const { width, height, seconds } = spec;
  return { url, width, height, duration: seconds, content_type: mediaTypeOf(spec) };
}

function describeLimit({ seconds, width, height }: VideoSpec): string {
  return `The sandbox makes small, silent videos of up to 5 s: ${String(seconds)} s at ${String(width)} × ${String(height)}.`;
}
