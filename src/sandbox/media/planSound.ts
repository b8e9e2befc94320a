import { cutEnd } from '../../core/support/text/cutEnd.ts';
import type { ClipSpec, SpeechFormat, SpeechSpec } from './mediaSpec.ts';
import { promptOf, seedOf, textOf, type TaskBody } from './taskBody.ts';

const speechFormats: readonly SpeechFormat[] = ['mp3', 'wav', 'pcm'];

/** Plans two clips, variations of one song. */
export function planClips(body: TaskBody): readonly ClipSpec[] {
  const prompt = promptOf(body);
  const isInstrumental = body['make_instrumental'] === true || body['make_instrumental'] === 'true';
  const hasSections = /^[^\S\n]*\[[^\]\n]+\]/m.test(prompt);
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

/** Markup is removed, not interpreted: pauses and emphasis of SSML are not spoken. */
export function planSpeech(body: TaskBody): SpeechSpec {
  const format = speechFormats.find((each) => each === body['response_format']) ?? 'mp3';
  const speed = typeof body['speed'] === 'number' ? body['speed'] : 1;
  const text = promptOf(body).replaceAll(/<[^<>]*>/g, ' ');
  return { kind: 'speech', index: 1, text, voice: textOf(body['voice']) || textOf(body['speaker']), speed, format };
}

/** Names a request that the interface allows but the voice cannot fulfill. Null if there is none. */
export function findUnspeakable({ response_format: format, speed }: TaskBody): string | null {
  if (typeof format === 'string' && !speechFormats.some((each) => each === format)) {
    return `response_format: the sandbox makes ${speechFormats.join(', ')}; "${format}" is none of them.`;
  }
  if (typeof speed === 'number' && (speed < 0.25 || speed > 4)) {
    return `speed: the sandbox speaks at 0.25 to 4 times the normal pace; ${String(speed)} is outside.`;
  }
  return null;
}

/** Returns the first words that are sung. */
function titleFrom(prompt: string): string {
  const line = prompt.replaceAll(/\[[^[\]]*\]/g, ' ').trim();
  return cutEnd(line.split(/\s+/).slice(0, 4).join(' ') || 'Untitled', /[\s,.;:!?]/);
}
