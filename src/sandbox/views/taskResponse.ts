import type { JsonObject } from '../../core/support/json/json.ts';
import {
  fileNameOf,
  mediaTypeOf,
  type ClipSpec,
  type ImageSpec,
  type MediaSpec,
  type SpeechSpec,
  type VideoSpec,
} from '../media/mediaSpec.ts';
import { planImages } from '../media/planImages.ts';
import { planClips, planSpeech } from '../media/planSound.ts';
import { parseVideoWish, planVideo } from '../media/planVideo.ts';
import { planSong } from '../media/sound/songPlan.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import { phaseOf, progressOf, toUnixSeconds, type Phase } from './phase.ts';

/** The context of a task query. URLs start with `baseUrl`. */
interface QueryContext {
  readonly nowMs: number;
  readonly baseUrl: string;
  readonly isLegacyPath: boolean;
}

export function buildTaskResponse(task: TaskRecord, { nowMs, baseUrl, isLegacyPath }: QueryContext): JsonObject {
  const phase = phaseOf(task, nowMs);
  const urlOf: UrlOf = (spec) => (phase === 'succeeded' ? `${baseUrl}/files/${task.id}/${fileNameOf(spec)}` : '');
  const moment: Moment = { phase, nowMs, urlOf };
  if (task.kind !== 'video') return { code: 'success', data: buildTaskView(task, moment) };
  return isLegacyPath ? buildLegacyVideoView(task, moment) : buildVideoView(task, moment);
}

/** A task at a moment. */
interface Moment {
  readonly phase: Phase;
  /** Unix time in ms. */
  readonly nowMs: number;
  readonly urlOf: UrlOf;
}

/** Returns the result URL of a file. Empty before the file exists, and after a failure. */
type UrlOf = (spec: MediaSpec) => string;

/** Builds the `data` object of the response to a query of an image, music or speech task. */
function buildTaskView(task: TaskRecord, { phase, urlOf }: Omit<Moment, 'nowMs'>): JsonObject {
  const isDone = phase === 'succeeded';
  return {
    task_id: task.id,
    status: wordOf(task, phase),
    ...buildResult(task, urlOf, isDone),
    error: phase === 'failed' ? { message: task.failure } : null,
    ...(isDone ? { amount_usd: task.amountUsd } : {}),
  };
}

function wordOf({ kind }: TaskRecord, phase: Phase): string {
  if (phase !== 'waiting') return phase;
  return kind === 'music' ? 'submitted' : 'queued';
}

function buildResult({ kind, body }: TaskRecord, urlOf: UrlOf, isDone: boolean): JsonObject {
  switch (kind) {
    case 'image':
      return buildImages(planImages(body), urlOf, isDone);
    case 'music':
      return { data: isDone ? planClips(body).map((clip) => buildClip(clip, urlOf)) : [] };
    case 'speech':
      return buildSpeech(planSpeech(body), urlOf, isDone);
    default:
      return {};
  }
}

/** As observed for such gateways, without progress. The interface specification shows no fields here. */
function buildImages(specs: readonly ImageSpec[], urlOf: UrlOf, isDone: boolean): JsonObject {
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

function buildClip(clip: ClipSpec, urlOf: UrlOf): JsonObject {
  return {
    url: urlOf(clip),
    audio_url: urlOf(clip),
    title: clip.title,
    lyrics: clip.lyrics,
    duration: Math.round(planSong(clip).seconds * 100) / 100,
    metadata: { model_version: clip.modelVersion },
  };
}

function buildSpeech(spec: SpeechSpec, urlOf: UrlOf, isDone: boolean): JsonObject {
  return { format: spec.format, url: urlOf(spec), usage: { count: isDone ? Math.max(1, spec.text.length) : 0 } };
}

const videoWords: Readonly<Record<Phase, string>> = {
  waiting: 'queued',
  processing: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
};

/** Builds a video task without a wrapper, as observed for every family of such gateways. */
function buildVideoView(task: TaskRecord, { phase, nowMs, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: videoWords[phase],
    progress: progressOf(task, nowMs),
    created_at: toUnixSeconds(task.createdAtMs),
    ...(hasEnded ? { completed_at: toUnixSeconds(task.endsAtMs) } : {}),
    ...(phase === 'succeeded' ? buildVideoResult(task, urlOf) : {}),
    error: phase === 'failed' ? { code: 'generation_failed', message: task.failure } : null,
  };
}

/** `metadata` has what was requested if the sandbox makes less. */
function buildVideoResult({ body, amountUsd }: TaskRecord, urlOf: UrlOf): JsonObject {
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

const legacyWords: Readonly<Record<Phase, string>> = {
  waiting: 'QUEUED',
  processing: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
};

/** Builds the response of the legacy video path as observed: upper-case status, progress as a string. */
function buildLegacyVideoView(task: TaskRecord, { phase, nowMs, urlOf }: Moment): JsonObject {
  const hasEnded = phase === 'succeeded' || phase === 'failed';
  const url = urlOf(planVideo(task.body));
  return {
    code: 'success',
    message: '',
    data: {
      task_id: task.id,
      platform: 'sandbox',
      status: legacyWords[phase],
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
