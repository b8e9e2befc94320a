import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noMark, type Mark } from '../../../../../src/core/artifact/marks.ts';
import { SearchFeed } from '../../../../../src/host/preview/feeds/searchFeed.ts';
import { mergeFacts } from '../../../../../src/host/preview/taskFacts.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../../support/previewHarness/scene.ts';

await import('../../fakes/fakeVscode.ts');
const { buildPreviewEntries } = await import('../../../../../src/host/preview/previewEntries.ts');

const cat = makeRecord(1, {
  model: 'm1',
  job: 'still',
  request: { prompt: `${'very '.repeat(1000)}Old Cat at dawn`, size: '2K', seed: 41 },
  artifacts: [makeArtifact('cat.png', 'image/png', { sha256: '1' })],
  lyrics: 'Meow meow',
});
const dog = makeRecord(2, {
  model: 'm2',
  job: 'still',
  amount_usd: 0.2,
  request: { prompt: 'A dog at noon' },
  run: 'run-2',
  axes: { light: 'noon', say: 'a "big"\ndog', size: 2 },
  artifacts: [makeArtifact('dog.png', 'image/png', { sha256: '2' })],
});
const bad = makeRecord(3, { status: 'failed', request: {}, amount_usd: null });
const marks = new Map<string, Mark>([
  ['1', { mark: 'star', rating: 4, note: null }],
  ['2', { mark: 'reject', rating: null, note: 'Blurred' }],
]);
const live = makeTask('live', { text: null });

function entriesOf(records = [cat, dog, bad], tasks = [live]) {
  return buildPreviewEntries(mergeFacts(records, tasks, '/project/hero.gen.yaml'), {
    group: null,
    isTrusted: () => true,
    uriOf: ({ path }) => (path === 'cat.png' ? null : 'x:y'),
    markOf: ({ sha256 }) => marks.get(sha256) ?? noMark,
  });
}

/** Returns the names of what the words find, without extension. */
function find(words: string): string {
  const feed = new SearchFeed();
  feed.begin(words);
  const entries = entriesOf();
  const ids = feed.next(entries)?.ids ?? [];
  const names = entries.filter(({ item }) => ids.includes(item.id)).map(({ item }) => item);
  return names.map((item) => (item.kind === 'task' ? item.state : item.name.slice(0, 3))).join();
}

describe('A search in the contact sheet', () => {
  test('finds each word in the whole prompt, the lyrics, the name, the note, the seed or a value, whatever its case', () => {
    const searches = {
      'CAT dawn': 'cat',
      'dog.png': 'dog',
      blurred: 'dog',
      41: 'cat',
      'noon m2': 'dog',
      'cat noon': '',
      '2k old': 'cat',
      meow: 'cat',
      '  ': 'running,failed,dog,cat',
    };
    assert.deepEqual(
      Object.keys(searches).map((words) => [words, find(words)]),
      Object.entries(searches),
    );
  });

  test('takes the filters of a search, and what it cannot understand as words', () => {
    const searches = {
      'model:m job:STILL': 'dog,cat',
      '-model:1 mark:reject': 'dog',
      'seed:41': 'cat',
      'seed:4': '',
      'model:=m1': 'cat',
      'model:=m': '',
      'job:"=still"': 'dog,cat',
      'run:RUN-2': 'dog',
      'axis:noon': 'dog',
      'axis:LIGHT=noon axis:size=2': 'dog',
      'axis:light=n': '',
      'axis:"say=a big dog"': 'dog',
      '-axis:noon': 'running,failed,cat',
      'mark:none': 'running,failed',
      '-mark:reject': 'running,failed,cat',
      'rating:>=4': 'cat',
      'rating:0': 'running,failed,dog',
      'cost:>0.1': 'dog',
      'cost:<=0.04 at': 'cat',
      'status:failed': 'failed',
      'status:saved': 'dog',
      'status:missing': 'cat',
      'status:live': 'running',
      'status:problem': 'failed',
      'status:any': 'running,failed,dog,cat',
      'before:2000': '',
      'after:2000': 'running,failed,dog,cat',
      'model:': 'running,failed,dog,cat',
      'mark:blue': '',
      '"at noon"': 'dog',
    };
    assert.deepEqual(
      Object.keys(searches).map((words) => [words, find(words)]),
      Object.entries(searches),
    );
  });

  test('finds a result of midnight by "after:" and the day, and not by "before:" and the day', () => {
    const start = makeRecord(1, { at: new Date(2026, 0, 2).toISOString() });
    const counts = ['after:2026-01-02', 'before:2026-01-02'].map((words) => {
      const feed = new SearchFeed();
      feed.begin(words);
      return feed.next(entriesOf([start], []))?.ids.length;
    });
    assert.deepEqual(counts, [1, 0]);
  });
});
