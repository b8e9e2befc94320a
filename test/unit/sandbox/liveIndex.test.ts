import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { createCatalog } from '../../../src/core/catalog/createCatalog.ts';
import type { ModelIndex } from '../../../src/core/catalog/published/modelIndex.ts';
import { overlayCatalog } from '../../../src/core/catalog/published/overlayCatalog.ts';
import { createEngine, type Engine } from '../../../src/engine/index.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { parseHere } from '../../fakes/media/parseHere.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const { signal } = new AbortController();

/** Arranges the engine with the sandbox of the extension. */
async function arrange(context: TestContext): Promise<Engine> {
  const folder = await makeTempFolder(context);
  const sandbox = await startSandbox({ dataDir: `${folder}/data`, speed: 1000 });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const engine = createEngine({
    storageDir: `${folder}/journal`,
    version: '1',
    parse: parseHere,
    log,
    settings: () => assert.fail('nothing is generated'),
    openProfile: (name) =>
      Promise.resolve({
        name,
        baseUrl: sandbox.url,
        docsUrl: sandbox.docsUrl,
        isSandbox: true,
        readKey: () => Promise.resolve(sandbox.key),
      }),
  });
  context.after(async () => {
    engine.dispose();
    await sandbox.close();
  });
  return engine;
}

async function readIndex(context: TestContext): Promise<ModelIndex> {
  const outcome = await (await arrange(context)).models.refresh('sandbox', { maxAgeMs: 0, signal });
  assert.ok(outcome.kind === 'fetched');
  return outcome.copy.index;
}

describe('what the sandbox publishes', () => {
  test('is the bundled catalog: nothing is added, and nothing contradicts it', async (context) => {
    const { families } = overlayCatalog(bundledCatalog, await readIndex(context));
    assert.deepEqual(families, bundledCatalog.families);
  });

  test('describes each model well enough to use it without a bundled family', async (context) => {
    const bare = createCatalog(bundledCatalog.families.filter(({ modality }) => modality === 'chat'));
    const catalog = overlayCatalog(bare, await readIndex(context));
    const project = (from: typeof catalog) =>
      [...bundledCatalog.models.values()]
        .filter(({ families }) => !families[0].endpoints[0].dialect)
        .map(({ id }) => {
          const family = from.findModel(id)?.families[0];
          const endpoint = family?.endpoints[0];
          const names = family?.fields.map(({ name }) => name) ?? [];
          return [id, family?.modality, endpoint?.path, endpoint?.pollPath, names.toSorted()];
        });
    assert.deepEqual(project(catalog), project(bundledCatalog));
  });
});

test('the assets of the sandbox can be registered, polled and listed', async (context) => {
  const { assets } = await arrange(context);
  const registration = { url: 'https://example.com/ada.png', kind: 'Image', name: 'Ada' } as const;
  const registered = await assets.register('sandbox', registration, signal);
  assert.ok(registered.ok);

  const one = await assets.get('sandbox', registered.value, signal);
  const listed = await assets.list('sandbox', signal);

  assert.deepEqual(
    [one.ok && [one.value.name, one.value.kind], listed.ok && listed.value.map(({ id }) => id)],
    [['Ada', 'Image'], [registered.value]],
  );
});
