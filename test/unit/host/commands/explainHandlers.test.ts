import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../../src/host/ids.ts';
import { arrangeCommands, openEditor } from '../fakes/arrangeCommands.ts';
import { Diagnostic, DiagnosticSeverity, languages, Range, shown, Uri } from '../fakes/fakeVscode.ts';

type Place = readonly [number, number, number, number];

/** Opens a job file with problems at these places, and returns the pages that were opened. */
async function explain(marked: string, problems: Readonly<Record<string, Place>>, ...args: readonly unknown[]) {
  const { run } = arrangeCommands();
  const { document } = await openEditor('/w/hero.gen.yaml', marked);
  const list = Object.entries(problems).map(([code, place]) => {
    const diagnostic = new Diagnostic(new Range(...place), code, DiagnosticSeverity.Error);
    return Object.assign(diagnostic, { source: code === 'spelling' ? 'another' : 'genwright', code: { value: code } });
  });
  languages.problems.set(document.uri.toString(), list);
  const { shown: said } = await run(commands.explainProblem, ...args);
  return { said, pages: shown.filter((each) => each instanceof Uri).map(String) };
}

const text = 'model: seedream-5-0-260128\nprompt: A |cat\nsize: 2K\n';
const page = (code: string): string => `genwright-problem:/${code}.md`;

describe('Explain Problem', () => {
  test('opens the page of the code that was selected', async () => {
    assert.deepEqual((await explain(text, {}, 'unknown-field')).pages, [page('unknown-field')]);
  });

  test('opens the page of the shortest problem at the cursor', async () => {
    const places = {
      'no-effect': [1, 0, 1, 13],
      'unknown-field': [1, 9, 1, 12],
      'unknown-model': [1, 0, 1, 2],
      'wrong-type': [0, 0, 2, 0],
    } as const;
    assert.deepEqual((await explain(text, places)).pages, [page('unknown-field')]);
  });

  test('opens that of the shortest problem in the line if there is none at the cursor', async () => {
    const places = { 'no-effect': [1, 0, 1, 5], 'unknown-field': [1, 0, 1, 2], 'wrong-type': [0, 0, 0, 1] } as const;
    assert.deepEqual((await explain(text, places)).pages, [page('unknown-field')]);
  });

  test('ignores problems of other lines and of other extensions', async () => {
    const { said, pages } = await explain(text, { 'unknown-field': [0, 0, 0, 5], spelling: [1, 0, 1, 12] });
    assert.deepEqual([said, pages], [['There is no problem at the cursor.'], []]);
  });

  test('says that a code is unknown', async () => {
    assert.deepEqual((await explain(text, {}, 'nonsense')).said, ['There is no problem with the code "nonsense".']);
  });
});
