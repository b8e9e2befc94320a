import { assertNever } from '../../core/support/assertNever.ts';
import type { TaskKind } from '../store/taskRecord.ts';
import type { ClipSpec, ImageSpec, MediaSpec, SpeechFormat, SpeechSpec } from './mediaSpec.ts';

/** A body that passed the checks of its family. */
export type TaskBody = Readonly<Record<string, unknown>>;

const speechFormats: readonly SpeechFormat[] = ['mp3', 'wav', 'pcm'];

/** The files that a task will have: a pure function of its body. */
export function planMedia({ kind, body }: { readonly kind: TaskKind; readonly body: TaskBody }): readonly MediaSpec[] {
  switch (kind) {
    case 'image':
      return [planImage(body)];
    case 'music':
      return planClips(body);
    case 'speech':
      return [planSpeech(body)];
    default:
      return assertNever(kind);
  }
}

/** Names a wish that the interface allows but the sandbox can not fulfil; null when there is none. */
export function findUnmakeable(kind: TaskKind, body: TaskBody): string | null {
  const { response_format: format, speed } = body;
  if (kind !== 'speech') return null;
  if (typeof format === 'string' && !speechFormats.some((each) => each === format)) {
    return `response_format: the sandbox makes ${speechFormats.join(', ')}; "${format}" is none of them.`;
  }
  if (typeof speed === 'number' && (speed < 0.25 || speed > 4)) {
    return `speed: the sandbox speaks at 0.25 to 4 times the normal pace; ${String(speed)} is outside.`;
  }
  return null;
}

/** Without an `output_format` it is a PNG, as the sandbox chooses: the interface names no default. */
export function planImage(body: TaskBody): ImageSpec {
  const [width, height] = parseSize(textOf(body['size']));
  const format = body['output_format'] === 'jpeg' ? 'jpeg' : 'png';
  const model = textOf(body['model']);
  return { kind: 'image', index: 1, prompt: promptOf(body), model, width, height, seed: seedOf(body), format };
}

/** Two clips, variations of one song. */
export function planClips(body: TaskBody): readonly ClipSpec[] {
  const prompt = promptOf(body);
  const isInstrumental = body['make_instrumental'] === true || body['make_instrumental'] === 'true';
  const hasSections = /^\s*\[[^\]\n]+\]/m.test(prompt);
  const song = {
    kind: 'clip',
    title: textOf(body['title']) || titleFrom(prompt),
    lyrics: hasSections && !isInstrumental ? prompt.trim() : '',
    style: `${textOf(body['tags'])} ${hasSections ? '' : prompt}`.trim().toLowerCase(),
    isInstrumental,
    vocalGender: textOf(body['vocal_gender']),
    modelVersion: textOf(body['model_version']) || 'sonic-v4',
    seed: seedOf(body),
    format: 'mp3',
  } as const;
  return [
    { ...song, index: 1 },
    { ...song, index: 2 },
  ];
}

/** Markup is dropped, not interpreted: pauses and emphasis of SSML are not spoken. */
export function planSpeech(body: TaskBody): SpeechSpec {
  const format = speechFormats.find((each) => each === body['response_format']) ?? 'mp3';
  const speed = typeof body['speed'] === 'number' ? body['speed'] : 1;
  const text = promptOf(body).replaceAll(/<[^>]*>/g, ' ');
  return { kind: 'speech', index: 1, text, voice: textOf(body['voice']) || textOf(body['speaker']), speed, format };
}

/** The text that a person wrote, whichever field carries it. */
export function promptOf(body: TaskBody): string {
  return ['prompt', 'input', 'text', 'ssml'].map((name) => textOf(body[name])).find((text) => text !== '') ?? '';
}

/** Every stored body has one. */
function seedOf({ seed }: TaskBody): number {
  return typeof seed === 'number' ? seed : 0;
}

/** `2K` is 2048 by 2048; without a size it is that, too. */
function parseSize(size: string): readonly [width: number, height: number] {
  const [, width, height] = /^(\d+)[x*](\d+)$/.exec(size) ?? [];
  if (width !== undefined && height !== undefined) return [Number(width), Number(height)];
  const side = Number(/^(\d)K$/i.exec(size)?.[1] ?? 2) * 1024;
  return [side, side];
}

/** The first words that are sung. */
function titleFrom(prompt: string): string {
  const line = prompt.replaceAll(/\[[^\]]*\]/g, ' ').trim();
  return (line.split(/\s+/).slice(0, 4).join(' ') || 'Untitled').replace(/[\s,.;:!?]+$/, '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
