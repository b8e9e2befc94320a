import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapQuery } from '../../../src/gateway/gateway.ts';

const unknown = { code: 'task_not_exist', message: 'no' };

/** An overloaded gateway may respond like one that does not have the task. Such a response is unusable. */
const rows: readonly (readonly [status: number, body: unknown, kind: string])[] = [
  [404, '', 'unknown-task'],
  [400, unknown, 'unknown-task'],
  [400, { code: 'not_implemented', message: 'no' }, 'unknown-task'],
  [200, unknown, 'unknown-task'],
  [400, { code: 'get_task_failed', message: 'no' }, 'refused'],
  [403, unknown, 'refused'],
  [500, unknown, 'refused'],
  [200, { code: 'success', data: null }, 'unchanged'],
  [200, '<html>', 'unusable'],
  [200, { status: 'queued' }, 'task'],
];

for (const [status, body, kind] of rows) {
  test(`${status} with ${JSON.stringify(body)} to a task query is ${kind}`, () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);

    assert.equal(mapQuery({ kind: 'response', status, headers: {}, body: Buffer.from(text) }, 0).kind, kind);
  });
}
