import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasJobFileName, hasRunsFileName, jobFileStem, runsFileOf } from '../../../../src/core/artifact/jobFileName.ts';

test('a job file has either ending, in any case, and gives its name to its other files', () => {
  const names = ['/w/a.gen.yaml', '/w/a.gen.yml', '/w/A.GEN.YAML'];
  assert.deepEqual(
    names.map((name) => [hasJobFileName(name), jobFileStem(name), runsFileOf(name)]),
    [
      [true, '/w/a', '/w/a.gen.runs.jsonl'],
      [true, '/w/a', '/w/a.gen.runs.jsonl'],
      [true, '/w/A', '/w/A.GEN.runs.jsonl'],
    ],
  );
});

test('other YAML files are not job files', () => {
  assert.deepEqual(['a.yaml', 'gen.yaml', 'a.gen.yaml.txt'].map(hasJobFileName), [false, false, false]);
});

test('the runs file of a job file is known by its name, in any case', () => {
  const names = [runsFileOf('/w/a.gen.yml'), runsFileOf('A.GEN.YAML'), 'a.runs.jsonl', 'a.gen.runs.jsonl.bak'];
  assert.deepEqual(names.map(hasRunsFileName), [true, true, false, false]);
});
