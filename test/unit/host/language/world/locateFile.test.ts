import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentFiles } from '../../../../../src/core/language/languageService.ts';
import { Uri } from '../../fakes/fakeVscode.ts';

const { locateFile } = await import('../../../../../src/host/language/world/locateFile.ts');

test('a file is found only if it exists inside the workspace folder of a window with trust', () => {
  const locate = (over: Partial<ReturnType<DocumentFiles['inspect']>>, isTrusted = true): unknown => {
    const files = { isTrusted, inspect: () => ({ exists: true, isInside: true, bytes: 3, ...over }) };
    const jobFile = Uri.file('/w/boats/hero.gen.yaml') as never;
    const found = locateFile(files as unknown as DocumentFiles, { jobFile, path: '../cat.png' });
    return found && [found.uri.fsPath, found.bytes];
  };

  assert.deepEqual(locate({}), ['/w/cat.png', 3]);
  assert.deepEqual([locate({ exists: false }), locate({ isInside: false }), locate({}, false)], [null, null, null]);
});
