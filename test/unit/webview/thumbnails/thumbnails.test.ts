import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { ArtifactItem } from '../../../../src/protocol/previewItem.ts';
import { Thumbnails, type Thumbnail } from '../../../../src/webview/thumbnails/thumbnails.ts';
import { makeArtifactItem } from '../../../support/previewHarness/messages.ts';

const itemOf = (id: string): ArtifactItem => makeArtifactItem(id, 1, { uri: 'x:y' });

/** The thumbnails of a page whose frames are drawn when the test says so. */
function arrange(context: TestContext) {
  const frames: (() => void)[] = [];
  const page = { requestAnimationFrame: (draw: () => void) => frames.push(draw) };
  Object.assign(globalThis, page);
  context.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'));
  const sent: unknown[] = [];
  const thumbnails = new Thumbnails((message) => sent.push(message));
  return {
    thumbnails,
    /** Requests a thumbnail for an element. Returns what is drawn there. */
    request: (item: ArtifactItem): readonly Thumbnail[] => {
      const drawn: Thumbnail[] = [];
      thumbnails.request(item, (thumbnail) => void drawn.push(thumbnail));
      return drawn;
    },
    /** Draws the next frame. Returns what was sent since the last one. */
    frame: (): readonly unknown[] => {
      for (const draw of frames.splice(0)) draw();
      return sent.splice(0);
    },
    giveText: (id: string) => thumbnails.receive({ type: 'thumbnailText', id, text: id }, itemOf(id)),
  };
}

const text = (id: string): Thumbnail => ({ kind: 'text', text: id });
const want = (...ids: readonly string[]) => ({ type: 'wantThumbnails', ids });

describe('Thumbnails of the page', () => {
  test('are requested once for all elements of a frame, and drawn in each of them', (context) => {
    const { request, frame, giveText } = arrange(context);
    const drawn = ['a', 'a', 'b'].map((id) => request(itemOf(id)));
    assert.deepEqual([frame(), frame()], [[want('a', 'b')], []]);
    giveText('a');
    assert.deepEqual(drawn, [[text('a')], [text('a')], []]);
    request(itemOf('c'));
    assert.deepEqual(frame(), [want('b', 'c')]);
  });

  test('are not requested for elements that have left the page, and not drawn there', (context) => {
    const { thumbnails, frame, giveText } = arrange(context);
    const drawn: Thumbnail[] = [];
    const [leave, leaveLater] = ['a', 'b'].map((id) =>
      thumbnails.request(itemOf(id), (thumbnail) => void drawn.push(thumbnail)),
    );
    leave?.();
    assert.deepEqual(frame(), [want('b')]);
    leaveLater?.();
    giveText('b');
    assert.deepEqual(drawn, []);
  });

  test('of a replaced file are requested again', (context) => {
    const { request, frame, giveText } = arrange(context);
    const before = request(itemOf('a'));
    const after = request({ ...itemOf('a'), uri: 'x:new' });
    giveText('a');
    assert.deepEqual([before, after], [[], [text('a')]]);
    request(itemOf('a'));
    assert.deepEqual(frame(), [want('a')]);
  });

  test('of a replaced file are requested again while the page makes those of its old content', (context) => {
    const { request, frame, thumbnails } = arrange(context);
    request(itemOf('a'));
    frame();
    thumbnails.receive({ type: 'original', id: 'a', bytes: null, isNeeded: false }, itemOf('a'));
    request(itemOf('b'));
    const meanwhile = frame();
    request({ ...itemOf('a'), uri: 'x:new' });
    assert.deepEqual([meanwhile, frame()], [[want('b')], [want('a', 'b')]]);
  });

  test('are drawn in an element that comes back while the page makes them', async (context) => {
    const { thumbnails, request, frame } = arrange(context);
    const leave = thumbnails.request(itemOf('a'), () => undefined);
    frame();
    thumbnails.receive({ type: 'original', id: 'a', bytes: null, isNeeded: false }, itemOf('a'));
    leave();
    request(itemOf('b'));
    frame();
    const drawn = request(itemOf('a'));
    await new Promise(setImmediate);
    assert.deepEqual(drawn, [{ kind: 'none' }]);
  });

  test('that no element waits for are ignored', (context) => {
    const { request, frame, giveText, thumbnails } = arrange(context);
    giveText('a');
    thumbnails.receive({ type: 'thumbnail', id: 'a', bytes: null }, itemOf('a'));
    assert.deepEqual([request(itemOf('a')), frame()], [[], [want('a')]]);
  });

  test('are not requested again if the host has none', (context) => {
    const { request, thumbnails } = arrange(context);
    const drawn = request(itemOf('a'));
    thumbnails.receive({ type: 'thumbnail', id: 'a', bytes: null }, itemOf('a'));
    assert.deepEqual([drawn, request(itemOf('a'))], [[{ kind: 'none' }], [{ kind: 'none' }]]);
  });

  test('are kept, up to a thousand, and those that were drawn last stay', (context) => {
    const { request, frame, giveText } = arrange(context);
    const ids = Array.from({ length: 1001 }, (_, at) => `${at}`);
    for (const id of ids.slice(0, 1000)) {
      request(itemOf(id));
      giveText(id);
    }
    assert.deepEqual(request(itemOf('0')), [text('0')]);
    request(itemOf('1000'));
    giveText('1000');
    frame();
    assert.deepEqual([request(itemOf('0')), request(itemOf('1'))], [[text('0')], []]);
    assert.deepEqual(frame(), [want('1')]);
  });
});
