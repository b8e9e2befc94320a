import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../src/core/jobFile/requests/planText.ts';
import { filters } from '../../../../src/core/jobFile/expression/filters.ts';
import { parseExpression } from '../../../../src/core/jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../../../src/core/jobFile/expression/scanTemplate.ts';
import type { Problem } from '../../../../src/core/jobFile/problem.ts';
import { problemTexts } from '../../../../src/core/language/problems/problemTexts.ts';
import { isJsonObject, type JsonValue, stringifyJson } from '../../../../src/core/support/json/json.ts';
import * as fc from '../../../support/fastCheck.ts';
import { fixtureLookups } from './fixtureLookups.ts';

const folder = join(import.meta.dirname, '../../../fixtures/jobFiles');
const corpus = readdirSync(folder)
  .filter((name) => name.endsWith('.gen.yaml'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

const options = {
  catalog: bundledCatalog,
  fileName: 'hero.gen.yaml',
  sha256: (text: string) => text,
  isStrict: false,
  lookups: fixtureLookups,
};

/** Finds placeholders of the message without a value. */
function findGaps({ code, args }: Problem): readonly string[] {
  const text = problemTexts[code];
  const template = typeof text === 'string' ? text : (text[String(args['variant'])] ?? text.usual);
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in args));
}

/** Checks the plan of any text: its problems are in the text and have a message, and its bodies are JSON. */
function checkPlan(text: string): void {
  const { problems, requests } = planText(text, options);
  for (const problem of problems) {
    const { start, end } = problem;
    assert.ok(start >= 0 && start <= end && end <= text.length, JSON.stringify(problem));
    assert.deepEqual(findGaps(problem), [], JSON.stringify(problem));
  }
  for (const { body, recordBody } of requests) assert.ok(stringifyJson(body) && stringifyJson(recordBody));
}

test('any damaged job file is planned without a throw', () => {
  const pieces = [
    '\n', '  ', ': ', '- ', '#', '|', '"', "'", '{', '}', '[', ']', '${{', '}}', ' | ', '.', '(', 'vars', 'matrix',
    'jobs', 'file://', 'null', '.nan', '99999999999999999999', '__proto__', '&a ', '*a',
  ]; // prettier-ignore
  const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...pieces), fc.nat({ max: 6 })), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.constantFrom(...corpus), damage, (whole, cuts) => {
      const text = cuts.reduce((broken, [at, piece, remove]) => {
        const offset = at % (broken.length + 1);
        return broken.slice(0, offset) + piece + broken.slice(offset + remove);
      }, whole);
      checkPlan(text);
    }),
    { numRuns: 1_500 },
  );
});

test('any expression is parsed without a throw, and its error is inside it', () => {
  const tokens = fc.array(
    fc.constantFrom('vars', '.', 'a', '[', ']', "'", '"', '|', '(', ')', ',', '1', '-', ' ', '\\', 'ü', '}}', '\n'),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        tokens.map((each) => each.join('')),
      ),
      (source) => {
        const outcome = parseExpression(source);
        if (outcome.ok) return;
        const { start, end } = outcome.error;
        assert.ok(start >= 0 && start <= end && end <= source.length, `${start}..${end} of ${source.length}`);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the parts of a string are the string, except for its escapes', () => {
  const tokens = fc.array(fc.constantFrom('${{', '$${{', '}}', '$', '{', '}', 'a', "'", '"', '\n', ' '), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(tokens, (parts) => {
      const text = parts.join('');
      const written = scanTemplate(text).map((piece) =>
        piece.kind === 'text' ? piece.text.replaceAll('${{', () => '$${{') : text.slice(piece.start, piece.end),
      );
      assert.equal(written.join(''), text);
    }),
    { numRuns: 2_000 },
  );
});

const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt(),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 3 }),
  ),
})).value;

for (const [name, { params, apply }] of Object.entries(filters)) {
  test(`the filter ${name} returns something for any value`, () => {
    const args = params.map(({ type }): fc.Arbitrary<JsonValue> =>
      type === 'count' ? fc.nat(1e9) : type === 'text' ? fc.string() : anyJson,
    );
    fc.assert(
      fc.property(anyJson, fc.tuple(...args), (value, given) => {
        const answer = apply(value, given);
        assert.equal(typeof stringifyJson(answer), 'string');
        assert.ok(!isJsonObject(answer) || name === 'default' || name === 'first');
      }),
    );
  });
}
