import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listPatterns } from '../support/listPatterns.ts';
import { findCostlyText } from '../support/patternSteps.ts';

describe('the regular expressions of the sources', () => {
  test('take steps in proportion to their text, whatever the text is', async () => {
    const patterns = await listPatterns('src');
    const costly = patterns.flatMap(({ file, pattern }) => {
      const text = findCostlyText(pattern);
      return text === null ? [] : [`${file}: ${String(pattern)} over ${JSON.stringify(text)}`];
    });
    assert.deepEqual(costly, []);
    assert.ok(patterns.length > 400, `only ${patterns.length} were found`);
  });

  const grown: readonly (readonly [what: string, pattern: RegExp])[] = [
    ['a run that is looked for from each of its characters', /\s+$/],
    ['a run that continues over other beginnings', /!\[[^\]]*\]\(/g],
    ['a word before a missing sign', /\b[a-z][a-z0-9+.-]*:\/\//gi],
    ['digits that fit in two places', /^(\d+\.?\d*|\.\d+)$/],
    ['a look behind over a run', /(?<=^\d+)\./g],
    ['quotes that do not close', /"(?:[^"\\]|\\.)*"/g],
    ['a run of runs', /:\s*(?:[&!]\S*\s*)*$/],
    ['anything between two words', /breaking.*since/i],
  ];
  for (const [what, pattern] of grown) {
    test(`are found if they take more: ${what}`, () => {
      assert.notEqual(findCostlyText(pattern), null);
    });
  }

  test('are not reported if they do not', () => {
    const linear = [
      /^\s+|\s$/,
      /!\[[^[\]]*\]\(/g,
      /\b[a-z][a-z0-9+.-]{0,30}:\/\//gi,
      /"(?:[^"\\]|\\.)*"?/g,
      /(a|b)\1c*/,
    ];
    assert.deepEqual(linear.map(findCostlyText), [null, null, null, null, null]);
  });
});
