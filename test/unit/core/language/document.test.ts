import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import type { DocumentSymbol, JobFileDocument, LanguageServiceOptions } from '../../../../src/core/language/index.ts';

function open(text: string, options?: LanguageServiceOptions): JobFileDocument {
  return createLanguageService(options).open('hero.gen.yaml', text);
}

/** Names with their details, indented by depth; jobs with what Generate takes. */
function outline(symbols: readonly DocumentSymbol[], text: string, depth = 0): readonly string[] {
  return symbols.flatMap(({ kind, name, detail, job, start, end, children }) => [
    `${' '.repeat(depth)}${kind} ${name}${detail ? ` = ${detail}` : ''}${job === undefined ? '' : ` (${job}, ${text.slice(start, end).length})`}`,
    ...outline(children, text, depth + 1),
  ]);
}

test('an edit replaces a range, and every feature follows', () => {
  const document = open('model: sonic\nprompt: x\ntitel: y\n');
  assert.deepEqual(
    document.problems().map(({ code }) => code),
    ['unknown-field'],
  );
  document.edit({ offset: 23, remove: 5, insert: 'title' });
  assert.equal(document.text, 'model: sonic\nprompt: x\ntitle: y\n');
  assert.deepEqual(document.problems(), []);
  assert.ok(document.complete(32).every(({ label }) => label !== 'title'));
});

test('problems have words, a range and a severity', () => {
  assert.deepEqual(open('model: seedream-5-0-260128\nprompt: x\nsize: 9K\n').problems(), [
    {
      code: 'not-in-enum',
      severity: 'error',
      message:
        '"size" does not take "9K". Did you mean "2K"? It takes: 2K, 3K, 2048x2048, 2304x1728, 1728x2304, 2848x1600, 1600x2848, 2496x1664, ….',
      start: 43,
      end: 45,
    },
  ]);
});

test('types are named in words that are translated on their own', () => {
  const translate: LanguageServiceOptions['translate'] = (template, args) => `${template}${JSON.stringify(args)}`;
  const [problem] = open('model: sonic\nprompt: x\ntitle: 5\n', { translate }).problems();
  assert.match(problem?.message ?? '', /"expected":"text\{\}","found":"a whole number\{\}"/);
});

test('strict checking can be asked for', () => {
  const problems = open('model: sonic\nprompt: x\ntitel: y\n', { isStrict: true }).problems();
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['error'],
  );
});

test('the outline of one job is called by its model', () => {
  const text = '# note\nmodel: sonic\nprompt: |\n  la la\n  la\ngen:\n  name: x\n\n# end\n';
  assert.deepEqual(outline(open(text).symbols(), text), [
    'job sonic (null, 50)',
    ' field model = sonic',
    ' field prompt = la la',
    ' keyword gen',
    '  field name = x',
  ]);
});

test('the outline of several jobs has one entry for each, and the words of the file', () => {
  const text = 'gen: 1\njobs:\n  a:\n    model: sonic\n    prompt: "x\n  b:\n  c: {model: sonic}\noutput: out\n';
  const mended = text.replace('"x', 'x');
  assert.deepEqual(outline(open(mended).symbols(), mended), [
    'keyword gen = 1',
    'job a = sonic (a, 33)',
    ' field model = sonic',
    ' field prompt = x',
    'job b (b, 2)',
    'job c = sonic (c, 17)',
    ' field model = sonic',
    'keyword output = out',
  ]);
});

test('what a merge key brings in is no part of the outline', () => {
  const text = 'x-a: &a {prompt: x}\nmodel: sonic\n<<: *a\n';
  assert.deepEqual(
    outline(open(text).symbols(), text).map((line) => line.trim().split(' ')[1]),
    ['sonic', 'x-a', 'prompt', 'model'],
  );
});

test('a disposed document is empty', () => {
  const document = open('model: sonic\n');
  document.dispose();
  document.dispose();
  assert.deepEqual([document.text, document.symbols()], ['', []]);
});
