import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetWindow, Uri } from '../fakes/fakeVscode.ts';
import { touch, watchers } from '../fakes/fakeWatchers.ts';

const { createResultFiles } = await import('../../../../src/host/results/resultFiles.ts');

test('changes of the files of a job file are reported, inside the workspace and outside', () => {
  resetWindow();
  const resultFiles = createResultFiles();
  const listened: string[] = [];
  const listening = ['/w/hero.gen.yaml', '/elsewhere/hero.gen.yml'].map((path) =>
    resultFiles.watch(Uri.file(path) as never, (kind) => listened.push(`${kind} ${path}`)),
  );
  for (const path of ['/w/HERO.gen.runs.jsonl', '/w/hero.gen.marks.jsonl', '/w/other.gen.runs.jsonl']) {
    touch('**/*.gen.{runs,marks}.jsonl', 'changed', Uri.file(path));
  }
  touch('{hero.gen.runs.jsonl,hero.gen.marks.jsonl}', 'deleted', Uri.file('/elsewhere/hero.gen.runs.jsonl'));
  assert.deepEqual(listened, ['runs /w/hero.gen.yaml', 'marks /w/hero.gen.yaml', 'runs /elsewhere/hero.gen.yml']);

  for (const each of listening) each.dispose();
  assert.equal(watchers.size, 1);
  resultFiles.dispose();
  assert.equal(watchers.size, 0);
});
