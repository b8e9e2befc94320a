import { cutEnd } from '../../core/support/text/cutEnd.ts';
import { promptOf, seedOf, textOf, type TaskBody } from './taskBody.ts';

/** Formats that the sandbox can make. `pcm` is 24 kHz, 16 bit, little-endian, mono. */
const speechFormats = ['mp3', 'wav', 'pcm'] as const;

/** One of the clips of a music task. */
export type ClipSpec = ReturnType<typeof planClips>[number];

/** Plans two clips, variations of one song. */
export function planClips(body: TaskBody) {
  const prompt = promptOf(body);
  const isInstrumental = body['make_instrumental'] === true || body['make_instrumental'] === 'true';
  const hasSections = /^[^\S\n]*\[[^\]\n]+\]/m.test(prompt);
  const song = {
    kind: 'clip' as const,
    title: textOf(body['title']) || titleFrom(prompt),
    /** Empty for an instrumental and for a prompt without sections. */
    lyrics: hasSections && !isInstrumental ? prompt.trim() : '',
    /** Words that steer the style. */
    style: `${textOf(body['tags'])} ${hasSections ? '' : prompt}`.trim().toLowerCase(),
    isInstrumental,
    /** `f`, `m`, or empty for either. */
    vocalGender: textOf(body['vocal_gender']),
    modelVersion: textOf(body['model_version']) || 'sonic-v4',
    seed: seedOf(body),
    format: 'mp3' as const,
  };
  return [1, 2].map((index) => ({ ...song, index }));
}

/** The only file of a speech task. */
export type SpeechSpec = ReturnType<typeof planSpeech>;

/** Markup is removed, not interpreted: pauses and emphasis of SSML are not spoken. */
export function planSpeech(body: TaskBody) {
  return {
    kind: 'speech' as const,
    index: 1,
    text: promptOf(body).replaceAll(/<[^<>]*>/g, ' '),
    voice: textOf(body['voice']) || textOf(body['speaker']),
    /** 1 is the normal pace of the voice. */
    speed: typeof body['speed'] === 'number' ? body['speed'] : 1,
    format: speechFormats.find((each) => each === body['response_format']) ?? 'mp3',
  };
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
