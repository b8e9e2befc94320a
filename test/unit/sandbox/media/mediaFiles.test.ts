import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createMediaFiles } from '../../../../src/sandbox/media/mediaFiles.ts';
import type { SpeechSpec } from '../../../../src/sandbox/media/planSound.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

test('callers of one file share the work, and the file is not made again', async (context) => {
  const dataDir = await makeTempFolder(context);
  const made: string[] = [];
  const files = createMediaFiles(dataDir, async (_spec, file) => {
    made.push(file);
    await writeFile(file, 'sound');
  });
  const spec = { kind: 'speech', index: 1, text: 'Hello', voice: 'a' } as SpeechSpec;
  const [one, two] = await Promise.all([files.ensure('t1', spec), files.ensure('t1', spec)]);
  const later = await files.ensure('t1', spec);
  assert.deepEqual([two, later, made], [one, one, [one]]);
});
