import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHostMessage, parseWebviewMessage, previewActions } from '../../../src/protocol/preview.ts';
import { previewTaskActions } from '../../../src/protocol/previewItem.ts';
import { maxQueryLength } from '../../../src/protocol/sheet.ts';
import {
  initMessage,
  makeArtifactItem,
  makeDetails,
  makeItems,
  makeTaskItem,
} from '../../support/previewHarness/messages.ts';

type Parse = (data: unknown) => unknown;
type Data = Readonly<Record<string, unknown>>;

const facts = {
  model: 'm',
  job: 'j',
  axes: [['size', '2K']] as [string, string][],
  amountUsd: 0.04,
  mark: 'star' as const,
  rating: 4,
  note: 'Good',
};

/** One message of each kind, with a value in every field. */
const hostMessages: readonly Data[] = [
  initMessage,
  makeItems([makeArtifactItem('a', 0, facts), makeTaskItem('t', 1, { ...facts, actions: ['resume'] })], {
    removed: ['b'],
  }),
  { type: 'readError', reason: 'EACCES' },
  { type: 'select', id: 'a' },
  { type: 'follow', id: 'a' },
  {
    type: 'details',
    details: makeDetails('a', {
      fields: [{ name: 'size', value: '2K' }],
      images: [{ name: 'a.png', uri: 'x' }],
      pictures: [{ id: 'p', name: 'p.png', uri: 'x' }],
      codecs: { video: ['avc1'], audio: ['mp4a'] },
    }),
  },
  { type: 'audio', id: 'a', bytes: Uint8Array.of(1) },
  { type: 'text', id: 'a', start: 0, text: 'x' },
  { type: 'show', view: 'sheet', query: 'cat' },
  { type: 'thumbnail', id: 'a', bytes: Uint8Array.of(1) },
  { type: 'thumbnailText', id: 'a', text: 'x' },
  { type: 'original', id: 'a', bytes: Uint8Array.of(1), isNeeded: true },
  { type: 'copied' },
  { type: 'found', query: 'cat', ids: ['a'] },
  { type: 'prompts', prompts: [['a', 'A cat']] },
];

const webviewMessages: readonly Data[] = [
  { type: 'ready' },
  { type: 'readAgain' },
  { type: 'readDetails', id: 'a' },
  { type: 'readAudio', id: 'a' },
  { type: 'readPrompts', ids: ['a'] },
  { type: 'search', query: 'cat' },
  { type: 'wantThumbnails', ids: ['a'] },
  { type: 'thumbnailMade', id: 'a', bytes: Uint8Array.of(1) },
  { type: 'mark', ids: ['a'], change: { mark: 'star', rating: 4, note: 'x' } },
  { type: 'undoMark' },
  { type: 'delete', ids: ['a'] },
  ...previewActions.map((action) => ({ type: 'act', id: 'a', action })),
  ...previewTaskActions.map((action) => ({ type: 'actOnTask', id: 'a', action })),
  { type: 'runRemedy', id: 'a' },
];

/** Lists the paths to all values in data, such as `details.fields.0.name`. */
function listPaths(data: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof data !== 'object' || data === null || data instanceof Uint8Array) return [path];
  return [path, ...Object.entries(data).flatMap(([name, value]) => listPaths(value, [...path, name]))];
}

/** Returns a copy of data with another value at a path. */
function replaceAt(data: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: unknown = Array.isArray(data) ? [...(data as unknown[])] : { ...(data as object) };
  Reflect.set(copy as object, name, replaceAt(Reflect.get(data as object, name), rest, value));
  return copy;
}

/** Lists the places of a message that a parser does not look at: a value of another type passes there. */
function listUnchecked(parse: Parse, message: Data): readonly string[] {
  return listPaths(message)
    .filter((path) => parse(replaceAt(message, path, Symbol.for('no JSON'))) !== null)
    .map((path) => path.join('.'));
}

for (const [side, parse, messages] of [
  ['host', parseHostMessage, hostMessages],
  ['webview', parseWebviewMessage, webviewMessages],
] as const) {
  describe(`The messages of the ${side}`, () => {
    test('pass unchanged', () => {
      assert.deepEqual(
        messages.map((message) => parse(structuredClone(message))),
        messages,
      );
    });

    test('are refused with a wrong value at any place', () => {
      assert.deepEqual(
        messages.flatMap((message) => listUnchecked(parse, message)),
        [],
      );
    });

    test('lose what does not belong to them', () => {
      const [first = {}] = messages;
      assert.deepEqual(parse({ ...first, path: '/etc/passwd', toString: 'x' }), first);
    });

    test('are not understood by the other side', () => {
      const other: Parse = parse === parseHostMessage ? parseWebviewMessage : parseHostMessage;
      assert.deepEqual(
        messages.map((message) => other(message)),
        messages.map(() => null),
      );
    });
  });
}

test('a message needs all its strings', () => {
  if (initMessage.type !== 'init') assert.fail();
  const { loading: _, ...strings } = initMessage.strings;
  assert.equal(parseHostMessage({ ...initMessage, strings }), null);
});

test('a search is as long as the page allows, and no longer', () => {
  const search = (length: number) => ({ type: 'search', query: 'x'.repeat(length) });

  assert.deepEqual(
    [maxQueryLength, maxQueryLength + 1].map((length) => parseWebviewMessage(search(length))),
    [search(maxQueryLength), null],
  );
});

test('the items of a list are not copied, because the copies of zod are much larger', () => {
  const message = makeItems([makeArtifactItem('a'), makeArtifactItem('b')]);
  const parsed = parseHostMessage(message);
  assert.ok(parsed?.type === 'items' && parsed.changed.every((item, at) => item === message.changed[at]));
});

test('a page cannot ask for an action that its buttons do not have', () => {
  const messages = [
    { type: 'act', action: 'delete', id: 'a' },
    { type: 'actOnTask', action: 'remove', id: 'a' },
  ];
  assert.deepEqual(messages.map(parseWebviewMessage), [null, null]);
});
