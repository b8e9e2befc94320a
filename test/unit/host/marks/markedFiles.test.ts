import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark, type Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import { readMarkedFiles } from '../../../../src/host/marks/matchMarks.ts';

const star: Mark = { ...noMark, mark: 'star' };

function read(marks: Readonly<Record<string, Mark>>, lines: readonly (readonly (readonly [string, string])[])[]) {
  const records = lines.map((line) => ({ artifacts: line.map(([path, sha256]) => ({ path, sha256 })) }));
  const engine = {
    readMarks: () => Promise.resolve(new Map(Object.entries(marks))),
    readRuns: () => Promise.resolve(records as unknown as readonly RunsRecord[]),
  };
  return readMarkedFiles('/w/boats/hero.gen.yaml', { engine, boundary: '/w' });
}

test('marked artifacts are found by the hash of their newest line', async () => {
  const lines = [
    [['hero.png', 'a']],
    [
      ['images/door.png', 'b'],
      ['../copy.png', 'a'],
    ],
    [['hero.png', 'c']],
  ] as const;
  assert.deepEqual(
    [...(await read({ a: star, c: { ...noMark, rating: 2 } }, lines))],
    [
      ['/w/boats/hero.png', { ...noMark, rating: 2 }],
      ['/w/copy.png', star],
    ],
  );
});

test('without marks, there are no marked artifacts, and the runs file is not read', async () => {
  assert.equal((await read({}, [[['hero.png', 'a']]])).size, 0);
  const engine = { readMarks: async () => new Map(), readRuns: () => assert.fail() };
  assert.equal((await readMarkedFiles('/w/hero.gen.yaml', { engine, boundary: '/w' })).size, 0);
});
