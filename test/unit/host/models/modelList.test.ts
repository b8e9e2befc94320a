import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import type { ModelIndex } from '../../../../src/core/catalog/published/modelIndex.ts';
import * as language from '../../../../src/core/language/index.ts';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { IndexCopy, RefreshOutcome } from '../../../../src/engine/index.ts';
import type { Profile } from '../../../../src/host/adapters/profiles.ts';
import { createModelList } from '../../../../src/host/models/modelList.ts';
import { createFakeEngine } from '../fakes/fakeEngine.ts';

const indexWith = (id: string): ModelIndex => ({
  version: '1.5.18',
  breakingSince: null,
  paths: [],
  schemas: [],
  samples: [],
  models: [
    {
      id,
      title: null,
      description: null,
      modality: null,
      pollPath: null,
      endpoints: [{ path: '/v1/images/generations', alias: null }],
    },
  ],
});
const copyOf = (index: ModelIndex): IndexCopy => ({ index, fetchedAt: 1 });

/** Arranges copies by profile. The outcome of a refresh can be replaced. */
function arrange(copies: Readonly<Record<string, IndexCopy>> = {}, docsUrl: string | null = 'https://docs.x') {
  const profileChanged = new Emitter<void>();
  const selected = { name: 'studio' };
  const counts = { engines: 0, changes: 0, refreshes: [] as number[] };
  const answer = { outcome: { kind: 'no-docs-url' } as RefreshOutcome };
  const { engine } = createFakeEngine();
  const find = (name: string): Profile =>
    name === 'sandbox'
      ? { kind: 'sandbox', name }
      : { kind: 'gateway', name, baseUrl: 'https://x', origin: 'https://x', docsUrl };
  const models = createModelList({
    loadLanguage: () => Promise.resolve(language),
    engineHost: {
      engine() {
        counts.engines += 1;
        return Promise.resolve({
          ...engine,
          models: {
            ...engine.models,
            read: (profile) => Promise.resolve(copies[profile] ?? null),
            refresh(_profile, { maxAgeMs }) {
              counts.refreshes.push(maxAgeMs);
              return Promise.resolve(answer.outcome);
            },
          },
        });
      },
    },
    profiles: { selectedName: () => selected.name, find, onDidChange: profileChanged.event },
  });
  models.onDidChange(() => (counts.changes += 1));
  const knows = async (id: string): Promise<boolean> => (await models.catalog()).models.has(id);
  const select = (name: string): void => {
    selected.name = name;
    profileChanged.fire();
  };
  return { models, counts, answer, knows, select };
}

describe('the list of models', () => {
  test('is the bundled one until more is loaded, and needs no engine for that', async () => {
    const { models, counts } = arrange();
    assert.deepEqual([await models.catalog(), counts.engines], [bundledCatalog, 0]);
  });

  test('uses the last good copy of the selected profile, once', async () => {
    const { models, counts, knows } = arrange({ studio: copyOf(indexWith('new-1')) });
    await models.load();
    await models.load();
    assert.deepEqual([await knows('new-1'), counts.changes, counts.engines], [true, 1, 1]);
  });

  test('loads no engine for a profile without a copy', async () => {
    const sandbox = arrange();
    const silent = arrange({}, null);
    sandbox.select('sandbox');
    await sandbox.models.load();
    await silent.models.load();
    assert.deepEqual([sandbox.counts.engines, silent.counts.engines], [0, 0]);
  });

  test('drops the models of a profile that is no longer selected', async () => {
    const { models, counts, knows, select } = arrange({ studio: copyOf(indexWith('new-1')) });
    await models.load();
    select('home');
    assert.deepEqual([await knows('new-1'), counts.changes, models.index()], [false, 2, null]);
  });

  test('contains the result of a refresh, and announces it', async () => {
    const { models, answer, knows, counts } = arrange();
    const told: string[] = [];
    models.onDidRefresh(({ profile }) => told.push(profile));
    answer.outcome = { kind: 'fetched', copy: copyOf(indexWith('new-2')), before: null };
    await models.refresh({ maxAgeMs: 0 });
    assert.deepEqual([await knows('new-2'), told, counts.changes], [true, ['studio'], 1]);
  });

  test('keeps its models when a refresh fails', async () => {
    const copy = copyOf(indexWith('new-1'));
    const { models, answer, knows, counts } = arrange({ studio: copy });
    models.onDidRefresh(() => assert.fail('A failure is announced as a refresh'));
    await models.load();
    answer.outcome = { kind: 'failed', message: 'offline', copy };
    await models.refresh({ maxAgeMs: 0 });
    assert.deepEqual([await knows('new-1'), counts.changes], [true, 1]);
  });

  test('is included in the exported schema', async () => {
    const { models } = arrange({ studio: copyOf(indexWith('new-1')) });
    await models.load();
    assert.match(JSON.stringify(await models.schema()), /"new-1"/);
  });
});
