import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../../src/core/language/edits/editLog.ts';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import type { DocumentSymbol, Environment, JobFileDocument } from '../../../../src/core/language/index.ts';
import { filesOf, open } from './openAt.ts';

/** Returns names with their details, indented by depth, and for jobs the id and the length of the text. */
function outline(symbols: readonly DocumentSymbol[], text: string, depth = 0): readonly string[] {
  return symbols.flatMap(({ kind, name, detail, job, start, end, children }) => [
    `${' '.repeat(depth)}${kind} ${name}${detail ? ` = ${detail}` : ''}${job === undefined ? '' : ` (${job}, ${text.slice(start, end).length})`}`,
    ...outline(children, text, depth + 1),
  ]);
}

test('an edit replaces a range, and every feature uses the new text', () => {
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

test('no variable of the environment may be read unless the caller allows it by name', () => {
  const text = 'model: sonic\nprompt: ${{ env.HOME }}\n';
  const env: Environment = { read: () => ({ state: 'set', value: 'x' }), names: ['HOME'] };
  const found = [open(text), open(text, { env })].map((document) =>
    document.problems().map(({ code, severity, start, end }) => `${severity} ${code} ${text.slice(start, end)}`),
  );
  assert.deepEqual(found, [['error blocked-env HOME'], []]);
});

test('a file of another tool has no problems until an edit makes it a job file', () => {
  const text = 'version: v2\nplugins: [{out: "#ff0000"}]\nimage: https://a.example/x\n';
  const everything = (document: JobFileDocument): readonly unknown[] => {
    const whole = { start: 0, end: document.text.length };
    const lists = [document.problems(), document.symbols(), document.longTexts(), document.links(), document.colors()];
    const inRange = [document.actions(whole), document.inlays(whole), document.tokens(whole), document.fixAll()];
    const offsets = Array.from(document.text, (_, offset) => offset);
    const atOffsets = offsets.flatMap((offset) => [
      ...document.complete(offset),
      ...document.definition(offset),
      ...document.references(offset),
      ...(document.hover(offset) ? ['hover'] : []),
      ...(document.renameAt(offset).ok || document.rename(offset, 'x').ok ? ['rename'] : []),
    ]);
    return [...lists.flat(), ...inRange.flat(), ...atOffsets, ...document.bodies()];
  };
  const document = open(text);
  const buf = createLanguageService().open('file:///w/buf.gen.yaml', 'model: sonic\n');
  assert.deepEqual([everything(document), everything(buf)], [[], []]);

  document.edit({ offset: 0, remove: 0, insert: 'model: sonic\n' });
  assert.ok(document.problems().length > 0);
  assert.ok(document.complete(7).length > 0);

  document.edit({ offset: 0, remove: 'model: sonic\n'.length, insert: '' });
  assert.deepEqual(everything(document), []);
});

test('problems have a message, a range and a severity', () => {
  assert.deepEqual(open('model: seedream-5-0-260128\nprompt: x\nsize: 9K\n').problems(), [
    {
      code: 'not-in-enum',
      severity: 'error',
      message:
        '"size" cannot be "9K". Did you mean "2K"? Allowed: 2K, 3K, 2048x2048, 2304x1728, 1728x2304, 2848x1600, 1600x2848, 2496x1664, ….',
      start: 43,
      end: 45,
    },
  ]);
});

test('types have names that are translated separately', () => {
  const template = '"{field}" must be a string, but YAML reads {value} as {found}. Put it in quotes.';
  const messages = { [template]: '{field}: {value} is {found}', 'a whole number': 'Ganzzahl' };
  const [problem] = open('model: sonic\nprompt: x\ntitle: 5\n', { messages }).problems();
  assert.equal(problem?.message, 'title: 5 is Ganzzahl');
});

test('a problem of some requests names the first of them, and counts the others', () => {
  const messages = (values: string): readonly string[] =>
    open(`model: sonic\nprompt: x\ntitle: \${{ matrix.a }}\nmatrix: {a: [x, ${values}]}\n`)
      .problems()
      .map(({ message }) => message);
  const message = '"title" must be a string, not a list.';
  assert.deepEqual(
    [messages('[y]'), messages('[y], [z]')],
    [[`${message} (a: ["y"])`], [`${message} (a: ["y"], and in 1 more)`]],
  );
});

test('strict checking can be requested', () => {
  const problems = open('model: sonic\nprompt: x\ntitel: y\n', { isStrict: true }).problems();
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['error'],
  );
});

test('the outline of one job is named after its model', () => {
  const text = '# note\nmodel: sonic\nprompt: |\n  la la\n  la\ngen:\n  name: x\n\n# end\n';
  assert.deepEqual(outline(open(text).symbols(), text), [
    'job sonic = Music (null, 50)',
    ' field model = sonic',
    ' field prompt = la la',
    ' keyword gen',
    '  field name = x',
  ]);
});

test('the outline of several jobs has one entry for each, and the reserved words of the file', () => {
  const text = 'gen: 1\njobs:\n  a:\n    model: sonic\n    prompt: "x\n  b:\n  c: {model: sonic}\noutput: out\n';
  const fixed = text.replace('"x', 'x');
  assert.deepEqual(outline(open(fixed).symbols(), fixed), [
    'keyword gen = 1',
    'job a = Music · sonic (a, 33)',
    ' field model = sonic',
    ' field prompt = x',
    'job b (b, 2)',
    'job c = Music · sonic (c, 17)',
    ' field model = sonic',
    'keyword output = out',
  ]);
});

test('keys of a merge key are not part of the outline', () => {
  const text = 'x-a: &a {prompt: x}\nmodel: sonic\n<<: *a\n';
  assert.deepEqual(
    outline(open(text).symbols(), text).map((line) => line.trim().split(' ')[1]),
    ['sonic', 'x-a', 'prompt', 'model'],
  );
});

test('a job that is an alias has no fields in the outline', () => {
  const text = 'jobs:\n  a: &a {model: sonic}\n  b: *a\n';
  assert.deepEqual(outline(open(text).symbols(), text), [
    'job a = Music · sonic (a, 20)',
    ' field model = sonic',
    'job b = Music · sonic (b, 5)',
  ]);
});

test('the outline follows the model of the defaults, and the lines above', () => {
  const document = open('gen: {defaults: {model: sonic}}\njobs:\n  a: {prompt: x}\n');
  const names = (): readonly string[] => outline(document.symbols(), document.text).slice(-2);
  assert.deepEqual(names(), ['job a = Music · sonic (a, 14)', ' field prompt = x']);
  document.edit({ offset: 24, remove: 5, insert: 'gpt-image-2' });
  assert.deepEqual(names(), ['job a = Image · gpt-image-2 (a, 14)', ' field prompt = x']);
  const [field] = document.symbols().at(-1)?.children ?? [];
  assert.equal(document.text.slice(field?.start, field?.end), 'prompt: x');
});

test('keys of an alias are not part of the outline', () => {
  const text = 'x-a: &a {k: x}\nmodel: sonic\nrequest: *a\n';
  assert.deepEqual(outline(open(text).symbols(), text), [
    'job sonic = Music (null, 39)',
    ' keyword x-a',
    '  field k = x',
    ' field model = sonic',
    ' keyword request',
  ]);
});

test('files and the environment are read again after a refresh, and not before it', () => {
  const job = 'model: seedream-5-0-260128\nimage: cat.png\nprompt: "In ${{ env.CITY }}"\n';
  // What an edit does not touch is kept in a file of jobs.
  for (const text of [job, `jobs:\n  a:\n${job.replaceAll(/^/gm, '    ').trimEnd()}\n`]) checkRefresh(text);
});

function checkRefresh(text: string): void {
  const world = { hasImage: false, mayRead: false };
  const files = filesOf({}, { inspect: () => ({ exists: world.hasImage, isInside: true, bytes: 1 }) });
  const env: Environment = {
    names: [],
    read: () => (world.mayRead ? { state: 'set', value: 'Oslo' } : { state: 'blocked' }),
  };
  const document = open(text, { files: () => files, env });
  const seen = (): unknown => [
    document.problems().map(({ code }) => code),
    document.links().map(({ target }) => target),
  ];
  const before = seen();
  Object.assign(world, { hasImage: true, mayRead: true });
  const unasked = document.problems().map(({ code }) => code);
  document.refresh();
  assert.deepEqual(
    [before, unasked, seen()],
    [
      [['missing-input', 'blocked-env'], []],
      ['missing-input', 'blocked-env'],
      [[], ['cat.png']],
    ],
  );
}

test('an empty file shows no problem, although it cannot be sent', () => {
  const service = createLanguageService();
  for (const [text, isEmpty] of [
    ['', true],
    ['# Hi\n', true],
    ['prompt: x\n', false],
  ] as const) {
    const document = service.open('hero.gen.yaml', text);
    assert.deepEqual([document.isEmpty(), document.problems().length === 0], [isEmpty, isEmpty], text);
  }
});

test('a disposed document is empty', () => {
  const document = open('model: sonic\n');
  document.dispose();
  document.dispose();
  assert.deepEqual([document.text, document.symbols()], ['', []]);
});

test('the editor ignores case where it leaves out the ending of a job file', () => {
  const text = 'vars: {a: "${{ file.base }}"}\nmodel: sonic\ntitle: ${{ vars.a }}\nprompt: ${{ file.base }}\n';
  const document = open(text, { files: () => filesOf({}, { name: 'hero.GEN.YAML' }) });
  const inJobs = document.actions({ start: 0, end: 0 }).find(({ title }) => title === 'Convert the file to "jobs"');
  assert.deepEqual(
    {
      bodies: document.bodies().map(({ recordBody }) => recordBody),
      inlays: document.inlays({ start: 0, end: text.length }).map(({ label }) => label),
      jobs: /^jobs:\n.*/m.exec(applyEdits(text, inJobs?.edits ?? []))?.[0],
    },
    {
      bodies: [{ model: 'sonic', title: 'hero', prompt: 'hero' }],
      inlays: ['= hero', '= hero', '= hero'],
      jobs: 'jobs:\n  hero:',
    },
  );
});
