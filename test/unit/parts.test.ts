// The names that programs in plain Node import from the built parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as language from '../../src/core/language/index.ts';
import * as engine from '../../src/engine/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';

test('the parts export what programs without VS Code use', () => {
  const exported = [language, engine, sandbox].map((part) => Object.keys(part));
  const promised = [
    ['createLanguageService', 'jobFileSchema'],
    ['createEngine', 'createPollSchedule', 'download', 'runJobFile'],
    ['startSandbox'],
  ];
  const missing = promised.flatMap((names, at) => names.filter((name) => !exported[at]?.includes(name)));
  assert.deepEqual(missing, []);
});
