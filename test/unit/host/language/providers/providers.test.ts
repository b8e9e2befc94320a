import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { arrangeProviders, type Shown, token } from '../../fakes/arrangeProviders.ts';
import { CompletionList } from '../../fakes/fakeLanguages.ts';
import { type Location, providers, Range, workspace } from '../../fakes/fakeVscode.ts';

const labelOf = ({ label }: Shown): string => (typeof label === 'string' ? label : label.label);

describe('completion', () => {
  const complete = async (context: TestContext, marked: string): Promise<readonly Shown[] | undefined> => {
    const { ask, position } = await arrangeProviders(context, marked);
    const found = (await ask('CompletionItem', 'provideCompletionItems', position, token)) as
      readonly Shown[] | CompletionList | undefined;
    return found instanceof CompletionList ? (found.given[0] as readonly Shown[]) : found;
  };

  test('offers the fields of the model, each for the word that is typed', async (context) => {
    const items = (await complete(context, 'model: seedream-5-0-260128\npr|\n')) ?? [];
    const prompt = items.find((item) => labelOf(item) === 'prompt');

    assert.ok(items.some((item) => labelOf(item) === 'size'));
    assert.deepEqual(JSON.parse(JSON.stringify(prompt?.range)), {
      start: { line: 1, character: 0 },
      end: { line: 1, character: 2 },
    });
  });

  test('inserts a value or a template, and opens the next list after it', async (context) => {
    const next = 'editor.action.triggerSuggest';
    for (const [marked, label, expected] of [
      ['model: sonic\npr|\n', 'prompt', [{ given: ['prompt: |\n  $0'] }, 'prompt', false, null]],
      ['model: seedream-5-0-260128\nsi|\n', 'size', ['size: ', 'size', false, next]],
      ['model: seedance-2.0\nprompt: x\nduration: |\n', '5', ['5', '5', true, null]],
      [
        'model: seedr|\n',
        'seedream-5-0-260128',
        ['seedream-5-0-260128', 'seedream-5-0-260128 Seedream 5.0 lite image picture photo drawing', false, null],
      ],
    ] as const) {
      const items = (await complete(context, marked)) ?? [];
      const item = items.find((each) => labelOf(each) === label) as Shown & Readonly<Record<string, unknown>>;
      const { insertText, filterText, preselect, command } = item;
      assert.deepEqual(JSON.parse(JSON.stringify([insertText, filterText, preselect, command?.command])), expected);
      assert.equal((items[0] as typeof item)['sortText'], '0000');
    }
  });

  test('keeps the words of VS Code out of a prompt, and leaves files of other tools alone', async (context) => {
    for (const [cursor, expected] of [
      ['A do|', [['\u0000', 'do']]],
      ['A do|\n', [['\u0000', 'do']]],
      ['A |\n', []],
    ] as const) {
      const prompt = await arrangeProviders(context, `model: seedream-5-0-260128\nprompt: ${cursor}`);
      const { given }: Shown = await prompt.ask('CompletionItem', 'provideCompletionItems', prompt.position, token);
      const [items, isIncomplete] = given as readonly [readonly (Shown & { readonly filterText: string })[], boolean];
      const found = items.map(({ filterText, range }) => [filterText, prompt.textOf(range)]);
      assert.deepEqual([found, isIncomplete], [expected, false]);
    }
    const { ask, position } = await arrangeProviders(context, 'replicas: 2\nname: do|\n', { name: 'values.gen.yaml' });
    assert.equal(await ask('CompletionItem', 'provideCompletionItems', position, token), undefined);
  });

  test('is requested again after it was canceled', async (context) => {
    const { ask, position } = await arrangeProviders(context, 'model: seedream-5-0-260128\npr|\n');
    const canceled = { isCancellationRequested: true };
    const { given }: Shown = await ask('CompletionItem', 'provideCompletionItems', position, canceled);

    assert.equal(given[1], true);
  });

  test('explains a field, also after the field was selected', async (context) => {
    const items = (await complete(context, 'model: seedream-5-0-260128\nsi|\n')) ?? [];
    const size = items.find((item) => labelOf(item) === 'size');
    providers.get('CompletionItem')?.['resolveCompletionItem']?.(size);

    assert.match(size?.documentation?.given[0] ?? '', /Resolution class/);
  });

  test('shows the image of a file when it is selected', async (context) => {
    const { ask, position, folder } = await arrangeProviders(
      context,
      'model: seedream-5-0-260128\nprompt: x\nimage: |\n',
      {
        isReal: true,
      },
    );
    await writeFile(join(folder, 'cat.png'), 'png');
    const items: readonly Shown[] = await ask('CompletionItem', 'provideCompletionItems', position, token);
    const cat = items.find((item) => labelOf(item) === 'cat.png');
    providers.get('CompletionItem')?.['resolveCompletionItem']?.(cat);

    assert.deepEqual(
      [cat?.documentation?.given[0], items.filter(({ documentation }) => documentation).length],
      [`![](file://${folder}/cat.png|height=120)`, 1],
    );
  });
});

