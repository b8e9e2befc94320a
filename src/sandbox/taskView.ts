import { assertNever } from '../core/support/assertNever.ts';
import { fileNameOf, type ClipSpec, type ImageSpec, type MediaSpec, type SpeechSpec } from './media/mediaSpec.ts';
import { planClips, planImage, planSpeech } from './media/planMedia.ts';
import { clipSeconds } from './media/sound/songPlan.ts';
import type { TaskRecord } from './store/taskRecord.ts';

type Phase = 'waiting' | 'processing' | 'succeeded' | 'failed';

/** The result URL of a file, or an empty string before there is one and after a failure. */
type UrlOf = (spec: MediaSpec) => string;

/** The `data` object of the answer to a task query, as the task stands at `nowMs`. URLs start with `baseUrl`. */
export function buildTaskView(task: TaskRecord, { nowMs, baseUrl }: { nowMs: number; baseUrl: string }) {
  const phase = phaseOf(task, nowMs);
  const isDone = phase === 'succeeded';
  const urlOf: UrlOf = (spec) => (isDone ? `${baseUrl}/files/${task.id}/${fileNameOf(spec)}` : '');
  return {
    task_id: task.id,
    status: wordOf(task, phase),
    ...buildResult(task, urlOf, isDone),
    error: phase === 'failed' ? { message: task.failure } : null,
    ...(isDone ? { amount_usd: task.amountUsd } : {}),
  };
}

function phaseOf(task: TaskRecord, nowMs: number): Phase {
  if (nowMs < task.startsAtMs) return 'waiting';
  if (nowMs < task.endsAtMs) return 'processing';
  return task.failure === null ? 'succeeded' : 'failed';
}

function wordOf({ kind }: TaskRecord, phase: Phase): string {
  if (phase !== 'waiting') return phase;
  return kind === 'music' ? 'submitted' : 'queued';
}

function buildResult({ kind, body }: TaskRecord, urlOf: UrlOf, isDone: boolean) {
  switch (kind) {
    case 'image':
      return buildImage(planImage(body), urlOf, isDone);
    case 'music':
      return { data: isDone ? planClips(body).map((clip) => buildClip(clip, urlOf)) : [] };
    case 'speech':
      return buildSpeech(planSpeech(body), urlOf, isDone);
    default:
      return assertNever(kind);
  }
}

/** As such gateways have been seen to answer: no progress; the interface specification shows no fields here. */
function buildImage(spec: ImageSpec, urlOf: UrlOf, isDone: boolean) {
  const tokens = isDone ? Math.round((spec.width * spec.height) / 256) : 0;
  return {
    format: spec.format,
    url: urlOf(spec),
    metadata: isDone ? { width: spec.width, height: spec.height, seed: spec.seed } : {},
    usage: { input_tokens: 0, output_tokens: tokens, total_tokens: tokens },
  };
}

function buildClip(clip: ClipSpec, urlOf: UrlOf) {
  return {
    url: urlOf(clip),
    audio_url: urlOf(clip),
    title: clip.title,
    lyrics: clip.lyrics,
    duration: Math.round(clipSeconds(clip) * 100) / 100,
    metadata: { model_version: clip.modelVersion },
  };
}

function buildSpeech(spec: SpeechSpec, urlOf: UrlOf, isDone: boolean) {
  return { format: spec.format, url: urlOf(spec), usage: { count: isDone ? Math.max(1, spec.text.length) : 0 } };
}
