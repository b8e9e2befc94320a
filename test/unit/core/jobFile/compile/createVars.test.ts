import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVars } from '../../../../../src/core/jobFile/compile/createVars.ts';
import type { SyntaxNode } from '../../../../../src/core/jobFile/syntax/syntaxTree.ts';

const scope: Parameters<typeof createVars>[1] = {
  text: '',
  file: { isKnown: false, base: '', dir: '', name: '', jobIds: [] },
  job: { id: null, name: null, isBroken: false },
  lookups: undefined,
  report: () => undefined,
  addNeed: () => undefined,
};

/** Counts how often all of its names are gone through. */
class WatchedMap extends Map<string, SyntaxNode> {
  walks = 0;

  override keys() {
    this.walks += 1;
    return super.keys();
  }

  override entries() {
    this.walks += 1;
    return super.entries();
  }

  override [Symbol.iterator]() {
    return this.entries();
  }
}

function textNode(value: string): SyntaxNode {
  return { kind: 'scalar', value, style: 'plain', start: 0, end: 0 };
}

test('a job that uses one of the variables of a file evaluates no others', () => {
  const byName = new WatchedMap([
    ['mood', textNode('dark')],
    ['light', textNode('low')],
  ]);
  const own = new Map([['light', textNode('high')]]);
  const vars = createVars(
    [
      { kind: 'map', entries: [], byName },
      { kind: 'map', entries: [], byName: own },
    ],
    scope,
  );
  const answers = ['mood', 'light', 'other'].map((name) => vars.resolve(name, { start: 0, end: 0 }));
  assert.deepEqual(answers, [
    { state: 'known', value: 'dark' },
    { state: 'known', value: 'high' },
    { state: 'missing' },
  ]);
  assert.equal(byName.walks, 0);
  assert.deepEqual(vars.names, ['mood', 'light']);
});
