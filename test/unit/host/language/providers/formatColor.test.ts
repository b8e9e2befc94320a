import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatColor } from '../../../../../src/host/language/providers/formatColor.ts';

test('a color is written with six digits, whatever its components', () => {
  const colors = [
    { red: 0, green: 0, blue: 0 },
    { red: 1, green: 0.2, blue: 0.04 },
    { red: 0.5, green: 1, blue: 1 },
  ];
  assert.deepEqual(colors.map(formatColor), ['#000000', '#FF330A', '#80FFFF']);
});
