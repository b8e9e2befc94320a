import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunsArtifact } from '../../../../../src/core/artifact/runsRecord.ts';
import { buildJobValues, takeTexts } from '../../../../../src/core/task/submit/jobValues.ts';
import { buildRecord } from '../../../host/fakes/builders.ts';

const file = (path: string, sha256: string, changes: Partial<RunsArtifact> = {}): RunsArtifact => ({
  path,
  sha256,
  bytes: 1,
  media_type: 'image/png',
  width: null,
  height: null,
  seconds: null,
  ...changes,
});
const sha256 = (text: string): string => `hash of ${text}`;

test('values of a job come from all its requests, in order', () => {
  const records = [
    buildRecord({ artifacts: [file('a.png', '1')], amount_usd: 0.25, task_id: 'ta' }),
    buildRecord({ artifacts: [file('b.png', '2')], amount_usd: 0.5, task_id: 'tb' }),
    buildRecord({ artifacts: [], amount_usd: null }),
  ];

  const { values, digests } = buildJobValues(records, { urlOf: (hash) => `https://x.example/${hash}`, sha256 });

  assert.deepEqual(
    [
      values['url'],
      values['urls'],
      values['files'],
      values['task_id'],
      values['amount_usd'],
      digests['urls'],
      digests['file'],
    ],
    [
      'https://x.example/1',
      ['https://x.example/1', 'https://x.example/2'],
      ['a.png', 'b.png'],
      'ta',
      0.75,
      ['sha256:1', 'sha256:2'],
      'sha256:1',
    ],
  );
});

test('the path of a file replaces an unknown URL, under the same digest', () => {
  const records = [buildRecord({ artifacts: [file('a.png', '1')], amount_usd: null })];

  const { values, digests } = buildJobValues(records, { urlOf: () => null, sha256 });

  assert.deepEqual([values['url'], digests['url'], values['amount_usd']], ['a.png', 'sha256:1', null]);
});

test('a song has its clip, its duration and its lyrics, and not the file of the lyrics', () => {
  const artifacts = [
    file('song.mp3', '1', { media_type: 'audio/mpeg', seconds: 90 }),
    file('song.lyrics.txt', '2', { media_type: 'text/plain' }),
  ];

  const { values, digests } = buildJobValues([buildRecord({ artifacts, title: 'Sea', lyrics: 'La' })], {
    urlOf: () => null,
    sha256,
  });

  assert.deepEqual(
    [values['files'], values['duration'], values['title'], values['lyrics'], digests['lyrics']],
    [['song.mp3'], 90, 'Sea', 'La', 'sha256:hash of La'],
  );
});

test('a text has its file and no URL', () => {
  const artifacts = [file('idea.md', '1', { media_type: 'text/markdown' })];

  const { values } = buildJobValues([buildRecord({ artifacts, text: 'An idea' })], { urlOf: () => 'never', sha256 });

  assert.deepEqual([values['text'], values['file'], values['url'], values['urls']], ['An idea', 'idea.md', null, []]);
});

test('a text of which only the hash was recorded has the digest of the text and no value', () => {
  const hash = 'a'.repeat(64);
  const of = (text: string) =>
    buildJobValues([buildRecord({ text, artifacts: [] })], { urlOf: () => null, sha256: () => hash });

  const [known, hidden] = [of('A secret'), of(`sha256:${hash}`)];

  assert.deepEqual(
    [known.values['text'], known.digests, hidden.values['text'], hidden.digests],
    ['A secret', { text: `sha256:${hash}` }, null, { text: `sha256:${hash}` }],
  );
});

const replyFile = file('hero.md', 'r', { media_type: 'text/markdown' });
const lyricsFile = file('song.lyrics.txt', 'l', { media_type: 'text/plain' });
const other = file('hero-2.md', 'o', { media_type: 'text/markdown' });

for (const [title, record, texts, expected] of [
  ['a reply is that of its file', { text: 'FORGED', artifacts: [replyFile] }, { r: 'A cat\n' }, { text: 'A cat' }],
  ['its space is the recorded one', { text: ' A  cat', artifacts: [replyFile] }, { r: 'A cat\n' }, { text: ' A  cat' }],
  ['a changed file proves nothing', { text: 'A cat', artifacts: [replyFile] }, {}, { text: 'A cat', told: ['text'] }],
  ['no file proves nothing', { text: 'A cat', artifacts: [] }, {}, { text: 'A cat', told: ['text'] }],
  ['no file has a title', { title: 'Cats', artifacts: [replyFile] }, { r: 'Cats' }, { title: 'Cats', told: ['title'] }],
  ['lyrics are those of their file', { lyrics: 'FORGED', artifacts: [lyricsFile] }, { l: 'La\n' }, { lyrics: 'La' }],
  [
    'choices are divided by a rule',
    { text: 'One\n\n\n---\n\nTwo', artifacts: [replyFile, other] },
    { r: 'One\n', o: 'Two\n' },
    { text: 'One\n\n\n---\n\nTwo' },
  ],
  [
    'one of two choices proves nothing',
    { text: 'One\n\n---\n\nTwo', artifacts: [replyFile, other] },
    { r: 'One\n' },
    { text: 'One\n\n---\n\nTwo', told: ['text'] },
  ],
  [
    'a saved image in a reply is no text',
    { text: 'A cat: ', artifacts: [replyFile] },
    { r: 'A cat: ![cat](hero.png)\n' },
    { text: 'A cat: ' },
  ],
  [
    'a hash is not a text',
    { text: `sha256:${'a'.repeat(64)}`, artifacts: [] },
    {},
    { text: `sha256:${'a'.repeat(64)}` },
  ],
] as const) {
  test(`of a recorded result, ${title}`, async () => {
    const readText = ({ sha256: hash }: RunsArtifact) =>
      Promise.resolve((texts as Readonly<Record<string, string>>)[hash] ?? null);

    const taken = await takeTexts(buildRecord({ text: null, title: null, lyrics: null, ...record }), readText);

    assert.deepEqual(
      { text: taken.text, title: taken.title, lyrics: taken.lyrics, told: taken.told },
      { text: null, title: null, lyrics: null, told: [], ...expected },
    );
  });
}
