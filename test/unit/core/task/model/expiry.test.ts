import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Modality } from '../../../../../src/core/catalog/catalog.ts';
import { findExpiry, findResultUrls, resultsExpiry, watchExpiry } from '../../../../../src/core/task/model/expiry.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { createLeapingClock } from '../../../../fakes/clocks/leapingClock.ts';
import { buildRequest, buildTask, buildArtifact } from '../../../host/fakes/builders.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);

/** Returns the hours after the start at which each task is named, until `hours` are over. */
async function watchFor(hours: number, tasks: readonly Task[]): Promise<readonly (readonly [number, string])[]> {
  const clock = createLeapingClock(start);
  const controller = new AbortController();
  const named: (readonly [number, string])[] = [];
  const at = (): number => Math.round(((clock.now() - start) / hourMs) * 100) / 100;
  await watchExpiry(
    {
      clock,
      tasks() {
        if (at() >= hours) controller.abort(new Error('over'));
        return tasks;
      },
      announce: (due) => named.push([at(), due.map(({ id }) => id).join(' ')]),
    },
    controller.signal,
  );
  return named;
}

const unsaved = (id: string, lifeMs: number): Task =>
  buildTask({ id, state: 'unsaved', submittedAt: start, createdAt: start, resultsExpireAt: start + lifeMs });

test('a result is announced once, when a quarter of its lifetime is left, and at most a day before it expires', async () => {
  const tasks = [unsaved('hour', hourMs), unsaved('day', dayMs), unsaved('week', 3 * dayMs)];

  assert.deepEqual(await watchFor(80, tasks), [
    [0.75, 'hour'],
    [18, 'day'],
    [54, 'week'],
  ]);
});

test('results that are due together are announced together, and expired ones are not announced', async () => {
  const tasks = [unsaved('one', dayMs), unsaved('other', dayMs), unsaved('gone', -hourMs), unsaved('now', 0)];

  assert.deepEqual(await watchFor(30, tasks), [[18, 'one other']]);
});

test('a task that is not watched may have finished as soon as it was sent', async () => {
  const request = buildRequest({ modality: 'video' });
  const stopped = buildTask({ id: 'video', state: 'stopped', taskId: 't1', submittedAt: start, request });

  assert.deepEqual(await watchFor(30, [stopped]), [[18, 'video']]);
});

const safe: readonly (readonly [string, Partial<Task>])[] = [
  ['a result of the sandbox', { state: 'unsaved', isSandbox: true, resultsExpireAt: start }],
  ['a result inside a response', { state: 'unsaved' }],
  ['a task that was never sent', { state: 'stopped', taskId: null, submittedAt: null }],
  ['a saved result', { state: 'saved', resultsExpireAt: start }],
  ['a watched task', { state: 'running', taskId: 't1', submittedAt: start }],
];

for (const [title, changes] of safe) {
  test(`${title} does not expire`, () => {
    assert.equal(findExpiry(buildTask(changes)), null);
  });
}

const plain = 'https://files.example/a';
const seed = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'studio', isSandbox: false };

interface Made {
  readonly url?: string;
  readonly modality?: Modality;
  /** Name of the profile that sends the request now. */
  readonly profile?: string;
}

const urlOf = (url: string) => ({ source: { kind: 'url', url }, title: null, lyrics: null }) as const;

test('the first of the results that have to be fetched decides when they expire', () => {
  const origin = { modality: 'image', finishedAt: start } as const;
  const inside = { source: { kind: 'spooled', name: 'a', mediaType: null }, title: null, lyrics: null } as const;
  const early = urlOf(`${plain}?Expires=${(start + hourMs) / 1_000}`);

  assert.deepEqual(
    [[urlOf(plain), early, inside], [urlOf(plain)], [inside, urlOf('data:,x')], []].map((results) =>
      resultsExpiry(results, origin),
    ),
    [start + hourMs, start + 30 * dayMs, null, null],
  );
});

test('among results with the same content, the URL of the newest finished one is used', () => {
  const build = (name: string, finishedAt: number | null) => ({
    ...createEntry('t', 0, { ...seed, request: buildRequest() }),
    results: [urlOf(`https://files.example/${name}`)],
    placings: [{ piece: '0', artifact: buildArtifact('hero.png') }],
    finishedAt,
  });
  const urls = findResultUrls([build('new', start + 1), build('old', start), build('none', null)], {
    profile: 'studio',
    now: start + 2,
  });

  assert.deepEqual([...urls.values()], ['https://files.example/new']);
});

/** Returns the number of URLs that are known this many hours after a result was made. */
function countAfter(hours: number, { url = plain, modality = 'image', profile = 'studio' }: Made = {}): number {
  const entry = {
    ...createEntry('t', 0, { ...seed, request: buildRequest({ modality }) }),
    results: [urlOf(url)],
    placings: [
      { piece: '0', artifact: buildArtifact('hero.png') },
      { piece: '0.lyrics', artifact: { ...buildArtifact('hero.lyrics.txt'), sha256: 'b' } },
    ],
    finishedAt: Date.UTC(2026, 0, 1),
  } as const;
  return findResultUrls([entry], { profile, now: entry.finishedAt + hours * hourMs }).size;
}

const rows: readonly (readonly [string, number, Parameters<typeof countAfter>[1], number])[] = [
  ['an image is known for weeks', 28 * 24, {}, 1],
  ['an image is forgotten after 30 days', 30 * 24, {}, 0],
  ['an image is forgotten an hour before that', 30 * 24 - 1, {}, 0],
  ['an image is known until then', 30 * 24 - 1.01, {}, 1],
  ['a video is known for most of a day', 20, { modality: 'video' }, 1],
  ['a video is forgotten before its day is over', 23.5, { modality: 'video' }, 0],
  ['a result of another profile is not known', 1, { profile: 'other' }, 0],
  ['data in the place of a URL is not a URL', 1, { url: 'data:image/png;base64,AA==' }, 0],
  [
    'a signed URL is forgotten before its own end',
    2,
    { url: `${plain}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=7200` },
    0,
  ],
  ['a lifetime without its start says nothing', 1, { url: `${plain}?X-Amz-Expires=7200` }, 1],
  ['a start without its lifetime says nothing', 1, { url: `${plain}?X-Amz-Date=20260101T000000Z` }, 1],
  ['a moment of 0 says nothing', 1, { url: `${plain}?Expires=0` }, 1],
  ['a signed URL is known before that', 0, { url: `${plain}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=7200` }, 1],
  ['a URL may contain its end', 2, { url: `${plain}?Expires=${Date.UTC(2026, 0, 1, 2) / 1000}` }, 0],
];
for (const [title, hours, options, expected] of rows) {
  test(`known URLs of a result: ${title}`, () => assert.equal(countAfter(hours, options), expected));
}
