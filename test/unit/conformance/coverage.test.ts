import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Breach, breaches } from './breaches.ts';
import { fieldRows } from './fieldRows.ts';
import { parseRow } from './parseRow.ts';

/** The code of the problem for each limit. */
const codes: Readonly<Record<string, string>> = {
  length: 'too-long',
  one: 'not-in-enum',
  like: 'wrong-form',
  range: 'out-of-range',
};

/** A limit or rule of a row. A test has to break it to show that it holds. */
interface Claim {
  readonly row: string;
  readonly code: string;
  readonly fields: readonly string[];
}

function listClaims(row: string): readonly Claim[] {
  const parsed = parseRow(row);
  if ('rule' in parsed) {
    const { rule, fields } = parsed;
    return [{ row, code: rule === 'one-of' ? 'missing-one-of' : 'rule-broken', fields }];
  }
  const { path, aliases, isRequired, limits } = parsed;
  const fields = [...path.slice(0, 1), ...aliases];
  const broken = limits.flatMap((limit) => {
    if (limit.startsWith('items')) return [limit.startsWith('items ..') ? 'too-many-items' : 'too-few-items'];
    return codes[limit.split(' ')[0] ?? ''] ?? [];
  });
  return [...(isRequired ? ['missing-field'] : []), ...broken].map((code) => ({ row, code, fields }));
}

/** Whether a breach for any model with the same row breaks the claim. */
function isShown({ row, code, fields }: Claim): boolean {
  const isFor = (breach: Breach): boolean => fieldRows[breach.model]?.includes(row) ?? false;
  return breaches.some((breach) => isFor(breach) && breach.code === code && fields.includes(breach.field));
}

test('for each requirement, limit and rule of the interface specification there is a body that breaks it', () => {
  const claims = Object.entries(fieldRows).flatMap(([model, rows]) =>
    rows.flatMap(listClaims).map((claim) => ({ model, ...claim })),
  );
  assert.ok(claims.length > 100);
  assert.deepEqual(
    claims.filter((claim) => !isShown(claim)).map(({ model, row, code }) => `${model}: ${code}: ${row}`),
    [],
  );
});
