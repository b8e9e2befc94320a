import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePanel, serializers } from '../fakes/fakePanels.ts';
import { resetWindow, Uri } from '../fakes/fakeVscode.ts';

const { registerPreview } = await import('../../../../src/host/preview/registerPreview.ts');

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const hero = Uri.file('/w/hero.gen.yaml') as never;

/** Registers the preview with a part that only notes its calls. */
function arrange() {
  resetWindow();
  const calls: string[] = [];
  let loads = 0;
  const note = (name: string) => () => void calls.push(name);
  const panels = {
    show: note('show'),
    showSheet: note('showSheet'),
    showFound: note('showFound'),
    peek: note('peek'),
    endPeek: note('endPeek'),
    compare: note('compare'),
    makeThumbnails: async () => void calls.push('makeThumbnails'),
    follow: note('follow'),
    showResult: note('showResult'),
    readShown: async () => (jobFile: string) => calls.includes('showResult') && jobFile === '/w/hero.gen.yaml',
    activeJobFile: () => hero,
    exportShown: () => true,
    restore: async () => void calls.push('restore'),
    dispose: note('dispose'),
  };
  const load = async () => {
    loads += 1;
    return { createPreviewPanels: () => panels };
  };
  const preview = registerPreview(load, { log: { error: assert.fail } } as never);
  const restore = () =>
    serializers.get('genwright.preview')?.deserializeWebviewPanel(new FakePanel({ viewColumn: 1 }), 0);
  return { preview, calls, loads: () => loads, restore };
}

test('the preview is loaded by the first call that shows something, and keeps their order', async () => {
  const { preview, calls, loads } = arrange();
  preview.follow(hero);
  preview.endPeek();
  await settle();
  const isShown = async () => (await preview.readShown())('/w/hero.gen.yaml');
  assert.deepEqual([loads(), preview.activeJobFile(), await isShown()], [0, undefined, false]);
  preview.show(hero);
  preview.follow(hero);
  preview.showSheet(hero);
  preview.compare(hero, []);
  preview.showResult(hero, 'gateway-1');
  assert.equal(await isShown(), true);
  await preview.makeThumbnails(hero, new Set(), new AbortController().signal);
  assert.deepEqual(calls, ['show', 'follow', 'showSheet', 'compare', 'showResult', 'makeThumbnails']);
  assert.deepEqual([loads(), preview.activeJobFile()], [1, hero]);
});

test('the preview is loaded to restore a panel', async () => {
  const { calls, loads, restore } = arrange();
  await restore();
  assert.deepEqual([loads(), calls], [1, ['restore']]);
});

test('a window that closes closes the panels, also if they are still being loaded', async () => {
  for (const isLoaded of [true, false]) {
    const { preview, calls } = arrange();
    preview.show(hero);
    if (isLoaded) await settle();
    preview.dispose();
    await settle();
    assert.ok(calls.includes('dispose'));
    assert.equal(serializers.size, 0);
  }
});
