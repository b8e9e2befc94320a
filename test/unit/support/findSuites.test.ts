import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuites } from '../../support/findSuites.ts';

test('a source file has the suite of its name, and those that load it', async () => {
  const suites = await findSuites('src/core/task/model/transition.ts');
  assert.equal(suites[0], 'test/unit/core/task/model/transition.test.ts');
  assert.ok(suites.includes('test/unit/core/task/money/budgetKeeper.test.ts'));
});

test('a source file without a suite of its name has the nearest ones, and those that load it', async () => {
  const suites = await findSuites('src/core/task/submit/sendBody.ts');
  assert.ok(suites.includes('test/unit/core/task/submit/submitTask.test.ts') && suites.length <= 7);
});

test('a test file is its own suite, a folder has all of them, and the page of the preview has those in a browser', async () => {
  const [own, folder, page] = [
    await findSuites('test/unit/entry.test.ts'),
    await findSuites('src/core/task/submit'),
    await findSuites('src/webview/app.ts'),
  ];
  assert.deepEqual(own, ['test/unit/entry.test.ts']);
  assert.ok(folder.length > 3 && folder.every((file) => file.startsWith('test/unit/core/task/submit/')));
  assert.ok(page.includes('test/webview/image.test.ts') && page.some((file) => file.startsWith('test/unit/webview/')));
});

test('a source file that no test reaches has the suites of its folder', async () => {
  assert.ok((await findSuites('src/host/parts.ts')).includes('test/unit/host/runInBackground.test.ts'));
});

test('a file without a test has no suite', async () => {
  assert.deepEqual(await findSuites('README.md'), []);
});
