import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkInputFile } from '../../../../../src/core/jobFile/fields/resolveInputs.ts';
import type { Problem } from '../../../../../src/core/jobFile/problem.ts';

/** What is said of a picture in a field that takes no `data:` URI. */
function check(files: {
  readonly knowsUrl?: (sha256: string) => boolean;
  readonly sha256?: string;
}): readonly string[] {
  const { knowsUrl, sha256 } = files;
  const problems: Problem[] = [];
  const answer = { exists: true, isInside: true, bytes: 3, ...(sha256 === undefined ? {} : { sha256 }) };
  checkInputFile('door.png', {
    range: { start: 0, end: 8 },
    takes: 'image',
    takesData: false,
    isFromEnv: false,
    lookups: {
      files: {
        readText: () => ({ ok: false, reason: 'missing' }),
        inspect: () => answer,
        ...(knowsUrl ? { knowsUrl } : {}),
      },
    },
    report: (problem) => problems.push(problem),
  });
  return problems.map(({ code }) => code);
}

describe('an input file that can only be sent as a URL', () => {
  test('is accepted if the gateway still has its content', () => {
    assert.deepEqual(check({ sha256: 'f00d', knowsUrl: (sha256) => sha256 === 'f00d' }), []);
  });

  test('cannot be sent if the gateway does not have it', () => {
    assert.deepEqual(check({ sha256: 'f00d', knowsUrl: () => false }), ['input-not-sendable']);
  });

  test('is not checked while typing, because it is unknown what the gateway has', () => {
    assert.deepEqual(check({}), []);
  });
});
