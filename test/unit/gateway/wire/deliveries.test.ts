// Where results are in a response, and which of its URLs are none.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { uploadPlaceholder } from '../../../../src/core/task/submit/fillTask.ts';
import { listSent, parseDeliveries } from '../../../../src/gateway/wire/deliveries.ts';
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
  (url) => ({ unsigned_urls: [url] }),
  (url) => ({ fail_reason: url }),
];

function itemsOf(response: object, sent: readonly string[] = []) {
  const found = normalizeTaskResponse({ task_id: 't1', status: 'succeeded', ...response }, { image: sent });
  return found.kind === 'task' ? found.view.deliveries.map(({ source }) => source) : [];
}

/** URLs of results, and nothing else. */
function urlsOf(response: object, sent?: readonly string[]): readonly string[] {
  return itemsOf(response, sent).map((source) => (source.kind === 'url' ? source.url : source.kind));
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

/** A local file as a response repeats it, and as the request names it. */
const input = Buffer.from('an input');
const data = `data:image/png;base64,${input.toString('base64')}`;
const upload = uploadPlaceholder(createHash('sha256').update(input).digest('hex'));

const inputs: readonly (readonly [what: string, sent: string, repeated: string])[] = [
  ['a URL', url('input'), url('input')],
  ['a URL in its normal form', 'https://CDN.example.com/an input.png', 'https://cdn.example.com/an%20input.png'],
  ['a local file', upload, data],
  ['the content of a file', data, `data:;base64,${input.toString('base64')}`],
];

for (const [what, sent, repeated] of inputs) {
  test(`what was sent is never a result, wherever both are: ${what}`, () => {
    fc.assert(
      fc.property(place, place, fc.boolean(), (one, other, isWrapped) => {
        const result = places[other]?.(url('result')) ?? {};
        const response = { ...(isWrapped ? { response: result } : result), ...places[one]?.(repeated) };
        const isReplaced = !JSON.stringify(response).includes(url('result'));
        assert.deepEqual(urlsOf(response, [sent]), isReplaced ? [] : [url('result')]);
      }),
    );
  });
}

test('content that was sent is no result in base64 either', () => {
  const b64_json = input.toString('base64');
  const rows: readonly object[] = [{ b64_json }, { data: [{ b64_json }] }, { images: [{ b64_json }] }];

  assert.deepEqual(
    rows.map((row) => [itemsOf(row, [upload]).length, itemsOf(row, [url('in')]).length]),
    rows.map(() => [0, 1]),
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

  assert.deepEqual(listSent(request), [url('a'), url('b')]);
});

test('any response is searched without a throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (view) => parseDeliveries(view, [], 4).length >= 0),
  );
});
