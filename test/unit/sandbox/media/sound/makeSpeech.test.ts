import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpeechSpec } from '../../../../../src/sandbox/media/planSound.ts';
import { makeSpeech } from '../../../../../src/sandbox/media/sound/makeSpeech.ts';
import { readMp3 } from './readMp3.ts';

const spec: SpeechSpec = {
  kind: 'speech',
  index: 1,
  text: 'The boats come home.',
  voice: 'narrator',
  speed: 1,
  format: 'pcm',
};

function readSamples(change: Partial<SpeechSpec> = {}): Int16Array {
  const bytes = Buffer.from(makeSpeech({ ...spec, ...change }));
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

test('speaks longer for a longer text and shorter at a higher speed', () => {
  const normal = readSamples().length;
  const longer = readSamples({ text: `${spec.text} ${spec.text}` }).length / normal;
  const faster = readSamples({ speed: 2 }).length / normal;
  assert.deepEqual([longer > 1.7 && longer < 2.1, faster > 0.45 && faster < 0.65], [true, true]);
});

test('can be heard, does not clip, and follows text and voice', () => {
  const samples = readSamples();
  const peak = samples.reduce((max, each) => Math.max(max, Math.abs(each)), 0) / 32_768;
  const power = Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length) / 32_768;
  const others = [readSamples(), readSamples({ voice: 'girl' }), readSamples({ text: 'The goats come home.' })];
  assert.deepEqual(
    [
      peak > 0.5 && peak < 0.9,
      power > 0.05,
      others.map((each) => Buffer.from(each.buffer).equals(Buffer.from(samples.buffer))),
    ],
    [true, true, [true, false, false]],
  );
});

test('makes sound for other scripts and for digits, and an empty text is not an error', () => {
  const [none = 0, chinese = 0, digits = 0] = ['', '春眠不觉晓', '1984'].map(
    (text) => readSamples({ text }).length / 24_000,
  );
  assert.deepEqual([none < 0.5, chinese > none + 0.4, digits > none + 0.4], [true, true, true]);
});

test('packs the same samples as PCM, as WAV and as MP3', () => {
  const pcm = Buffer.from(makeSpeech(spec));
  const wav = Buffer.from(makeSpeech({ ...spec, format: 'wav' }));
  const mp3 = readMp3(makeSpeech({ ...spec, format: 'mp3' }));
  const header = [
    wav.toString('ascii', 0, 4),
    wav.readUInt32LE(4),
    wav.toString('ascii', 8, 16),
    wav.readUInt16LE(22),
    wav.readUInt32LE(24),
    wav.readUInt32LE(40),
  ];
  assert.deepEqual(header, ['RIFF', wav.length - 8, 'WAVEfmt ', 1, 24_000, pcm.length]);
  assert.equal(wav.subarray(44).equals(pcm), true);
  assert.deepEqual([mp3.channels, Math.abs(mp3.seconds - pcm.length / 48_000) < 0.1], [1, true]);
});
