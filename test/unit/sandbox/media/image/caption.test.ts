import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakLines } from '../../../../../src/sandbox/media/image/caption.ts';
import { measureText } from '../../../../../src/sandbox/media/image/drawText.ts';
import { layOutText } from '../../../../../src/sandbox/media/image/layOutText.ts';

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

test('has a letter for all printable ASCII and for Latin letters with accents, and a box for the rest', () => {
  const shapeOf = (text: string): string => JSON.stringify(layOutText(text).strokes);
  const box = shapeOf('猫');
  const letters =
    Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('') + 'ÄÖÜäöüßéèêçñøåłžšőąœæ€…“”';
  const boxed = Array.from(letters).filter(
    (letter) => layOutText(letter).strokes.length === 0 || shapeOf(letter) === box,
  );
  const alike = [
    ['é', 'e'],
    ['É', 'E'],
    ['ç', 'c'],
    ['ï', 'i'],
    ['Ж', 'X'],
  ].filter(([a = '', b = '']) => shapeOf(a) === shapeOf(b));
  assert.deepEqual([boxed, alike, shapeOf('Ж') === box, shapeOf('')], [[], [], true, '[]']);
});
