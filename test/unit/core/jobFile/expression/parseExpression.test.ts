import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpression, writeReference } from '../../../../../src/core/jobFile/expression/parseExpression.ts';
import type { Reference } from '../../../../../src/core/jobFile/template.ts';

/** Returns the path and the filters of an expression, or its error with the characters at which it is shown. */
function parse(source: string): string {
  const outcome = parseExpression(source);
  if (!outcome.ok) return `${outcome.error.variant} «${source.slice(outcome.error.start, outcome.error.end)}»`;
  const { path, filters } = outcome.expression;
  const steps = JSON.stringify(path.map(({ step }) => step));
  return [steps, ...filters.map(({ name, args }) => `${name}${JSON.stringify(args.map(({ value }) => value))}`)].join(
    ' ',
  );
}

const valid: readonly (readonly [source: string, parsed: string])[] = [
  ['vars.color', '["vars","color"]'],
  ['  vars.color  ', '["vars","color"]'],
  ['now', '["now"]'],
  ['vars.größe_2-b', '["vars","größe_2-b"]'],
  ['vars.list[0]', '["vars","list",0]'],
  ['vars.list.0', '["vars","list",0]'],
  ['vars.2K', '["vars","2K"]'],
  ["vars[ 'any name' ]", '["vars","any name"]'],
  ['vars["a\\"b"]', '["vars","a\\"b"]'],
  ["vars['a\\n']", '["vars","a\\\\n"]'],
  ["vars['0']", '["vars","0"]'],
  ['a|upper', '["a"] upper[]'],
  ['a | upper()', '["a"] upper[]'],
  ['a | truncate( 40 ) | lower', '["a"] truncate[40] lower[]'],
  ['a | f(-1.5e2, true, false, null)', '["a"] f[-150,true,false,null]'],
  ['a | f("x, y", \'z)\')', '["a"] f["x, y","z)"]'],
  ['a | f("\\q")', '["a"] f["\\\\q"]'],
  ['a | f("\\u00e9")', '["a"] f["é"]'],
];

for (const [source, parsed] of valid) test(`${source} is parsed`, () => assert.equal(parse(source), parsed));

const wrong: readonly (readonly [source: string, error: string])[] = [
  ['', 'empty «»'],
  ['   ', 'empty «»'],
  ['1 + 1', 'code «1 + 1»'],
  ['"text"', 'code «"text"»'],
  ['a + b', 'code «+ b»'],
  ['a || b', 'code «|| b»'],
  ['f(1)', 'code «(1)»'],
  ['a ? b : c ', 'code «? b : c»'],
  ['a.', 'path «.»'],
  ['a..b', 'path «.b»'],
  ['a. b', 'path « b»'],
  ['a[]', 'path «]»'],
  ['a[b]', 'path «b]»'],
  ['a[-1]', 'path «-1]»'],
  ['a[0', 'path «0»'],
  ["a['b'c]", "path «'b'c]»"],
  ['a |', 'filter «|»'],
  ['a | | b', 'filter «| b»'],
  ['a | 5', 'filter «5»'],
  ['a | f(', 'argument «(»'],
  ['a | f(b)', 'argument «b)»'],
  ['a | f(1 2)', 'argument «2)»'],
  ['a | f(1,)', 'argument «)»'],
  ['a | f("x)', 'argument «"x)»'],
  ['a | f(nullx)', 'argument «nullx)»'],
  ['a | f(1) g', 'code «g»'],
];

for (const [source, error] of wrong) {
  test(`"${source}" has an error: ${error}`, () => assert.equal(parse(source), error));
}

test('each part has its range in the source', () => {
  const outcome = parseExpression(" vars['a b'].c | pad( 3 )");
  assert.ok(outcome.ok);
  const { path, filters } = outcome.expression;
  const ranges = [...path, ...filters, ...filters.flatMap(({ args }) => args)].map(({ start, end }) => [start, end]);
  assert.deepEqual(ranges, [
    [1, 5],
    [6, 11],
    [13, 14],
    [17, 20],
    [22, 23],
  ]);
});

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
