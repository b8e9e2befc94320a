import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Consent } from '../../../../src/engine/index.ts';
import { createConsents } from '../../../../src/host/adapters/consents.ts';

const consent: Consent = { jobFile: '/w/hero.gen.yaml', profile: 'prod', origin: 'https://api.test', file: null };

function arrange(stored?: unknown) {
  const memory = new Map<string, unknown>(stored === undefined ? [] : [['consents', stored]]);
  const errors: string[] = [];
  const consents = createConsents(
    {
      get: (key: string) => memory.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
    } as never,
    { error: (line) => errors.push(line), warn: assert.fail, info: assert.fail },
  );
  return { consents, memory };
}

test('exactly what the user has agreed to is remembered', () => {
  const { consents, memory } = arrange();
  consents.add([consent]);
  const again = arrange(memory.get('consents')).consents;
  assert.deepEqual(
    [
      consent,
      { ...consent, jobFile: '/w/b.gen.yaml' },
      { ...consent, profile: 'b' },
      { ...consent, origin: 'b' },
      { ...consent, file: 'b' },
    ].map((each) => again.has(each)),
    [true, false, false, false, false],
  );
});

test('nothing is stored if the user has agreed to nothing', () => {
  const { consents, memory } = arrange();
  consents.add([]);
  assert.equal(memory.size, 0);
});

test('no path is stored', () => {
  const { consents, memory } = arrange();
  consents.add([consent]);
  assert.doesNotMatch(JSON.stringify([...memory]), /hero|prod|api/);
});

test('the oldest are removed if there are thousands', () => {
  const { consents, memory } = arrange();
  const many = Array.from({ length: 5_000 }, (_, at) => ({ ...consent, profile: String(at) }));
  consents.add(many);
  const [first, last] = [many[0], many.at(-1)].map((each) => each && consents.has(each));
  assert.deepEqual([(memory.get('consents') as readonly string[]).length, first, last], [4_000, false, true]);
});

for (const stored of ['yes', 7, { a: true }, [7, null]]) {
  test(`a value that is not a list of strings is ignored: ${JSON.stringify(stored)}`, () => {
    assert.equal(arrange(stored).consents.has(consent), false);
  });
}
