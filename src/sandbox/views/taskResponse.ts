import type { JsonObject } from '../../core/support/json/json.ts';
import { toUnixSeconds } from '../http/response.ts';
import { fileNameOf, mediaTypes, type MediaSpec } from '../media/planMedia.ts';
import { planImages } from '../media/planImages.ts';
import { planClips, planSpeech } from '../media/planSound.ts';
import { parseVideoWish, planVideo } from '../media/planVideo.ts';
import { cueOf } from '../media/taskBody.ts';
import { planSong } from '../media/sound/songPlan.ts';
import type { TaskRecord } from '../store/taskRecord.ts';

/** The context of a task query. URLs start with `baseUrl`. */
interface QueryContext {
  readonly nowMs: number;
  readonly baseUrl: string;
  readonly isLegacyPath: boolean;
}

/** The words for each phase of a task, a video and a video on the legacy path. */
const phases = {
  waiting: { task: 'queued', video: 'queued', legacy: 'QUEUED' },
  processing: { task: 'processing', video: 'in_progress', legacy: 'IN_PROGRESS' },
  succeeded: { task: 'succeeded', video: 'completed', legacy: 'SUCCESS' },
  failed: { task: 'failed', video: 'failed', legacy: 'FAILURE' },
} as const;

interface Moment {
  readonly phase: keyof typeof phases;
  /** Percentage of its duration that has passed, as a whole number: 100 after its end, with or without success. */
  readonly progress: number;
  /** Returns the result URL of a file. Empty before the file exists, after a failure, and if nothing is made. */
  readonly urlOf: (spec: MediaSpec) => string;
}

export function buildTaskResponse(task: TaskRecord, { nowMs, baseUrl, isLegacyPath }: QueryContext): JsonObject {
  const { createdAtMs, endsAtMs } = task;
  const phase = phaseOf(task, nowMs);
  const hasFiles = phase === 'succeeded' && cueOf(task.body) !== 'empty';
  const moment: Moment = {
    phase,
    progress: nowMs >= endsAtMs ? 100 : Math.floor((100 * (nowMs - createdAtMs)) / (endsAtMs - createdAtMs)),
    urlOf: (spec) => (hasFiles ? `${baseUrl}/files/${task.id}/${fileNameOf(spec)}` : ''),
  };
  if (task.kind !== 'video') return { code: 'success', data: buildTaskView(task, moment) };
  return isLegacyPath ? buildLegacyVideoView(task, moment) : buildVideoView(task, moment);
}

function phaseOf({ startsAtMs, endsAtMs, failure }: TaskRecord, nowMs: number): Moment['phase'] {
  if (nowMs < startsAtMs) return 'waiting';
  if (nowMs < endsAtMs) return 'processing';
  return failure === null ? 'succeeded' : 'failed';
}

/** Builds the `data` object of the response to a query of an image, music or speech task. */
function buildTaskView(task: TaskRecord, moment: Moment): JsonObject {
  const { phase } = moment;
  return {
    task_id: task.id,
    status: phase === 'waiting' && task.kind === 'music' ? 'submitted' : phases[phase].task,
    ...buildResult(task, moment),
    error: phase === 'failed' ? { message: task.failure } : null,
    ...(phase === 'succeeded' ? { amount_usd: task.amountUsd } : {}),
  };
}

function buildResult({ kind, body }: TaskRecord, moment: Moment): JsonObject {
  const { phase, urlOf } = moment;
  const isDone = phase === 'succeeded';
  if (kind === 'image') return buildImages(body, moment);
  if (kind === 'music') {
    const clips = planClips(body).map((clip) => ({
      url: urlOf(clip),
      audio_url: urlOf(clip),
      title: clip.title,
      lyrics: clip.lyrics,
      duration: Math.round(planSong(clip).seconds * 100) / 100,
      metadata: { model_version: clip.modelVersion },
    }));
    return { data: isDone ? clips : [] };
  }
  if (kind !== 'speech') return {};
  const spec = planSpeech(body);
  const usage = { count: isDone ? Math.max(1, spec.text.length) : 0 };
  return { format: spec.format, url: urlOf(spec), usage };
}

/** As observed for such gateways, without progress. The interface specification shows no fields here. */
function buildImages(body: JsonObject, { phase, urlOf }: Moment): JsonObject {
  const isDone = phase === 'succeeded';
  const specs = planImages(body);
  const [first] = specs;
  const pixels = specs.reduce((sum, { width, height }) => sum + width * height, 0);
  const tokens = isDone ? Math.round(pixels / 256) : 0;
  return {
    format: first?.format ?? null,
    url: first ? urlOf(first) : '',
    ...(specs.length > 1 ? { data: isDone ? specs.map((spec) => ({ url: urlOf(spec) })) : [] } : {}),
    metadata: isDone && first ? { width: first.width, height: first.height, seed: first.seed } : {},
    usage: { input_tokens: 0, output_tokens: tokens, total_tokens: tokens },
  };
}

/** Builds a video task without a wrapper, as observed for every family of such gateways. */
function buildVideoView(task: TaskRecord, { phase, progress, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: phases[phase].video,
    progress,
    created_at: toUnixSeconds(task.createdAtMs),
    ...(hasEnded ? { completed_at: toUnixSeconds(task.endsAtMs) } : {}),
    ...(phase === 'succeeded' ? buildVideoResult(task, urlOf) : {}),
    error: phase === 'failed' ? { code: 'generation_failed', message: task.failure } : null,
  };
}

/** `metadata` has what was requested if the sandbox makes less. */
function buildVideoResult({ body, amountUsd }: TaskRecord, urlOf: Moment['urlOf']): JsonObject {
  const spec = planVideo(body);
  const { width, height, seconds } = spec;
  const wish = parseVideoWish(body);
  const url = urlOf(spec);
  const note = `The sandbox makes small, silent videos of up to 5 s: ${String(seconds)} s at ${String(width)} × ${String(height)}.`;
  return {
    results: [{ url, width, height, duration: seconds, content_type: mediaTypes[spec.format] }],
    metadata: { url, seed: spec.seed, asked_seconds: wish.seconds, asked_lines: wish.lines, note },
    usage: { count: 1 },
    amount_usd: amountUsd,
  };
}

/** Builds the response of the legacy video path as observed: upper-case status, progress as a string. */
function buildLegacyVideoView(task: TaskRecord, { phase, progress, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  return {
    code: 'success',
    message: '',
    data: {
      task_id: task.id,
      platform: 'sandbox',
      status: phases[phase].legacy,
      fail_reason: phase === 'failed' ? task.failure : '',
      submit_time: toUnixSeconds(task.createdAtMs),
      start_time: phase === 'waiting' ? 0 : toUnixSeconds(task.startsAtMs),
      finish_time: hasEnded ? toUnixSeconds(task.endsAtMs) : 0,
      progress: `${String(progress)}%`,
      ...(phase === 'succeeded' ? { result_url: urlOf(planVideo(task.body)), amount_usd: task.amountUsd } : {}),
      data: null,
    },
  };
}
