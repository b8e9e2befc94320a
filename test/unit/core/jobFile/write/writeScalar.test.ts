import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { writeScalar } from '../../../../../src/core/jobFile/write/writeScalar.ts';

const plain = ['2K', 'sonic-v4', '/v1/images/generations', 'indie folk, warm guitar', 'Zürich'];
const quoted = ['16:9', 'true', 'no', '5', '1_000', '0x1F', '1e3', '', ' a', 'a: b', 'a #b', '- a', '*a', "it's: x"];

for (const text of plain) test(`"${text}" stays plain`, () => assert.equal(writeScalar(text), text));

for (const text of quoted) {
  test(`"${text}" is quoted`, () => assert.equal(writeScalar(text), JSON.stringify(text)));
}

test('both versions of YAML parse it to the same string', () => {
  for (const text of [...plain, ...quoted]) {
    const read = (['1.1', '1.2'] as const).map((version) => parse(writeScalar(text), { version }) as unknown);
    assert.deepEqual(read, [text, text]);
  }
});
