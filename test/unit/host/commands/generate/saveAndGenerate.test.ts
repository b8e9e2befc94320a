import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import { Uri, workspace } from '../../fakes/fakeVscode.ts';
import { arrange as arrangeWindow, plain } from './arrangeGenerate.ts';

const { createSaveAndGenerate } = await import('../../../../../src/host/commands/generate/saveAndGenerate.ts');

const hero = Uri.file('/w/hero.gen.yaml') as never;
const door = Uri.file('/w/door.gen.yaml') as never;

/** Arranges Generate with runs that start and end when the test says so. */
function arrange() {
  const generated: (readonly string[])[] = [];
  const running: { readonly start: () => void; readonly end: () => void }[] = [];
  const saveAndGenerate = createSaveAndGenerate({
    jobFiles: arrangeWindow().services.jobFiles,
    generate: (jobFiles, { onStart }) =>
      new Promise((resolve) => {
        const problems = generated.push(jobFiles.map(({ path }) => path));
        running.push({ start: onStart, end: () => resolve({ tasks: [], problems }) });
      }),
  });
  /** Resolves when the next call has reached its questions. */
  const isAsking = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return { saveAndGenerate, generated, running, isAsking };
}

test('all files of a Generate are saved before anything is generated', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const result = saveAndGenerate([hero, door], {});
  await isAsking();
  running[0]?.end();
  assert.deepEqual([await result, generated], [{ tasks: [], problems: 1 }, [['/w/hero.gen.yaml', '/w/door.gen.yaml']]]);
});

test('nothing is generated if one of the files is not saved', async () => {
  const { saveAndGenerate, generated } = arrange();
  const untitled = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
  workspace.textDocuments.push(new FakeDocument(untitled, plain));
  Object.assign(workspace, { save: async () => undefined });
  assert.deepEqual([await saveAndGenerate([hero, untitled as never], {}), generated], [{ tasks: [], problems: 0 }, []]);
});

test('a second Generate while the first one asks is the same one, and a later one is not', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const results = [saveAndGenerate([hero], {}), saveAndGenerate([hero], {})];
  await isAsking();
  running[0]?.start();
  results.push(saveAndGenerate([hero], {}));
  await isAsking();
  for (const each of running) each.end();
  assert.deepEqual([(await Promise.all(results)).map(({ problems }) => problems), generated.length], [[1, 1, 2], 2]);
});

test('another file, other options and a program that decides are separate', async () => {
  const { saveAndGenerate, generated, running, isAsking } = arrange();
  const results = [
    saveAndGenerate([hero], {}),
    saveAndGenerate([door], {}),
    saveAndGenerate([hero], { job: 'clip' }),
    saveAndGenerate([hero], { unchanged: 'skip' }),
    saveAndGenerate([hero], { unchanged: 'skip' }),
  ];
  await isAsking();
  for (const each of running) each.end();
  await Promise.all(results);
  assert.equal(generated.length, 5);
});
