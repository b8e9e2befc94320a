import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../src/core/support/json/json.ts';
import { checkRequest } from './checkRequest.ts';
import { fieldRows } from './fieldRows.ts';
import { type FieldRow, parseRow } from './parseRow.ts';

const url = 'https://example.com/a.png';

/** Fields that a model needs besides the tested one. */
const needed: Readonly<Record<string, JsonObject>> = {
  'seed-tts-2.0': { text: 'A cat', voice: 'a' },
  'doubao-seedream-5-0-pro-260628': { prompt: 'A cat', size: '2K' },
  'wan2.6-image': { prompt: 'A cat', image: url },
  'prunaai/p-image-edit': { prompt: 'A cat', image: url },
};

/** Values that do not have the type. */
const others: Readonly<Record<string, readonly JsonValue[]>> = {
  string: [5, true, [url], { a: 1 }],
  boolean: ['yes', 1, [true]],
  number: ['5', true, [5]],
  integer: [1.5, '5', true],
  object: ['a', 5, [{}]],
};

function otherThan(type: string): readonly JsonValue[] {
  const [, item] = /^\[(.*)\]$/.exec(type) ?? [];
  if (item === undefined) return others[type] ?? [];
  return [url, 5, { a: 1 }, ...otherThan(item).map((each) => [each])];
}

/** Returns the value of the field at the root that contains `value` at the end of the path. */
function wrap([, ...path]: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight((inner, step) => ({ [step]: inner }), value);
}

/** Builds the body. The rows above say which names on the path are lists. */
function build({ path }: FieldRow, value: JsonValue, lists: ReadonlySet<string>): JsonValue {
  const wrapped = wrap(path, value);
  return path.length > 1 && lists.has(path[0] ?? '') ? [wrapped] : wrapped;
}

for (const [model, texts] of Object.entries(fieldRows)) {
  const rows = texts.map(parseRow).filter((row) => 'path' in row);
  const lists = new Set(rows.flatMap(({ path, type }) => (type?.startsWith('[') ? [path.join('.')] : [])));
  const body = needed[model] ?? { prompt: 'A cat' };

  test(`${model} accepts the types of the interface specification and no others`, () => {
    for (const row of rows) {
      for (const name of [row.path[0] ?? '', ...row.aliases]) {
        const wrong = row.type === null ? [] : otherThan(row.type);
        const passed = wrong.filter((value) => {
          const errors = checkRequest(model, { ...body, [name]: build(row, value, lists) });
          return !errors.includes(`wrong-type at ${name}`);
        });
        assert.deepEqual(passed, [], `${name}: ${row.path.join('.')}`);
      }
    }
  });

  test(`${model} accepts any value if the interface specification shows no type`, () => {
    for (const row of rows.filter(({ type }) => type === null)) {
      const refused = ['a', 5, 0.5, true].filter(
        (value) => checkRequest(model, { ...body, [row.path[0] ?? '']: build(row, value, lists) }).length > 0,
      );
      assert.deepEqual(refused, [], row.path.join('.'));
    }
  });

  test(`${model} accepts each value that the interface specification lists`, () => {
    for (const row of rows) {
      const listed = row.limits.flatMap((limit) => (/^one of (.*)$/.exec(limit)?.[1] ?? '').split(' ')).filter(Boolean);
      const refused = listed.filter(
        (value) => checkRequest(model, { ...body, [row.path[0] ?? '']: build(row, value, lists) }).length > 0,
      );
      assert.deepEqual(refused, [], row.path.join('.'));
    }
  });
}