describe('names', () => {
  const text = 'vars:\n  style: ink\nmodel: seedream-5-0-260128\nprompt: In ${{ vars.st|yle }}\n';

  test('lead to their declaration, their uses, and are renamed with them', async (context) => {
    const { ask, position, textOf, document } = await arrangeProviders(context, text);
    const [declared]: readonly Shown[] = await ask('Definition', 'provideDefinition', position, token);
    const count = async (includeDeclaration: boolean): Promise<number> =>
      ((await ask('Reference', 'provideReferences', position, { includeDeclaration }, token)) as unknown[]).length;
    const target: Shown & { readonly placeholder: string } = await ask('Rename', 'prepareRename', position, token);
    const edit: { readonly texts: readonly string[] } = await ask(
      'Rename',
      'provideRenameEdits',
      position,
      'look',
      token,
    );

    assert.equal(declared && textOf(declared.range), 'style');
    assert.deepEqual([await count(true), await count(false)], [2, 1]);
    assert.deepEqual([target.placeholder, textOf(target.range), edit.texts], ['style', 'style', ['look', 'look']]);
    assert.ok(document.getText().includes('style'));
  });

  test('that cannot be renamed say so', async (context) => {
    const { ask, position } = await arrangeProviders(context, text.replace('|', '').replace('ink', 'i|nk'));
    await assert.rejects(ask('Rename', 'prepareRename', position, token));
    const other = await arrangeProviders(context, 'replicas: |2\n', { name: 'values.gen.yaml' });
    await assert.rejects(other.ask('Rename', 'prepareRename', other.position, token), /cannot be renamed/);
    const taken = await arrangeProviders(context, text.replace('ink', 'ink\n  other: x'));
    await assert.rejects(
      taken.ask('Rename', 'provideRenameEdits', taken.position, 'other', token),
      /already a variable/,
    );
  });

  test('of an included file lead to their declaration there', async (context) => {
    const { ask, position, folder } = await arrangeProviders(
      context,
      'vars: file://./brand.vars.yaml\nmodel: seedream-5-0-260128\nprompt: In ${{ vars.st|yle }}\n',
      { isReal: true },
    );
    await writeFile(join(folder, 'brand.vars.yaml'), 'tone: soft\nstyle: ink\n');
    const [found]: readonly Location[] = await ask('Definition', 'provideDefinition', position, token);

    assert.deepEqual([found?.uri.fsPath, found?.range.start.line], [join(folder, 'brand.vars.yaml'), 1]);
  });

  test('of a file lead to that file, if it is inside the workspace folder', async (context) => {
    for (const [path, expected] of [
      ['cat.png', 1],
      ['gone.png', 0],
      ['../cat.png', 0],
    ] as const) {
      const { ask, position, folder } = await arrangeProviders(
        context,
        `model: seedream-5-0-260128\nprompt: x\nimage: |${path}\n`,
        {
          isReal: true,
        },
      );
      await writeFile(join(folder, 'cat.png'), 'png');
      await mkdir(join(folder, 'boats'));
      const found: readonly Location[] = await ask('Definition', 'provideDefinition', position, token);
      assert.equal(found.length, expected);
      // An image is not a text document.
      assert.ok(workspace.textDocuments.every(({ uri }) => !uri.path.endsWith('.png')));
    }
  });
});

