import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { noMark, type Mark } from '../../../../src/core/artifact/marks.ts';
import { matchMarks } from '../../../../src/host/marks/matchMarks.ts';

const star: Mark = { ...noMark, mark: 'star' };
const reject: Mark = { ...noMark, mark: 'reject' };
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const missing = 'missing';
const huge = 'larger than any file that is hashed';
const maxHashedBytes = 64 * 1024 * 1024;

/** Finds the marks of files with these texts, which were recorded as `old`. Also returns which files were looked at. */
async function match(t: TestContext, texts: readonly string[], marks: ReadonlyMap<string, Mark>) {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-'));
  t.after(() => rm(folder, { recursive: true }));
  const artifacts = texts.map((_, at) => ({ path: `${at}.png`, sha256: hashOf('old'), bytes: 3 }));
  const looked: string[] = [];
  for (const [at, text] of texts.entries()) {
    if (text !== missing) await writeFile(join(folder, `${at}.png`), text);
  }
  const markOf = await matchMarks(marks, artifacts, async ({ path }) => {
    looked.push(path);
    const text = texts[Number.parseInt(path, 10)] ?? '';
    return text === missing
      ? null
      : { path: join(folder, path), bytes: text === huge ? maxHashedBytes + 1 : text.length };
  });
  return { found: artifacts.map((artifact) => markOf(artifact)?.mark), looked };
}

test('a changed file has the mark of its present content, and no longer that of its record', async (t) => {
  const marks = new Map([
    [hashOf('old'), star],
    [hashOf('newer'), reject],
  ]);
  const { found } = await match(t, ['old', 'newer', 'newest'], marks);
  assert.deepEqual(found, ['star', 'reject', undefined]);
});

test('no file is looked at while all marks belong to records', async (t) => {
  const { found, looked } = await match(t, ['old', 'newer'], new Map([[hashOf('old'), star]]));
  assert.deepEqual([found, looked], [['star', 'star'], []]);
});

test('a file that is missing, as large as its record or too large to hash has the mark of its record', async (t) => {
  const marks = new Map([
    [hashOf('old'), star],
    [hashOf('new'), reject],
    [hashOf(huge), reject],
  ]);
  const { found } = await match(t, [missing, 'new', huge], marks);
  assert.deepEqual(found, ['star', 'star', 'star']);
});

test('at most fifty changed files are hashed', async (t) => {
  const marks = new Map([[hashOf('newer'), reject]]);
  const { found } = await match(
    t,
    Array.from({ length: 52 }, () => 'newer'),
    marks,
  );
  assert.equal(found.filter(Boolean).length, 50);
});
