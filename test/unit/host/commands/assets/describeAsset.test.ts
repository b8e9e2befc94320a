import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

await import('../../fakes/fakeVscode.ts');
const { checkAssetUrl, describeAssetError, guessKind, parseAssetId } =
  await import('../../../../../src/host/commands/assets/describeAsset.ts');

describe('the words about assets', () => {
  test('describe the target of a URL by its end', () => {
    const urls = ['https://x/a.PNG?sig=1', 'https://x/b.mp4', 'https://x/c.mp3#t', 'https://x/d'];
    assert.deepEqual(urls.map(guessKind), ['Image', 'Video', 'Audio', null]);
  });

  test('accept public URLs only', () => {
    const good = ['https://x.example/a.png', 'http://x/a.png', '/home/a.png', 'data:,x'].map(
      (url) => checkAssetUrl(url) === undefined,
    );
    assert.deepEqual(good, [true, false, false, false]);
  });

  test('warn about a second registration if the first may have been charged', () => {
    const place = 'studio';
    const [open, refused] = (['no-answer', 'key-refused'] as const).map((code) =>
      describeAssetError({ code, message: '' }, place),
    );
    assert.match(open?.text ?? '', /may be registered and charged.*before you register it again/);
    assert.match(refused?.text ?? '', /refused the API key/);
  });
});

test('the id to copy is nothing but an id', () => {
  const wrong = ['', 'a b', 'a\nrm -rf ~', '[x](command:y)', 'x'.repeat(201), 7, null, {}];
  for (const id of wrong) assert.throws(() => parseAssetId(id), { name: 'CallError' });
  assert.equal(parseAssetId('asset-20260101.7'), 'asset-20260101.7');
});
