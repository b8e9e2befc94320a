import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRunsRecord } from '../../../../src/core/artifact/runsRecord.ts';

test('a line of any shape is read or left out', () => {
  const base = { v: 1, at: '2026-01-01T00:00:00Z', status: 'saved' };
  const lines: readonly (readonly [line: string, isRecord: boolean])[] = [
    ['', false],
    ['{', false],
    ['null', false],
    ['[]', false],
    ['"text"', false],
    [JSON.stringify({ ...base, v: 2 }), false],
    [JSON.stringify({ ...base, at: 'soon' }), false],
    [JSON.stringify({ ...base, at: 7 }), false],
    [JSON.stringify({ ...base, status: 'planned' }), false],
    [JSON.stringify(base), true],
    [JSON.stringify({ ...base, request: [1], artifacts: {}, model: {}, amount_usd: '1', title: ['x'] }), true],
    [JSON.stringify({ ...base, artifacts: [null, 1, { sha256: 7 }], text: null }), true],
    [`{"v":1,"at":"2026-01-01","status":"saved","request":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`, true],
  ];
  assert.deepEqual(
    lines.map(([each]) => parseRunsRecord(each) !== null),
    lines.map(([, isRecord]) => isRecord),
  );
});
