// Where results are in a response, and which of its URLs are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listUrls, parseDeliveries } from '../../../../src/gateway/wire/deliveries.ts';
import { normalizeTaskResponse } from '../../../../src/gateway/wire/normalizeTaskResponse.ts';
import * as fc from '../../../support/fastCheck.ts';

const url = (name: string): string => `https://cdn.example.com/${name}.png`;

/** One response for each place, in order of trust. `url` is put at the place. */
const places: readonly ((url: string) => object)[] = [
  (url) => ({ results: [{ url }] }),
  (url) => ({ data: [{ audio_url: url }] }),
  (url) => ({ url }),
  (url) => ({ urls: [url] }),
  (url) => ({ result: { data: [{ url }] } }),
  (url) => ({ result: { url } }),
  (url) => ({ result_url: url }),
  (url) => ({ metadata: { url } }),
  (url) => ({ video_url: url }),
  (url) => ({ videoUrl: url }),
  (url) => ({ audio_url: url }),
  (url) => ({ image_url: url }),
  (url) => ({ imageUrl: url }),
  (url) => ({ images: [url] }),
  (url) => ({ output: url }),
  (url) => ({ videos: [{ url }] }),
  (url) => ({ content: { video_url: url } }),
  (url) => ({ fail_reason: url }),
];

function urlsOf(response: object, sent: readonly string[] = []): readonly string[] {
  const found = normalizeTaskResponse({ task_id: 't1', status: 'succeeded', ...response }, { image: sent });
  const deliveries = found.kind === 'task' ? found.view.deliveries : [];
  return deliveries.flatMap(({ source }) => (source.kind === 'url' ? [source.url] : []));
}

const place = fc.nat({ max: places.length - 1 });

test('of two places, the one that comes first has the result', () => {
  fc.assert(
    fc.property(place, place, (one, other) => {
      const response = { ...places[other]?.(url('later')), ...places[one]?.(url('first')) };
      const isMerged = Object.keys(response).length < 2;
      if (!isMerged) assert.deepEqual(urlsOf(response), [url(one <= other ? 'first' : 'later')]);
    }),
  );
});

test('a URL of the request is not a result if there is another one, wherever both are', () => {
  fc.assert(
    fc.property(place, place, fc.boolean(), (one, other, isWrapped) => {
      const result = places[other]?.(url('result')) ?? {};
      const response = { ...(isWrapped ? { response: result } : result), ...places[one]?.(url('input')) };
      const isReplaced = !JSON.stringify(response).includes(url('result'));
      assert.deepEqual(urlsOf(response, [url('input')]), [url(isReplaced ? 'input' : 'result')]);
    }),
  );
});

test('a list of inputs and results has the results', () => {
  assert.deepEqual(urlsOf({ images: [url('in'), url('a'), url('a'), url('b')] }, [url('in')]), [url('a'), url('b')]);
});

test('a single URL that is one of a list does not hide the rest of the list', () => {
  const all = ['a', 'b', 'c'].map(url);

  assert.deepEqual(
    [urlsOf({ url: url('b'), urls: all }), urlsOf({ audio_url: url('a'), images: [url('cover'), url('other')] })],
    [all, [url('a')]],
  );
});

test('only URLs of the request count as sent', () => {
  const request = { prompt: 'A boat', image: url('a'), nested: [{ deep: [` ${url('b')} `, 7, null] }], style: 'https' };

  assert.deepEqual(listUrls(request), [url('a'), url('b')]);
});

test('any response is searched without a throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (view) => parseDeliveries(view, [], 4).length >= 0),
  );
});
