import type { JsonObject } from '../../core/support/json/json.ts';
import type { ClipSpec, ImageSpec, SpeechSpec } from '../media/mediaSpec.ts';
import { planImages } from '../media/planImages.ts';
import { planClips, planSpeech } from '../media/planSound.ts';
import { planSong } from '../media/sound/songPlan.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import type { Moment } from './moment.ts';
import type { Phase } from './phase.ts';

type UrlOf = Moment['urlOf'];

/** Builds the `data` object of the response to a query of an image, music or speech task. */
export function buildTaskView(task: TaskRecord, { phase, urlOf }: Omit<Moment, 'nowMs'>): JsonObject {
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
