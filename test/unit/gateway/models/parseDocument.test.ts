import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../../../src/gateway/models/parseDocument.ts';

/** Builds a description with one list of values, which each field of each path references. */
function buildApi(paths: number, fields: number): string {
  const schema = { $ref: '#/components/schemas/Body' };
  const path = { post: { requestBody: { content: { 'application/json': { schema } } } } };
  const values = Array.from({ length: 500 }, (_, at) => `a value with a long name ${at}`);
  const property = { $ref: '#/components/schemas/Values' };
  const properties = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field_${at}`, property]));
  return JSON.stringify({
    openapi: '3.1.0',
    paths: Object.fromEntries(Array.from({ length: paths }, (_, at) => [`/v1/images/path-${at}`, path])),
    components: { schemas: { Body: { properties }, Values: { type: 'string', enum: values } } },
  });
}

test('a document whose references repeat the same content is expanded only up to a size', () => {
  const count = (paths: number) => {
    const { part } = parseDocument({ kind: 'document', name: 'api', text: buildApi(paths, 200) });
    return part?.schemas?.length ?? null;
  };
  assert.deepEqual([count(2), count(20)], [2, null]);
});

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
