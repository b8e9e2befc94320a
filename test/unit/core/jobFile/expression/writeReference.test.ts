import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression } from '../../../../../src/core/jobFile/expression/parseExpression.ts';
import { writeReference } from '../../../../../src/core/jobFile/expression/writeReference.ts';
import type { Reference } from '../../../../../src/core/jobFile/template.ts';

const references: readonly (readonly [reference: Reference, text: string])[] = [
  [{ path: ['ext'], filters: [] }, 'ext'],
  [{ path: ['jobs', 'idea-2', 'text'], filters: [] }, 'jobs.idea-2.text'],
  [{ path: ['jobs', 'my idea', 'urls', 0], filters: [] }, 'jobs["my idea"].urls[0]'],
  [{ path: ['jobs', '2', 'é'], filters: [] }, 'jobs["2"]["é"]'],
  [{ path: ['a'], filters: [{ name: 'upper', args: [] }] }, 'a | upper'],
  [
    {
      path: ['a'],
      filters: [
        { name: 'truncate', args: [40] },
        { name: 'join', args: ['"', null] },
      ],
    },
    'a | truncate(40) | join("\\"", null)',
  ],
];

for (const [reference, text] of references) {
  test(`${text} is written`, () => assert.equal(writeReference(reference), text));

  test(`${text} is parsed as the same reference`, () => {
    const outcome = parseExpression(text);
    assert.ok(outcome.ok);
    const { path, filters } = outcome.expression;
    assert.deepEqual(
      {
        path: path.map(({ step }) => step),
        filters: filters.map(({ name, args }) => ({ name, args: args.map(({ value }) => value) })),
      },
      reference,
    );
  });
}
