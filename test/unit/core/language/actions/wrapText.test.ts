import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLiteral } from '../../../../../src/core/language/edits/blockText.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { applyAction, open, planOf } from './tryActions.ts';

const image = 'model: seedream-5-0-260128\n';

test('a wrapped text has the same value, its lines fit if there are spaces, and it can be unwrapped to the same value', () => {
  const words = [
    'ferry',
    'a',
    '渡轮在海上，',
    '한국어',
    '#',
    ':',
    '- x',
    '${{ job.name }}',
    '${{ job.name | upper }}',
    '$',
    '}}',
    "it's",
    '"',
    '\\',
  ];
  const gap = fc.oneof({ weight: 9, arbitrary: fc.constant(' ') }, fc.constantFrom('  ', '\n', '\n\n', '\t', ''));
  // A line that begins with a space is never folded.
  const texts = fc.array(fc.tuple(fc.constantFrom(...words), gap), { minLength: 20, maxLength: 60 }).map((pieces) =>
    pieces
      .flat()
      .join('')
      .replaceAll(/\n[ \t]+/g, '\n'),
  );
  const styles = fc.constantFrom('quoted', 'literal');
  let wrapped = 0;
  fc.assert(
    fc.property(texts, styles, (value, style) => {
      const block = style === 'literal' ? writeLiteral(value, '  ') : null;
      const text = `${image}prompt: ${block ? `${block.header} # note\n${block.body}` : JSON.stringify(value)}\nsize: 2K\n`;
      const run = (from: string, kind: string): string | null => {
        const at = from.indexOf('prompt: ') + 'prompt: '.length;
        const action = open(from)
          .actions({ start: at, end: at })
          .find((each) => each.kind === kind);
        return action ? applyAction(from, action) : null;
      };
      const after = run(text, 'refactor.rewrite.wrap');
      if (after === null) return;
      wrapped += 1;
      assert.deepEqual(planOf(after), planOf(text));
      assert.equal(after.includes('# note'), text.includes('# note'));
      assert.ok(
        after
          .split('\n')
          .every((line) => (line.match(/(?<!\$)\$\{\{/g) ?? []).length <= (line.match(/\}\}/g) ?? []).length),
      );
      const back = run(after, 'refactor.rewrite.unwrap');
      assert.ok(back !== null);
      assert.deepEqual(planOf(back), planOf(text));
      if (block && block.header === '|') assert.equal(back, text);
    }),
  );
  assert.ok(wrapped > 10, String(wrapped));
});
