import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { ClipSpec, SpeechSpec } from '../../../../../src/sandbox/media/mediaSpec.ts';
import { planClips } from '../../../../../src/sandbox/media/planSound.ts';
import { makeClip } from '../../../../../src/sandbox/media/sound/makeClip.ts';
import { makeSpeech } from '../../../../../src/sandbox/media/sound/makeSpeech.ts';

const [clip] = planClips({ model: 'sonic', prompt: '[Verse]\nThe boats come home', title: 'Harbor', seed: 7 });

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes).slice(0, 8);

test('plays the same notes as earlier releases', () => {
  const songs: readonly (readonly [change: Partial<ClipSpec>, digest: string])[] = [
    [{ style: 'indie folk', vocalGender: 'f' }, '152cb465'],
    [{ style: 'techno', vocalGender: 'm' }, '996774b3'],
    [{ style: 'ambient', isInstrumental: true }, '84d42181'],
  ];
  assert.ok(clip);
  const played = songs.map(([change]) => [change, digestOf(makeClip({ ...clip, ...change }))]);
  assert.deepEqual(played, songs);
});

test('speaks with the same voice as earlier releases', () => {
  const spec: SpeechSpec = { kind: 'speech', index: 1, text: '', voice: 'narrator', speed: 1, format: 'pcm' };
  const texts: readonly (readonly [change: Partial<SpeechSpec>, digest: string])[] = [
    [{ text: 'The boats come home. Do they?' }, 'd5673aba'],
    [{ text: 'Pack my box with five dozen jugs.', voice: 'girl', speed: 1.5 }, '1511abec'],
    [{ text: '春眠不觉晓, 1984' }, 'b74f0d69'],
  ];
  const spoken = texts.map(([change]) => [change, digestOf(makeSpeech({ ...spec, ...change }))]);
  assert.deepEqual(spoken, texts);
});
