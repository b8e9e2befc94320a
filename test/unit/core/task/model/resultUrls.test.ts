import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Modality } from '../../../../../src/core/catalog/catalog.ts';
import { findResultUrls } from '../../../../../src/core/task/model/expiry.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { buildRequest } from '../../../../fakes/requests.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const hourMs = 3_600_000;
const plain = 'https://files.example/a';
const seed = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'studio', isSandbox: false };

interface Made {
  readonly url?: string;
  readonly modality?: Modality;
  /** Who is asked now. */
  readonly profile?: string;
}

/** How many URLs are known so many hours after a result was made. */
function countAfter(hours: number, { url = plain, modality = 'image', profile = 'studio' }: Made = {}): number {
  const entry = {
    ...createEntry('t', 0, { ...seed, request: buildRequest({ modality }) }),
    results: [{ source: { kind: 'url', url }, title: null, lyrics: null }],
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
  ['a video is known for most of a day', 20, { modality: 'video' }, 1],
  ['a video is forgotten before its day is over', 23.5, { modality: 'video' }, 0],
  ['a result of another profile is not known', 1, { profile: 'other' }, 0],
  ['data in the place of a URL is none', 1, { url: 'data:image/png;base64,AA==' }, 0],
  [
    'a signed URL is forgotten before it says',
    2,
    { url: `${plain}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=7200` },
    0,
  ],
  ['a signed URL is known until then', 0, { url: `${plain}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=7200` }, 1],
  ['a URL may say the moment itself', 2, { url: `${plain}?Expires=${Date.UTC(2026, 0, 1, 2) / 1000}` }, 0],
];
for (const [title, hours, options, expected] of rows) {
  test(`where a result is: ${title}`, () => assert.equal(countAfter(hours, options), expected));
}
