import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import { resetWindow, Uri, workspace } from '../../fakes/fakeVscode.ts';

const { listValueSources } = await import('../../../../../src/host/language/world/valueSources.ts');

describe('The files whose values are offered', () => {
  beforeEach(resetWindow);

  test('are without trust the job files that are open and small enough', async () => {
    workspace.isTrusted = false;
    const small = new FakeDocument(Uri.file('/w/small.gen.yaml'), 'x'.repeat(64 * 1024));
    const large = new FakeDocument(Uri.file('/w/large.gen.yaml'), 'x'.repeat(64 * 1024 + 1));
    const jobFiles = { open: () => [small, large], find: () => assert.fail('looks for files') };
    const sources = await listValueSources(jobFiles as never, new AbortController().signal);
    assert.deepEqual(await Promise.all(sources.map(async ({ path, read }) => [path, (await read())?.length])), [
      ['/w/small.gen.yaml', 64 * 1024],
    ]);
  });

  test('are looked for only as long as they are wanted', async () => {
    const { findFiles } = workspace;
    const abort = new AbortController();
    let wasCancelled: unknown;
    Object.assign(workspace, {
      findFiles: (
        ...[, , , token]: readonly [unknown, unknown, unknown, { readonly isCancellationRequested: boolean }]
      ) => {
        abort.abort();
        wasCancelled = token.isCancellationRequested;
        return Promise.resolve([]);
      },
    });
    await listValueSources({ open: () => [], find: () => Promise.resolve([]) }, abort.signal);
    Object.assign(workspace, { findFiles });
    assert.equal(wasCancelled, true);
  });
});
