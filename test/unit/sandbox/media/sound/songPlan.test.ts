import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClipSpec } from '../../../../../src/sandbox/media/mediaSpec.ts';
import { planClips } from '../../../../../src/sandbox/media/planSound.ts';
import { planSong } from '../../../../../src/sandbox/media/sound/songPlan.ts';

const [clip] = planClips({ model: 'sonic', prompt: 'x' });

function plan(change: Partial<ClipSpec>) {
  if (!clip) throw new Error('A music task has clips.');
  return planSong({ ...clip, ...change });
}

test('selects the band by the tags', () => {
  const styles = ['indie folk, warm guitar', 'techno, dark', 'heavy metal', 'ambient, calm piano', ''];
  assert.deepEqual(
    styles.map((style) => plan({ style }).band),
    ['acoustic', 'electric', 'electric', 'ambient', 'acoustic'],
  );
});

test('is about twelve seconds long whatever the seed, in whole bars and ending on the key', () => {
  const plans = Array.from({ length: 60 }, (_, seed) => plan({ seed, style: seed % 2 ? 'ambient' : 'rock' }));
  const odd = plans.filter(
    ({ seconds, bars, chords }) => seconds < 9 || seconds > 15 || chords.length !== bars || chords.at(-1) !== 0,
  );
  assert.deepEqual(odd, []);
});

test('keeps lyrics with sections, and drops them for an instrumental', () => {
  const prompt = '[Verse]\nHello there, old friend\n';
  const facts = [{ prompt }, { prompt, make_instrumental: true }, { prompt: 'A song about rain' }].map((body) => {
    const clips = planClips({ model: 'sonic', ...body });
    return [clips.length, clips[0]?.title, clips[0]?.lyrics];
  });
  assert.deepEqual(facts, [
    [2, 'Hello there, old friend', '[Verse]\nHello there, old friend'],
    [2, 'Hello there, old friend', ''],
    [2, 'A song about rain', ''],
  ]);
});
