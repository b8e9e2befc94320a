import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { settingChanged } from '../fakes/fakeSettings.ts';
import { contentProviders, resetWindow, Uri, user } from '../fakes/fakeVscode.ts';

const { registerLanguage } = await import('../../../../src/host/language/registerLanguage.ts');

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Registers IntelliSense in a window, with a part that only notes how often its providers are registered. */
function arrange(context: TestContext, { isOpen = true } = {}) {
  resetWindow();
  const stage = { isOpen, parts: 0, loads: 0, active: 0, resets: 0, isBroken: false };
  const errors: string[] = [];
  const [changed, modelsChanged] = [new Emitter<void>(), new Emitter<void>()];
  const registered = registerLanguage({
    async loadProviders() {
      stage.parts += 1;
      if (stage.isBroken) throw new Error('broken');
      return {
        registerProviders: () => {
          stage.loads += 1;
          stage.active += 1;
          return { dispose: () => void (stage.active -= 1) };
        },
      };
    },
    jobFiles: { open: () => (stage.isOpen ? [{}] : []), onDidChange: changed.event },
    language: { world: async () => ({}), reset: () => void (stage.resets += 1) },
    engineHost: {},
    account: {},
    models: { onDidChange: modelsChanged.event },
    extensionUri: Uri.file('/extension'),
    log: { error: (text: string) => void errors.push(text.split('\n')[0] ?? '') },
  } as never);
  context.after(() => registered.dispose());
  return { stage, errors, changed, modelsChanged, registered };
}

test('IntelliSense is registered once, with the first job file', async (context) => {
  const { stage, changed } = arrange(context, { isOpen: false });
  changed.fire();
  await settle();
  settingChanged.fire('genwright.files.exclude');
  await settle();
  assert.equal(stage.loads, 0);
  stage.isOpen = true;
  changed.fire();
  changed.fire();
  await settle();
  assert.deepEqual([stage.loads, stage.active], [1, 1]);
});

test('IntelliSense is registered in a window that opens with a job file, and again when files are excluded', async (context) => {
  const { stage } = arrange(context);
  assert.equal(stage.loads, 0);
  await settle();
  await settle();
  assert.equal(stage.loads, 1);
  // Open documents are queried again then.
  settingChanged.fire('genwright.files.exclude');
  await settle();
  assert.deepEqual([stage.loads, stage.active], [2, 1]);
});

test('the next job file tries again if IntelliSense cannot be loaded', async (context) => {
  const { stage, errors, changed } = arrange(context, { isOpen: false });
  await settle();
  Object.assign(stage, { isOpen: true, isBroken: true });
  changed.fire();
  await settle();
  assert.deepEqual([stage.loads, errors], [0, ['Error: broken']]);
  stage.isBroken = false;
  changed.fire();
  await settle();
  assert.equal(stage.loads, 1);
});

test('documents are read again when the rules change', (context) => {
  const { stage, modelsChanged } = arrange(context);
  for (const change of [
    () => settingChanged.fire('genwright.strict'),
    () => settingChanged.fire('genwright.profiles'),
    () => modelsChanged.fire(),
    () => user.granted.fire(),
    () => user.foldersChanged.fire({ added: [] }),
  ]) {
    stage.resets = 0;
    change();
    assert.equal(stage.resets, 1, String(change));
  }
  settingChanged.fire('genwright.preview');
  assert.equal(stage.resets, 1);
});

test('a window that closes leaves nothing registered, whenever it closes', async (context) => {
  for (const turns of [0, 1, 2]) {
    const { stage, changed, registered } = arrange(context);
    if (turns > 0) changed.fire();
    if (turns > 1) await settle();
    registered.dispose();
    changed.fire();
    await settle();
    await settle();
    assert.deepEqual(
      [stage.active, stage.parts, stage.loads, contentProviders.size],
      [0, Math.min(turns, 1), Math.max(0, turns - 1), 0],
    );
  }
});
