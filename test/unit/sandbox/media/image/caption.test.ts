import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { breakLines, drawCaption } from '../../../../../src/sandbox/media/image/caption.ts';
import { measureText } from '../../../../../src/sandbox/media/image/drawText.ts';
import { keepWritable, layOutText } from '../../../../../src/sandbox/media/image/layOutText.ts';

/** Just enough for the longest line that is expected. */
const room = { size: 14, width: measureText('above a calm', 14) };

test('breaks between words and keeps every line inside the card', () => {
  const lines = breakLines('A lighthouse above\na calm  sea', room);
  assert.deepEqual(lines, ['A lighthouse', 'above a calm', 'sea']);
});

test('ends with an ellipsis if three lines are not enough, and breaks a word that is too long', () => {
  const long = breakLines('word '.repeat(60), room);
  const wide = breakLines('x'.repeat(200), room);
  assert.deepEqual(
    [long, wide].map((lines) => [
      lines.length,
      lines.at(-1)?.endsWith('…'),
      lines.every((line) => measureText(line, room.size) <= room.width),
    ]),
    [
      [3, true, true],
      [3, true, true],
    ],
  );
});

const shapeOf = (text: string): string => JSON.stringify(layOutText(text).strokes);

test('has a shape for all printable ASCII and for Latin letters with accents, and few are alike', () => {
  const letters =
    Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('') + 'ÄÖÜäöüßéÉèêçñøåłžšőąœæĐđ€…“”';
  const shapes = new Set(Array.from(letters, shapeOf));
  const alike = Array.from(letters).filter((letter, at) => Array.from(letters, shapeOf).indexOf(shapeOf(letter)) < at);
  assert.deepEqual([alike, shapes.has('[]')], [['`', 'l', '“', '”'], false]);
});

test('writes no letter of another script, and nothing in place of a missing glyph', () => {
  const characters = Array.from({ length: 0x1_fa00 }, (_, code) => String.fromCodePoint(code));
  const wrong = characters.filter(
    (character) =>
      /[\p{L}\p{N}]/u.test(character) &&
      !/[\p{Script=Latin}\p{Script=Common}]/u.test(character) &&
      shapeOf(keepWritable(character)) !== '[]',
  );
  assert.deepEqual([wrong, ['猫', 'Ж', '🐱', '。'].map(shapeOf)], [[], ['[]', '[]', '[]', '[]']]);
});

test('the caption has the whole prompt without symbols, or no prompt if a letter cannot be written', () => {
  const written: Readonly<Record<string, string>> = {
    'A café in Łódź, Đà Nẵng and Þ-free': '',
    'A café in Łódź, Đà Nẵng': 'A café in Łódź, Đà Nẵng',
    'A cat 🐱 in a 👩🏽‍🚀 suit ✨': 'A cat  in a  suit ',
    'ＦＵＬＬ　ｗｉｄｔｈ，ﬁne': 'ＦＵＬＬ　ｗｉｄｔｈ，ﬁne',
    '🦊❄️': '',
    '£5 note': '',
    '一只在雪地里的狐狸，水彩画，清晨': '',
    '一张海报，上面写着 HELLO WORLD': '',
    'A sign that says 你好': '',
    'Лиса в снегу': '',
    'ثعلب في الثلج': '',
    'बर्फ में लोमड़ी': '',
    '눈 속의 여우': '',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(written).map((text) => [text, keepWritable(text)])), written);
});

test('a caption without a prompt is lower, and shows the size and the seed', () => {
  const [named, empty, chinese, chineseModel] = [
    { prompt: 'A fox' },
    { prompt: '' },
    { prompt: '狐狸' },
    { prompt: '', model: '模型' },
  ].map((change) => {
    const pixels = { width: 320, height: 240, data: new Uint8Array(3 * 320 * 240).fill(200) };
    const top = drawCaption(pixels, { model: 'm', width: 320, height: 240, seed: 1, ...change });
    return { top, digest: hash('sha256', pixels.data) };
  });
  assert.equal(Number(empty?.top) > Number(named?.top), true);
  assert.deepEqual(chinese, empty);
  assert.notDeepEqual(chineseModel, empty);
});
