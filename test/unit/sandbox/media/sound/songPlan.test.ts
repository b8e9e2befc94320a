import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClipSpec } from '../../../../../src/sandbox/media/planSound.ts';
import { planClips } from '../../../../../src/sandbox/media/planSound.ts';
import { makeClip } from '../../../../../src/sandbox/media/sound/makeClip.ts';
import { planSong } from '../../../../../src/sandbox/media/sound/songPlan.ts';
import { readMp3 } from './readMp3.ts';

const [clip] = planClips({ model: 'sonic', prompt: 'x' });

function plan(change: Partial<ClipSpec>) {
  if (!clip) throw new Error('A music task has clips.');
  return planSong({ ...clip, ...change });
}

test('is calm if a tag says so', () => {
  const styles = ['indie folk, warm guitar', 'techno, dark', 'ambient, calm piano', ''];
  assert.deepEqual(
    styles.map((style) => plan({ style }).isCalm),
    [false, false, true, false],
  );
});

test('is about twelve seconds long whatever the seed, in whole bars and ending on the key', () => {
  const plans = Array.from({ length: 60 }, (_, seed) => plan({ seed, style: seed % 2 ? 'ambient' : 'rock' }));
  const odd = plans.filter(({ seconds, chords }) => seconds < 9 || seconds > 15 || chords.at(-1) !== 0);
  assert.deepEqual(odd, []);
});

test('is a stereo MP3 of the planned length, which follows seed and title', () => {
  if (!clip) throw new Error('A music task has clips.');
  const [song, again, other] = [clip, clip, { ...clip, title: 'Harbor' }].map((each) => Buffer.from(makeClip(each)));
  const { seconds, channels } = readMp3(song ?? Buffer.alloc(0));
  assert.deepEqual([Math.abs(seconds - planSong(clip).seconds) < 0.1, channels], [true, 2]);
  assert.deepEqual([song && again?.equals(song), song && other?.equals(song)], [true, false]);
});
