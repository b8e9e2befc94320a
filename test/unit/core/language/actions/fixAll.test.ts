import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { findFixAll } from '../../../../../src/core/language/actions/findFixAll.ts';
import { createViewReader } from '../../../../../src/core/language/createDocument.ts';
import { applyEdits, EditLog } from '../../../../../src/core/language/edits/editLog.ts';
import type { DocumentView } from '../../../../../src/core/language/view/documentView.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';
import { damagedTexts, readCorpus } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { fixRows } from './fixRows.ts';
import { assertWellFormed, open } from './tryActions.ts';

function fixAll(text: string): string {
  const edits = open(text).fixAll();
  assertWellFormed(text, { edits });
  return applyEdits(text, edits);
}

function readView(text: string): DocumentView {
  return createViewReader({
    catalog: bundledCatalog,
    isStrict: false,
    translate: fillTemplate,
    world: { files: undefined },
  }).read(text);
}

function countErrors(text: string): number {
  return open(text)
    .problems()
    .filter(({ severity }) => severity === 'error').length;
}

test('all fixes without a decision are applied at once, including one that another makes possible', () => {
  const text = [
    'gen: {on_error: STOP} # ours',
    'jobs:',
    '  one:',
    '    model: sonic',
    '    prompt: @home again # kept',
    '    customMode: yes',
    '    style_weight: "0.5"',
    '  two:',
    '    model: seedream-5-0-260128',
    '    prompt: 2026',
    '    size: 2k',
    '    images: https://example.com/a.png',
    '    siz: 3K',
    '',
  ].join('\n');

  assert.equal(
    fixAll(text),
    text
      .replace('STOP', 'stop')
      .replace('@home again', '"@home again"')
      .replace('customMode: yes', 'custom_mode: true')
      .replace('"0.5"', '0.5')
      .replace('2026', '"2026"')
      .replace('2k', '2K')
      .replace('https://example.com/a.png', '[https://example.com/a.png]'),
  );
});

test('one problem of several jobs is fixed once', () => {
  const text =
    'gen: {defaults: {prompt: x, size: 2k}}\njobs:\n  a: {model: seedream-5-0-260128}\n  b: {model: gemini-2.5-flash-image}\n';
  assert.equal(fixAll(text), text.replace('2k', '2K'));
});

test('a fix that reads worse than the original is not applied', () => {
  const view = readView('model: sonic\nprompt: @home\n');
  assert.equal(findFixAll(view, readView).length, 1);
  assert.deepEqual(
    findFixAll(view, () => readView('model: "x\nprompt: [')),
    [],
  );
});

test('a fix is applied without a review only if it changes how a value is written, not what it means', () => {
  const changed = fixRows.filter(([, text, , after]) => fixAll(text) === after).map(([, , title]) => title);
  assert.deepEqual([...new Set(changed)].sort(), [
    'Change to "0.5"',
    'Change to "true"',
    'Make it a list',
    'Put it in quotes',
    'Put the text in a block scalar ("|")',
    'Remove this line',
    'Replace the list with its text',
  ]);
});

test('a fix that needs a decision is not applied', () => {
  assert.deepEqual(open('model: sonic\nprompt: @home #1\n').fixAll(), []);
  const text = 'model: sonik\nprompt: cat #1 fan\nprompt: dog\nseed: 007\nsize: 9K\n';
  assert.deepEqual(open(text).fixAll(), []);
  // Two values, or one with a comma.
  const words = 'model: sonic\nprompt: A ${{ matrix.mood }} day\nmatrix:\n  mood: calm, wild\n';
  assert.deepEqual(open(words).fixAll(), []);
});

test('brackets that may be a part of a prompt stay', () => {
  assert.deepEqual(open('model: sonic\nprompt: [Verse]\n').fixAll(), []);
  assert.equal(fixAll('model: sonic\nprompt: x\ntitle: [Rain]\n'), 'model: sonic\nprompt: x\ntitle: Rain\n');
});

test('a fix that would make the file worse is not applied', () => {
  // In quotes, the text would end before its second line.
  const text = 'model: sonic\nprompt: @home\n  again\n';
  assert.ok(countErrors(fixAll(text)) <= countErrors(text));
});

const slow = /^(?:too-many|vars-bomb)/;
const texts = readCorpus().flatMap(({ name, text }) => (name.includes('/') || slow.test(name) ? [] : [text]));
const damaged = damagedTexts(texts);

test('any file gets no worse, and fixing twice is the same as fixing once', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const once = fixAll(text);
      assert.ok(countErrors(once) <= countErrors(text));
      assert.equal(fixAll(once), once);
    }),
    { numRuns: 80 },
  );
});

test('for any file and any selection, actions are well formed', () => {
  fc.assert(
    fc.property(damaged, fc.nat(), fc.nat({ max: 12 }), (text, at, length) => {
      const start = at % (text.length + 1);
      const end = Math.min(text.length, start + length);
      for (const action of open(text).actions({ start, end })) {
        assertWellFormed(text, action);
        assert.notEqual(action.title, '');
        const edited = applyEdits(text, action.edits);
        assert.ok(action.opens !== undefined || edited !== text, action.title);
        for (const offset of [action.renameAt, action.cursorAt]) assert.ok((offset ?? 0) <= edited.length);
      }
    }),
    { numRuns: 120 },
  );
});

test('a key that cannot be moved without breaking the text around it stays', () => {
  const text = 'model: sonic\nprompt: [Verse]\n  T: he boats come home\n';
  for (const action of open(text).actions({ start: 0, end: text.length })) assertWellFormed(text, action);
});

test('several rounds of edits become one list with the same effect', () => {
  const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 5 }), newText: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(edit, { maxLength: 8 }), (text, rounds) => {
      const log = rounds.reduce((before, { at, remove, newText }) => {
        const start = at % (before.text.length + 1);
        return before.apply([{ start, end: Math.min(before.text.length, start + remove), newText }]);
      }, new EditLog(text));
      assertWellFormed(text, { edits: log.edits() });
      assert.equal(applyEdits(text, log.edits()), log.text);
    }),
  );
});
