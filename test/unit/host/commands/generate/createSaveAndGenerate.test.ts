import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SavedJobFile } from '../../../../../src/engine/index.ts';
import { createSaveAndGenerate } from '../../../../../src/host/commands/generate/createSaveAndGenerate.ts';

/** Arranges Generate with runs that start and end when the test says so. */
function arrange({ cannotSave = '' } = {}) {
  const generated: (readonly string[])[] = [];
  const running: { readonly start: () => void; readonly end: () => void }[] = [];
  const saveAndGenerate = createSaveAndGenerate<string>({
    saveJobFile(path): Promise<SavedJobFile | undefined> {
      const saved = { path, text: '', boundary: '/w', isStrict: false, concurrency: 4 };
      return Promise.resolve(path === cannotSave ? undefined : saved);
    },
    generate: (jobFiles, { onStart }) =>
      new Promise((resolve) => {
        const problems = generated.push(jobFiles.map(({ path }) => path));
        running.push({ start: onStart, end: () => resolve({ tasks: [], problems }) });
      }),
  });
  /** Resolves when the next call has reached its questions. */
  const isAsking = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { saveAndGenerate, generated, running, isAsking };
}

test('all files of a Generate are saved before anything is generated', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const result = saveAndGenerate(['/w/a.gen.yaml', '/w/b.gen.yaml'], {});
  await isAsking();
  running[0]?.end();
  assert.deepEqual([await result, generated], [{ tasks: [], problems: 1 }, [['/w/a.gen.yaml', '/w/b.gen.yaml']]]);
});

test('nothing is generated if one of the files is not saved', async () => {
  const { saveAndGenerate, generated } = arrange({ cannotSave: '/w/b.gen.yaml' });
  assert.deepEqual(
    [await saveAndGenerate(['/w/a.gen.yaml', '/w/b.gen.yaml'], {}), generated],
    [{ tasks: [], problems: 0 }, []],
  );
});

test('a second Generate while the first one asks is the same one, and a later one is not', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const results = [saveAndGenerate(['/w/a.gen.yaml'], {}), saveAndGenerate(['/w/a.gen.yaml'], {})];
  await isAsking();
  running[0]?.start();
  results.push(saveAndGenerate(['/w/a.gen.yaml'], {}));
  await isAsking();
  for (const each of running) each.end();
  assert.deepEqual([(await Promise.all(results)).map(({ problems }) => problems), generated.length], [[1, 1, 2], 2]);
});

test('another file, other options and a program that decides are separate', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const results = [
    saveAndGenerate(['/w/a.gen.yaml'], {}),
    saveAndGenerate(['/w/b.gen.yaml'], {}),
    saveAndGenerate(['/w/a.gen.yaml'], { job: 'clip' }),
    saveAndGenerate(['/w/a.gen.yaml'], { unchanged: 'skip' }),
    saveAndGenerate(['/w/a.gen.yaml'], { unchanged: 'skip' }),
  ];
  await isAsking();
  for (const each of running) each.end();
  await Promise.all(results);
  assert.equal(generated.length, 5);
});
