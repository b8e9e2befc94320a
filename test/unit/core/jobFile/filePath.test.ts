import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbsolutePath, isUrl, normalizePath, parseFilePath } from '../../../../src/core/jobFile/filePath.ts';

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