describe('a link', () => {
  const links = async (context: TestContext, image: string): Promise<readonly string[]> => {
    const text = `model: seedream-5-0-260128\nprompt: x\nimage: ${JSON.stringify(image)}\n`;
    const { ask, folder } = await arrangeProviders(context, text, { isReal: true });
    await writeFile(join(folder, 'cat.png'), 'png');
    const found: readonly Shown[] = await ask('DocumentLink', 'provideDocumentLinks', token);
    return found.map(({ given: [, target] }) => String(target).replace(folder, ''));
  };

  test('leads to an existing file inside the workspace folder, and to a secure URL', async (context) => {
    assert.deepEqual(await links(context, 'cat.png'), ['file:///cat.png']);
    assert.deepEqual(await links(context, 'https://example.com/cat.png'), ['https://example.com/cat.png']);
  });

  test('leads nowhere else', async (context) => {
    const disguised = 'https://example.com/a%5D(command:evil)';
    for (const image of [
      'gone.png',
      '../cat.png',
      'command:evil',
      'http://example.com/cat.png',
      'https://',
      disguised,
    ]) {
      assert.deepEqual(await links(context, image), [], image);
    }
  });
});

test('the outline has the jobs with their fields, selected at their first line', async (context) => {
  const text = 'jobs:\n  still:\n    model: seedream-5-0-260128\n    prompt: x\n';
  const { ask, textOf } = await arrangeProviders(context, text);
  interface Symbol {
    readonly name: string;
    readonly detail: string;
    readonly kind: string;
    readonly selectionRange: Range;
    readonly children: readonly Symbol[];
  }
  const symbols: readonly Symbol[] = await ask('DocumentSymbol', 'provideDocumentSymbols', token);
  const all = (list: readonly Symbol[]): readonly Symbol[] => list.flatMap((each) => [each, ...all(each.children)]);
  const still = all(symbols).find(({ name }) => name === 'still');

  assert.deepEqual([still?.kind, still?.detail], ['Module', 'Image · seedream-5-0-260128']);
  assert.equal(still && textOf(still.selectionRange).trim(), 'still:');
  assert.deepEqual(
    still?.children.map(({ name, kind }) => [name, kind]),
    [
      ['model', 'Field'],
      ['prompt', 'Field'],
    ],
  );
});

test('words of the job file are colored where they are, in the whole file and in its visible part', async (context) => {
  const text = 'vars: {a: x}\nmodel: seedream-5-0-260128\nprompt: ${{ vars.a | upper }}\n';
  const { ask } = await arrangeProviders(context, text);
  const whole: readonly unknown[] = await ask('DocumentSemanticTokens', 'provideDocumentSemanticTokens', token);
  const below = new Range(1, 0, 2, 0);
  const part = await ask('DocumentRangeSemanticTokens', 'provideDocumentRangeSemanticTokens', below, token);

  assert.ok(whole.some((each) => JSON.stringify(each) === JSON.stringify([0, 0, 4, 0, 0])));
  assert.deepEqual(part, []);
});

