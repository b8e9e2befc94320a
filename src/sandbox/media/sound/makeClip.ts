import type { ClipSpec } from '../mediaSpec.ts';
import { createRandom } from '../random.ts';
import { playBand } from './band.ts';
import { encodeMp3 } from './encode.ts';
import { playLead } from './lead.ts';
import { planSong } from './songPlan.ts';
import { addRoom, createStereo, finish } from './stereo.ts';

const sampleRate = 44_100;

/** Makes a short, finished piece of music in the style of the tags, as MP3. */
export function makeClip(clip: ClipSpec): Uint8Array {
  const plan = planSong(clip);
  const song = createStereo(sampleRate, plan.seconds);
  const random = createRandom(`clip ${String(clip.seed)} ${String(clip.index)} ${clip.title}`);
  playBand(song, plan, random);
  playLead(song, plan, clip, random);
  addRoom(song, plan.band === 'ambient' ? 0.5 : 0.28);
  finish([song.left, song.right], 1.2 * sampleRate);
  return encodeMp3({ sampleRate, channels: [song.left, song.right] }, 128);
}
