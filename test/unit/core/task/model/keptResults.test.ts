import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { accepted, arrange, artifact, finished, results, sending, ways } from './arrangeEntry.ts';

test('a task says when its results expire, until it is saved', () => {
  const [url, inside] = [
    results,
    [{ ...results[0], source: { kind: 'spooled', name: 'a', mediaType: null } }] as const,
  ];
  const ends = [url, inside, [], url].map((each, index) => {
    const saved: readonly TaskChange[] = index === 3 ? [{ kind: 'saved', artifacts: [artifact] }] : [];
    return arrange([sending, accepted, { ...finished, results: each }, ...saved]).task.resultsExpireAt;
  });

  assert.deepEqual(ends, [4 + 30 * 24 * 60 * 60_000, undefined, undefined, undefined]);
});

test('the last of several names that were tried for a piece is its name', () => {
  const place = (piece: string, path: string): TaskChange => ({
    kind: 'placing',
    piece,
    artifact: { ...artifact, path },
  });
  const { placings } = arrange([...ways.saving, place('0', 'a.png'), place('1', 'b.png'), place('0', 'a-2.png')]);

  assert.deepEqual(
    placings.map(({ piece, artifact: { path } }) => [piece, path]),
    [
      ['1', 'b.png'],
      ['0', 'a-2.png'],
    ],
  );
});

test('a task that moves to another folder keeps its output, and to a flat one only the template of its name', () => {
  const name = ['a ', { path: ['ext'], filters: [] }];
  const templates = { dir: ['out'], name };
  const output = { dir: 'out', name: 'a', collision: 'replace', metadata: 'none' } as const;
  const place: TaskChange = { kind: 'placing', piece: '0', artifact };
  const moved = { kind: 'moved', jobFile: '/n/hero.gen.yaml', boundary: '/n' } as const;
  const seen = [moved, { ...moved, isFlat: true } as const].flatMap((move) =>
    [{ ...output, templates }, { ...output, templates: { dir: ['out'] } }, output].map((each) => {
      const request = buildRequest({ output: each });
      const filled: TaskChange = { kind: 'filled', request, uploads: [] };
      const entry = arrange([filled, ...ways.saving, place, move]);
      return [entry.task.jobFile, entry.boundary, entry.placings.length, entry.task.request.output];
    }),
  );
  const flat = { ...output, dir: '', collision: 'number' };

  assert.deepEqual(seen, [
    ['/n/hero.gen.yaml', '/n', 1, { ...output, templates }],
    ['/n/hero.gen.yaml', '/n', 1, { ...output, templates: { dir: ['out'] } }],
    ['/n/hero.gen.yaml', '/n', 1, output],
    ['/n/hero.gen.yaml', '/n', 0, { ...flat, templates: { name } }],
    ['/n/hero.gen.yaml', '/n', 0, flat],
    ['/n/hero.gen.yaml', '/n', 0, flat],
  ]);
});
