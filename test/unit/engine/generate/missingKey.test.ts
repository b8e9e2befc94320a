import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Earlier } from '../../../../src/engine/index.ts';
import { buildRecord } from '../../host/fakes/builders.ts';
import { arrangePress as arrange } from './arrangePress.ts';

const savedBefore: Earlier = { kind: 'recorded', record: buildRecord() };

describe('Generate without a key', () => {
  test('asks for it and continues', async () => {
    const asked: string[] = [];
    const { press, started } = arrange({
      gateway: { isKeyMissing: true },
      ports: { askKey: (profile) => (asked.push(profile), Promise.resolve(true)) },
    });
    await press();
    assert.deepEqual([asked, started.length], [['studio'], 1]);
  });

  test('sends nothing if the user enters none', async () => {
    const { press, started } = arrange({
      gateway: { isKeyMissing: true },
      ports: { askKey: () => Promise.resolve(false) },
    });
    assert.deepEqual([await press(), started], [{ tasks: [], problems: 0 }, []]);
  });

  test('asks nothing if the caller wants no questions: the engine reports what is missing', async () => {
    const { press, started } = arrange({
      gateway: { isKeyMissing: true },
      press: { unchanged: 'generate', confirm: null, asksForKey: false },
    });
    await press();
    assert.equal(started.length, 1);
  });

  test('does not matter if there is nothing to send', async () => {
    const { press, started } = arrange({
      gateway: { isKeyMissing: true },
      earlier: [savedBefore],
      press: { unchanged: 'skip' },
    });
    await press();
    assert.deepEqual(started, []);
  });
});
