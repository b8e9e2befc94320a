import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyStore } from '../../../../src/host/adapters/keyStore.ts';
import { createSecrets } from '../fakes/fakeSecrets.ts';

const origin = 'https://studio.example.com';

/** Arranges a store with a keyring that can refuse access, and notes its events. */
function arrange(options = {}) {
  const secrets = createSecrets(options);
  const { stored: kept, changed } = secrets;
  const keyStore = createKeyStore(secrets);
  const origins: string[] = [];
  keyStore.onDidChange((each) => origins.push(each));
  return { keyStore, kept, changed, origins };
}

describe('the key store', () => {
  test('keeps a key for its origin only', async () => {
    const { keyStore, origins } = arrange();
    await keyStore.write(origin, 'sk-1');
    const read = await Promise.all([keyStore.read(origin), keyStore.read('https://other.example.com')]);
    assert.deepEqual([read, origins], [['sk-1', undefined], [origin]]);
  });

  test('tells of a secret of a header by its origin', async () => {
    const { keyStore, origins } = arrange();
    await keyStore.write(`${origin}#TOKEN`, 'a');
    keyStore.writeForSession(`${origin}#TOKEN`, 'b');
    await keyStore.remove(`${origin}#TOKEN`);
    assert.deepEqual(new Set(origins), new Set([origin]));
  });

  test('notices keys that another window stores, and no other secrets', () => {
    const { changed, origins } = arrange();
    changed.fire({ key: 'something.else' });
    changed.fire({ key: `genwright.key:${origin}` });
    assert.deepEqual(origins, [origin]);
  });

  test('passes the refusal of the keyring on, and keeps a key in memory if requested', async () => {
    const { keyStore, kept, origins } = arrange({ isLocked: true });
    await assert.rejects(keyStore.write(origin, 'sk-1'), /locked/);
    keyStore.writeForSession(origin, 'sk-1');
    assert.deepEqual([await keyStore.read(origin), kept.size, origins], ['sk-1', 0, [origin]]);
  });

  test('forgets a stored key and one kept in memory', async () => {
    const { keyStore } = arrange();
    await keyStore.write(origin, 'sk-1');
    keyStore.writeForSession(origin, 'sk-2');
    await keyStore.remove(origin);
    assert.equal(await keyStore.read(origin), undefined);
  });

  test('reports the stored key on a change, not the one kept in memory', async () => {
    const { keyStore } = arrange();
    keyStore.writeForSession(origin, 'sk-1');
    const reads: Promise<string | undefined>[] = [];
    keyStore.onDidChange((each) => reads.push(keyStore.read(each)));
    await keyStore.write(origin, 'sk-2');
    assert.deepEqual(await Promise.all(reads), ['sk-2']);
  });

  test('keeps the key in memory if another one cannot be stored', async () => {
    const { keyStore } = arrange({ isLocked: true });
    keyStore.writeForSession(origin, 'sk-1');
    await assert.rejects(keyStore.write(origin, 'sk-2'), /locked/);
    assert.equal(await keyStore.read(origin), 'sk-1');
  });
});
