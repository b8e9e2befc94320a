import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Artifact } from '../../../../../src/core/task/model/task.ts';
import { ArtifactUris } from '../../../../../src/host/preview/files/artifactUris.ts';

function makeArtifact(path: string, sha256 = 'a'): Artifact {
  const unknown = { width: null, height: null, seconds: null, title: null, lyrics: null };
  return { path, sha256, bytes: 1, mediaType: 'image/png', ...unknown };
}

/** Arranges URIs of files that exist unless they are called `gone`, and notes the paths that were looked at. */
function arrange() {
  const looked: string[] = [];
  const uris = new ArtifactUris(async ({ path, sha256 }) => {
    looked.push(`${path} ${sha256}`);
    return path === 'gone' ? null : `web:${path}?${sha256}`;
  });
  return { looked, uris };
}

test('an artifact has no URI before it was looked at, or if its file is missing', async () => {
  const { uris } = arrange();
  const [here, gone] = [makeArtifact('here'), makeArtifact('gone')];
  const before = uris.of(here);
  await uris.learn([here, gone]);
  assert.deepEqual([before, uris.of(here), uris.of(gone)], [null, 'web:here?a', null]);
});

test('each file is looked at once, and a replaced file again', async () => {
  const { looked, uris } = arrange();
  await uris.learn([makeArtifact('a'), makeArtifact('a'), makeArtifact('gone')]);
  await uris.learn([makeArtifact('a'), makeArtifact('gone'), makeArtifact('a', 'b')]);
  assert.deepEqual(looked, ['a a', 'gone a', 'a b']);
});

test('what is forgotten is looked at again, and nothing else', async () => {
  const { looked, uris } = arrange();
  const [a, b] = [makeArtifact('a'), makeArtifact('b')];
  await uris.learn([a, b]);
  uris.forget(a);
  const forgotten = uris.of(a);
  await uris.learn([a, b]);
  uris.forgetAll();
  await uris.learn([a, b]);
  assert.deepEqual([forgotten, looked], [null, ['a a', 'b a', 'a a', 'a a', 'b a']]);
});