test('a palette has swatches, and a color of the picker replaces one, with six digits', async (context) => {
  const text = 'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#ff0000"}]\n';
  const { ask, textOf } = await arrangeProviders(context, text);
  const [swatch]: readonly Shown[] = await ask('Color', 'provideDocumentColors', token);
  const [range, color] = (swatch?.given ?? []) as readonly [Range, Shown];
  assert.deepEqual([textOf(range), color.given], ['#ff0000', [1, 0, 0, 1]]);

  for (const [red, green, blue, label] of [
    [0, 0, 0, '#000000'],
    [1, 0.2, 0.04, '#FF330A'],
    [0.5, 1, 1, '#80FFFF'],
  ] as const) {
    const change = providers.get('Color')?.['provideColorPresentations']?.({ red, green, blue, alpha: 1 }, { range });
    assert.deepEqual(JSON.parse(JSON.stringify(change)), [
      { label, textEdit: { range: JSON.parse(JSON.stringify(range)) as unknown, newText: label } },
    ]);
  }
});

test('an expression has its value beside it, in the visible part', async (context) => {
  const { ask, document } = await arrangeProviders(
    context,
    'vars: {a: ink}\nmodel: seedream-5-0-260128\nprompt: In ${{ vars.a }}\n',
  );
  const hints = async (range: Range): Promise<readonly unknown[]> =>
    (
      (await ask('InlayHints', 'provideInlayHints', range, token)) as readonly (Shown & {
        readonly paddingLeft: boolean;
      })[]
    ).map(({ given: [at, label], paddingLeft }) => [document.offsetAt(at as Range['start']), label, paddingLeft]);

  assert.deepEqual(await hints(new Range(0, 0, 3, 0)), [[66, '= ink', true]]);
  assert.deepEqual(await hints(new Range(0, 0, 1, 0)), []);
});

describe('a hover', () => {
  const textsOf = (hover: { readonly contents: readonly { readonly given: readonly string[] }[] }): readonly string[] =>
    hover.contents.map(({ given: [text = ''] }) => text);

  test('explains a field, and is nothing where nothing is written', async (context) => {
    const { ask, position } = await arrangeProviders(context, 'model: seedream-5-0-260128\npro|mpt: x\n');
    const hover: Parameters<typeof textsOf>[0] = await ask('Hover', 'provideHover', position, token);
    const other = await arrangeProviders(context, 'model: seedream-5-0-260128\nprompt: x\n\n|\n');

    assert.match(textsOf(hover).join(), /prompt/);
    assert.equal(await other.ask('Hover', 'provideHover', other.position, token), undefined);
  });

  test('shows the image of an input, unless it is too large or of another type', async (context) => {
    for (const [name, bytes, isShown] of [
      ['cat.PNG', 8 * 1024 * 1024, true],
      ['cat.png', 8 * 1024 * 1024 + 1, false],
      ['cat.tiff', 1, false],
    ] as const) {
      const marked = `model: seedream-5-0-260128\nprompt: x\nimage: c|${name.slice(1)}\n`;
      const { ask, position, folder } = await arrangeProviders(context, marked, { isReal: true });
      await writeFile(join(folder, name), '');
      await truncate(join(folder, name), bytes);
      const hover: Parameters<typeof textsOf>[0] = await ask('Hover', 'provideHover', position, token);
      assert.equal(textsOf(hover).at(-1) === `![](file://${folder}/${name}|height=120)`, isShown, name);
    }
  });

  test('shows the newest result of a job at "model", and not elsewhere', async (context) => {
    for (const [marked, expected] of [
      ['mod|el: seedream-5-0-260128\nprompt: x\n', true],
      ['model: seedream-5-0-260128\npro|mpt: x\n', false],
    ] as const) {
      const { ask, position, folder } = await arrangeProviders(context, marked, { isReal: true });
      await writeFile(join(folder, 'hero.gen.runs.jsonl'), '');
      const hover: Parameters<typeof textsOf>[0] = await ask('Hover', 'provideHover', position, token);
      assert.equal(/Newest result/.test(textsOf(hover).join()), expected);
    }
  });

  test('is not shown after the request was canceled', async (context) => {
    const { ask, position } = await arrangeProviders(context, 'model: seedream-5-0-260128\npro|mpt: x\n');

    assert.equal(await ask('Hover', 'provideHover', position, { isCancellationRequested: true }), undefined);
  });
});
