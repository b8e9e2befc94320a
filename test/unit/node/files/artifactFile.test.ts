import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveArtifactPath } from '../../../../src/node/files/artifactFile.ts';

const resolveBelow = (path: string): string | null =>
  resolveArtifactPath(path, { jobFile: '/project/jobs/hero.gen.yaml', boundary: '/project' });

test('a path inside the boundary is resolved from the folder of the job file', () => {
  const paths = ['hero.png', 'out/hero.png', '../images/hero.png', '..hero.png'].map(resolveBelow);
  assert.deepEqual(
    paths,
    ['jobs/hero.png', 'jobs/out/hero.png', 'images/hero.png', 'jobs/..hero.png'].map((path) => join('/project', path)),
  );
});

test('a path that leaves the boundary, is absolute or is not a path is refused', () => {
  const paths = ['../../etc/passwd', '..', '../..', '/etc/passwd', '', 'a\0b', '../../workshop/a.png'].map(
    resolveBelow,
  );
  assert.deepEqual(
    paths,
    paths.map(() => null),
  );
});
