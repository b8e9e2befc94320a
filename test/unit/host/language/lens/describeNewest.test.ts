import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { findMarkup } from '../../../../support/findMarkup.ts';
import { hostileTexts } from '../../../../support/hostileText.ts';
import { buildRecord, buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { describeLastResult, describeNewest } = await import('../../../../../src/host/language/lens/describeNewest.ts');
const { findStatuses } = await import('../../../../../src/host/language/lens/jobStatus.ts');

function linesOf(over: Partial<RunsRecord>): readonly string[] {
  const [text = ''] = describeNewest({ status: undefined, record: buildRecord(over) }, 0);
  return text.split('\n').filter((line) => line !== '');
}

const [image] = buildRecord().artifacts;
const at = '2026-01-02T12:00:00.000Z';

test('the newest result is shown with its name and its facts', () => {
  assert.ok(image);
  const song = { ...image, path: 'out/song.mp3', width: null, height: null, seconds: 75, bytes: 1_400_000 };
  assert.deepEqual(
    [
      linesOf({ at, artifacts: [{ ...image, width: 1024, height: 512 }] }),
      linesOf({ at, artifacts: [song, { ...song, path: 'out/song-2.mp3' }], title: 'Calm', profile: 'sandbox' }),
      linesOf({
        at,
        artifacts: [{ ...image, path: 'a.md', width: null, height: null }],
        text: '# Door\nIt is red.',
      }),
    ].map((lines) => lines.map((line) => line.replace(/\d+\/\d+\/\d+, .*$/, 'today'))),
    [
      ['**Newest result** · `hero.png` · 1024 × 512 · 10 bytes · $0.04 · today'],
      ['**Newest result** · `song.mp3` · Calm · 1:15 min · 1\\.4 MB · 1 more · today'],
      ['**Newest result** · `a.md` · 10 bytes · $0.04 · today', '```', '# Door', 'It is red.', '```'],
    ],
  );
});

test('what the newest run has done is said before its result', () => {
  const error = { code: 'task-failed', message: 'No *doors* here.' } as const;
  const status = findStatuses([buildTask({ state: 'failed', error })]).get(null);
  const [run, ...others] = describeNewest({ status, record: buildRecord() }, 0);
  assert.deepEqual([run, others.length], ['**State** · failed: No \\*doors\\* here.', 1]);
  assert.deepEqual(describeNewest({ status: undefined, record: undefined }, 0), []);
});

test('nothing in a runs file or a message becomes a link, an image or HTML', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const record = buildRecord({ title: text, text, at: text, artifacts: image ? [{ ...image, path: text }] : [] });
      const status = findStatuses([buildTask({ state: 'failed', error: { code: 'task-failed', message: text } })]);
      const shown = describeNewest({ status: status.get(null), record }, 0);
      assert.deepEqual(shown.flatMap(findMarkup), []);
    }),
  );
});

test('a result is described briefly, its cost as a dash if it is unknown, and without a cost for the sandbox', () => {
  const [artifact] = buildRecord().artifacts;
  const two = artifact ? [{ ...artifact, path: 'out/song.mp3' }, artifact] : [];
  const changes = [{}, { artifacts: two, amount_usd: null }, { profile: 'sandbox' }, { cut: true }] as const;
  assert.deepEqual(
    changes.map((each) => describeLastResult(buildRecord(each))),
    ['hero.png · $0.04', 'song.mp3 +1 · –', 'hero.png', 'hero.png · incomplete · $0.04'],
  );
});
