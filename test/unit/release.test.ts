import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addImagesUrl, listOmissions, repositoryUrl } from '../../scripts/release.ts';

const manifest = { version: '1.2.0', repository: { url: 'https://github.com/some/repository.git' } };
const documents = { changelog: '# Changelog\n\n## 1.2.0 - 2026-12-01\n' };

test('a release lacks nothing once its addresses and its date are known', () => {
  assert.deepEqual(
    [listOmissions(manifest, documents), repositoryUrl(manifest)],
    [[], 'https://github.com/some/repository'],
  );
});

test('a release names each place that has to be filled in', () => {
  const invented = { version: '1.3.0', repository: { url: 'https://github.invalid/some/repository.git' } };
  assert.deepEqual(listOmissions(invented, documents), [
    'package.json: the URL of the repository is not known.',
    'CHANGELOG.md: version 1.3.0 has no entry with a date.',
  ]);
});

test('the page of a marketplace finds the pictures of both themes', () => {
  const readme = '<source srcset="media/a-dark.webp" />\n<source srcset="https://other.example/a.webp" />\n';
  assert.equal(
    addImagesUrl(readme, 'https://some.example/raw/main'),
    '<source srcset="https://some.example/raw/main/media/a-dark.webp" />\n<source srcset="https://other.example/a.webp" />\n',
  );
});
