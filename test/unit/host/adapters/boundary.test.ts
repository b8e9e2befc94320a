import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Uri, workspace } from '../fakes/fakeVscode.ts';

const { findFileUri, readBoundary } = await import('../../../../src/host/adapters/boundary.ts');

/** Returns the scheme and the path of the file of a document in a window with this folder. Null if there is none. */
function find(scheme: string, path: string, folder: Uri | null): unknown {
  const { workspaceFolders } = workspace;
  workspace.workspaceFolders = folder ? [{ uri: folder }] : [];
  const found = findFileUri(Uri.from({ scheme, path }) as never);
  workspace.workspaceFolders = workspaceFolders;
  return found && [found.scheme, found.fsPath.replaceAll('\\', '/')];
}

describe('the file of a document', () => {
  const folder = Uri.file('/folder');

  test('has the path of its URI, also if it is untitled and has a folder', () => {
    assert.deepEqual(find('file', '/art/a.gen.yaml', folder), ['file', '/art/a.gen.yaml']);
    assert.deepEqual(find('untitled', '/art/a.gen.yaml', null), ['file', '/art/a.gen.yaml']);
  });

  test('is in the first open folder if it is untitled and has none, and only if that folder is on disk', () => {
    assert.deepEqual(find('untitled', 'a.gen.yaml', folder), ['file', '/folder/a.gen.yaml']);
    assert.equal(find('untitled', 'a.gen.yaml', null), null);
    assert.equal(find('untitled', 'a.gen.yaml', Uri.from({ scheme: 'vscode-vfs', path: '/folder' })), null);
  });
});

test('artifacts stay in the workspace folder of their job file, or else in its own folder', () => {
  const folders = ['/w/boats/a.gen.yaml', '/elsewhere/boats/a.gen.yaml'].map((path) =>
    readBoundary(Uri.file(path) as never),
  );
  assert.deepEqual(folders, ['/w', '/elsewhere/boats']);
});
