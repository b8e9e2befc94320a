import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { resetWindow, shown, user } from '../../fakes/fakeVscode.ts';

const { askConnection } = await import('../../../../../src/host/commands/profiles/askConnection.ts');

const studio = {
  kind: 'gateway',
  name: 'studio',
  baseUrl: 'https://studio.example',
  origin: 'https://studio.example',
  docsUrl: null,
} as const;

/** Enters these texts. Returns the result and the last message of the window. */
async function connect(...answers: readonly (string | undefined)[]) {
  user.answers.push(...answers);
  const find = (name: string) => (name === studio.name ? studio : undefined);
  const connection = await askConnection({ find } as never);
  return { connection, said: shown.at(-1), questions: shown.length / 2 };
}

describe('Connect to Gateway', () => {
  beforeEach(resetWindow);

  test('the user is asked for URL, key and name', async () => {
    const { connection, said } = await connect('https://other.example/api', 'sk-1', ' mine ');
    assert.deepEqual(connection?.profile, {
      ...studio,
      name: 'mine',
      baseUrl: 'https://other.example/api',
      origin: 'https://other.example',
    });
    assert.deepEqual([connection.apiKey, said], ['sk-1', undefined]);
  });

  test('the question that is left open is the last one', async () => {
    const url = 'https://other.example';
    assert.deepEqual(await connect(undefined), { connection: undefined, said: undefined, questions: 1 });
    resetWindow();
    assert.deepEqual(await connect(url, undefined), { connection: undefined, said: undefined, questions: 2 });
    resetWindow();
    assert.deepEqual(await connect(url, 'sk-1', undefined), { connection: undefined, said: undefined, questions: 3 });
  });

  const names = [
    ['', 'The name must not be empty.'],
    ['sandbox', '"sandbox" is the name of the built-in sandbox. Use another name.'],
  ] as const;
  for (const [name, message] of names) {
    test(`a profile cannot be named ${JSON.stringify(name)}`, async () => {
      assert.equal((await connect('https://other.example', 'sk-1', name)).said, message);
    });
  }

  test('the user is told that a name replaces a profile', async () => {
    const { said } = await connect('https://other.example', 'sk-1', 'studio');
    assert.equal((said as { readonly message: string }).message, '"studio" already exists and will be replaced.');
  });
});
