import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../../../src/gateway/models/parseDocument.ts';

test('a document is used up to 16 Mi characters of data', () => {
  const parse = (length: number) => {
    const schema = { properties: { size: { type: 'string', default: 'x'.repeat(length) } } };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const text = JSON.stringify({ openapi: '3.1.0', paths: { '/v1/images/generations': { post } } });
    return parseDocument({ kind: 'document', name: 'api', text });
  };
  const room = 16 * 1024 * 1024 - JSON.stringify(parse(0).part).length;

  assert.deepEqual([parse(room).part?.schemas?.length, parse(room + 1).part], [1, null]);
});
