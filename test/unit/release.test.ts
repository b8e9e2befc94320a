import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addImagesUrl, findNotes, isPreRelease, listOmissions, repositoryUrl } from '../../scripts/release.ts';

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

test('a release has the tag of its version', () => {
  assert.deepEqual(
    ['v1.2.0', 'v1.2.1', '1.2.0'].map((tag) => listOmissions(manifest, { ...documents, tag })),
    [
      [],
      ['The tag is v1.2.1; for this package.json it is v1.2.0.'],
      ['The tag is 1.2.0; for this package.json it is v1.2.0.'],
    ],
  );
});

test('the notes of a release are the entry of its version', () => {
  const entries = [
    '# Changelog',
    '## 1.3.0 - Unreleased',
    '### Added\n\n- D.',
    '## 1.2.0 - 2026-12-01',
    '### Added\n\n- B.\n- C.',
    '### Fixed\n\n- The heading ## 1.1.0 in a line.',
    '## 1.1.0 - 2026-11-01',
    '### Added\n\n- A.',
  ];
  const changelog = `${entries.join('\n\n')}\n`;
  assert.deepEqual(
    ['1.2.0', '1.1.0', '1.3.0', '1.2', '2.0.0'].map((version) => findNotes(changelog, version)),
    [
      '### Added\n\n- B.\n- C.\n\n### Fixed\n\n- The heading ## 1.1.0 in a line.\n',
      '### Added\n\n- A.\n',
      null,
      null,
      null,
    ],
  );
});

test('a version with an odd minor number is for the pre-release channel', () => {
  assert.deepEqual(['0.1.0', '0.2.0', '1.10.3', '1.11.3'].map(isPreRelease), [true, false, false, true]);
});

test('the page of a marketplace finds the pictures of both themes', () => {
  const readme = '<source srcset="media/a-dark.webp" />\n<source srcset="https://other.example/a.webp" />\n';
  assert.equal(
    addImagesUrl(readme, 'https://some.example/raw/main'),
    '<source srcset="https://some.example/raw/main/media/a-dark.webp" />\n<source srcset="https://other.example/a.webp" />\n',
  );
});
