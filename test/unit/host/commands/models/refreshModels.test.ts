import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RefreshOutcome } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, selectStudio } from '../../fakes/arrangeCommands.ts';
import { user } from '../../fakes/fakeVscode.ts';

const index = { models: [{ id: 'a' }, { id: 'b' }] };
const copy = { fetchedAt: Date.UTC(2026, 0, 2, 12), index };
const fetched = { kind: 'fetched', copy } as unknown as RefreshOutcome;
const noUrl: RefreshOutcome = { kind: 'no-docs-url' };

/** Arranges a gateway with one outcome after the other. */
function arrange(...outcomes: readonly RefreshOutcome[]) {
  const left = [...outcomes];
  const arranged = arrangeCommands({
    engine: {
      models: {
        read: () => Promise.resolve(null),
        refresh: async () => left.shift() ?? noUrl,
        readCatalog: () => Promise.reject(new Error('Not part of this fake')),
      },
    },
  });
  selectStudio();
  return arranged;
}

describe('Refresh Models', () => {
  test('says how many models the gateway publishes', async () => {
    assert.deepEqual((await arrange(fetched).run(commands.refreshModels)).shown, ['studio: 2 models in its index']);
  });

  test('says why the index could not be read, and what stays in use', async () => {
    for (const [outcome, text] of [
      [{ kind: 'failed', message: 'No route', copy: null }, 'The built-in models stay in use.'],
      [{ kind: 'failed', message: 'No route', copy }, 'The copy of 1/2/2026 stays in use.'],
    ] as const) {
      const { shown } = await arrange(outcome as unknown as RefreshOutcome).run(commands.refreshModels);
      assert.equal(shown[0], `The model index of studio could not be read (No route). ${text}`);
    }
  });

  test('asks for the docs URL if the profile has none, and stores only a URL', async () => {
    for (const [typed, docsUrl, said] of [
      [' https://docs.example/v1 ', 'https://docs.example/v1', ['studio: 2 models in its index']],
      ['not a URL', undefined, []],
      [undefined, undefined, []],
    ] as const) {
      const { run } = arrange(noUrl, fetched);
      user.answers.push(typed);
      const { shown } = await run(commands.refreshModels);
      const [entry] = user.settings.get('genwright.profiles') as readonly { readonly docsUrl?: string }[];
      assert.equal(entry?.docsUrl?.replace(/\/$/, ''), docsUrl);
      assert.deepEqual(
        shown.filter((text) => text.includes('index')),
        said,
      );
    }
  });

  test('asks nothing for the sandbox', async () => {
    const { run } = arrange(noUrl, fetched);
    user.settings.set('genwright.profile', 'sandbox');

    assert.deepEqual((await run(commands.refreshModels)).shown, []);
  });
});
