import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Lookups,
  readFileText,
  type TextOutcome,
  isAbsolutePath,
  isUrl,
  normalizePath,
  parseFilePath,
} from '../../../../src/core/jobFile/lookups.ts';

/** Returns the text of a file, or the reason why there is none, and the paths that were read. */
function read(path: string, outcome: TextOutcome | null, more: Lookups = {}): readonly unknown[] {
  const paths: string[] = [];
  const reasons: unknown[] = [];
  const readText = (each: string): TextOutcome => {
    paths.push(each);
    return outcome ?? { ok: false, reason: 'missing' };
  };
  const inspect = () => ({ exists: false, isInside: true, bytes: 0 });
  const lookups: Lookups = { ...(outcome ? { files: { readText, inspect } } : {}), ...more };
  const text = readFileText(
    path,
    { start: 3, end: 5, use: 'text' },
    {
      lookups,
      report: ({ code, start, end, args }) => reasons.push([code, start, end, args]),
    },
  );
  return [text, paths, reasons];
}

const problem = (path: string, variant: string) => ['unreadable-file', 3, 5, { path, variant, use: 'text' }];

test('a text is the same on every system', () => {
  assert.deepEqual(read('./a\\b.md', { ok: true, text: '\ufeffa\r\nb\ufeff\r' }), ['a\nb\ufeff\r', ['a/b.md'], []]);
});

test('a path that can only be wrong is reported without a look at files', () => {
  const text: TextOutcome = { ok: true, text: 'x' };
  assert.deepEqual(read('', text), [null, [], [problem('', 'empty')]]);
  assert.deepEqual(read('/a', text), [null, [], [problem('/a', 'absolute')]]);
  assert.deepEqual(read('a', text, { isTrusted: false }), [null, [], [problem('a', 'untrusted')]]);
});

test('the reason of a failure is reported', () => {
  for (const reason of ['missing', 'outside', 'too-large', 'unreadable'] as const) {
    assert.deepEqual(read('a', { ok: false, reason }), [null, ['a'], [problem('a', reason)]]);
  }
});

test('a pointer of Git LFS is not the text', () => {
  for (const start of ['https://git-lfs.github.com/spec/v1\noid', 'https://hawser.github.com/spec/v1\r\noid']) {
    assert.deepEqual(read('a', { ok: true, text: `version ${start}` }), [null, ['a'], [problem('a', 'lfs-pointer')]]);
  }
});

test('without files a text is not known, which is not a problem', () => {
  assert.deepEqual(read('a', null), [null, [], []]);
});

test('a path is absolute if any system reads it so', () => {
  const absolute = ['/a', '\\a', '\\\\host\\a', 'C:\\a', 'c:a', '~/a', '~\\a', 'https://a', 'file:///a', 'x+y-1.z://a'];
  const relative = ['a', './a', '../a', 'a/b', 'ab:c', '~a', '.a', '', 'https:/a', 'a\\b', '1x://a'];
  assert.deepEqual(absolute.filter(isAbsolutePath), absolute);
  assert.deepEqual(relative.filter(isAbsolutePath), []);
});

test('a path has one spelling', () => {
  assert.deepEqual(['./a//b\\c', 'a/./b/', '../a/../b', '.', '', 'a/...'].map(normalizePath), [
    'a/b/c',
    'a/b',
    '../a/../b',
    '',
    '',
    'a/...',
  ]);
});

test('web URLs, data URIs and assets are URLs', () => {
  const urls = ['http://a', 'https://a', 'HTTPS://a', 'data:image/png;base64,AA', 'asset://1', 'asset:1'];
  assert.deepEqual(urls.filter(isUrl), urls);
  assert.deepEqual(['file://a', 'a.png', 'ahttps://a', ' https://a', 'ftp://a', 'data'].filter(isUrl), []);
});

test('only a string that starts with file:// is a file path', () => {
  assert.deepEqual(
    ['file://./a.md', 'file:// a b.md ', 'file://', 'File://a', ' file://a', 'a.md', 5, null].map(parseFilePath),
    ['./a.md', 'a b.md', '', null, null, null, null, null],
  );
});
