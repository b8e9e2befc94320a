import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../../src/core/language/edits/editLog.ts';
import { createLanguageService, type DocumentFiles } from '../../../../src/core/language/index.ts';

const files: DocumentFiles = {
  name: 'hero.GEN.YAML',
  dir: '',
  isTrusted: true,
  list: () => [],
  readText: () => ({ ok: false, reason: 'missing' }),
  inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
};

test('the editor ignores case where it leaves out the ending of a job file', () => {
  const text = 'vars: {a: "${{ file.base }}"}\nmodel: sonic\ntitle: ${{ vars.a }}\nprompt: ${{ file.base }}\n';
  const document = createLanguageService({ files: () => files }).open(files.name, text);
  const inJobs = document.actions({ start: 0, end: 0 }).find(({ title }) => title === 'Convert the file to "jobs"');
  assert.deepEqual(
    {
      bodies: document.bodies().map(({ recordBody }) => recordBody),
      inlays: document.inlays({ start: 0, end: text.length }).map(({ label }) => label),
      jobs: /^jobs:\n.*/m.exec(applyEdits(text, inJobs?.edits ?? []))?.[0],
    },
    {
      bodies: [{ model: 'sonic', title: 'hero', prompt: 'hero' }],
      inlays: ['= hero', '= hero', '= hero'],
      jobs: 'jobs:\n  hero:',
    },
  );
});
