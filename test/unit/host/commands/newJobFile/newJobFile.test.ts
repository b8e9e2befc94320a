import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyAccount } from '../../../../../src/core/task/money/account.ts';
import type { Account } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, openEditor } from '../../fakes/arrangeCommands.ts';
import { disk, FileType, type Range, shown, Uri, user, window, workspace } from '../../fakes/fakeVscode.ts';

const write = (uri: string, text: string, type: number = FileType.File): void =>
  void disk.set(uri, { bytes: Buffer.from(text), type });

function arrange(account: Account = emptyAccount) {
  const arranged = arrangeCommands({ account });
  write('file:///extension/samples/lighthouse.gen.yaml', 'model: seedream-5-0-260128\nprompt: A lighthouse\n');
  const created = (): unknown =>
    workspace.textDocuments.map((document) => [document.uri.toString(), document.getText().split('\n')[0]]);
  return { ...arranged, created };
}

describe('New Job File', () => {
  test('begins with the model of a row of the Models view, or with the first one of its family', async () => {
    for (const [row, line] of [
      [{ familyId: 'seedream-4-5', modelId: 'doubao-seedream-4-5-251128' }, 'model: doubao-seedream-4-5-251128'],
      [{ familyId: 'seedream-5-lite', modelId: 7 }, 'model: seedream-5-0-260128'],
    ] as const) {
      const { run, created } = arrange();
      await run(commands.newJobFile, row);
      assert.deepEqual(created(), [['untitled:/w/image.gen.yaml', line]]);
    }
  });

  test('begins with a sample, and generates it only if the caller says so', async () => {
    for (const [generate, ran] of [
      [true, true],
      ['yes', false],
      [undefined, false],
    ] as const) {
      const { run, created } = arrange();
      const { shown: said } = await run(commands.newJobFile, { sample: 'lighthouse', generate });
      assert.deepEqual(created(), [['untitled:/w/lighthouse.gen.yaml', 'model: seedream-5-0-260128']]);
      assert.equal(said.includes(commands.generate), ran);
    }
  });

  test('reads no file beyond the samples', async () => {
    for (const sample of ['../package', 'a/b', '', 7]) {
      const { run, created } = arrange();
      write('file:///extension/samples/../package.gen.yaml', 'secret: true\n');
      user.answers.push(undefined);
      await run(commands.newJobFile, { sample });
      assert.deepEqual(created(), []);
    }
  });

  test('offers samples and models, and creates nothing without one', async () => {
    const { run, created } = arrange();
    user.answers.push(undefined);
    await run(commands.newJobFile);
    const labels = shown.map((each) => (each as { readonly label?: string }).label);

    assert.ok(labels.indexOf('Samples') < labels.indexOf('Seedream 4.5'));
    assert.ok(!labels.includes('From the examples of the gateway...'));
    assert.deepEqual(created(), []);
  });

  test('shows what this user has usually paid for a model', async () => {
    const { run } = arrange({
      ...emptyAccount,
      estimateModel: (model) => (model === 'sonic' ? { amountUsd: 0.0412, samples: 7 } : null),
    });
    user.answers.push(undefined);
    await run(commands.newJobFile);
    const described = shown.flatMap((each) => (each as { readonly description?: string }).description ?? []);

    assert.deepEqual(
      described.filter((text) => text.startsWith('sonic') || text.startsWith('seed-tts')),
      ['sonic · about $0.0412', 'seed-tts-2.0'],
    );
  });

  test('selects the prompt, whether it is on one line or in a block', async () => {
    for (const [text, selected] of [
      ['# A\nmodel: a\nprompt: A lighthouse\nsize: 2K\n', 'A lighthouse'],
      ['model: a\ntext: |\n  One\n\n  Two\n', 'One\n\n  Two'],
      ['model: a\nprompt: |\n  One\nspeed: 1\n', 'One'],
    ] as const) {
      const { run } = arrange();
      write('file:///extension/samples/lighthouse.gen.yaml', text);
      await run(commands.newJobFile, { sample: 'lighthouse' });
      const [document] = workspace.textDocuments;
      assert.equal(document?.getText(), text);
      const { selection } = window.activeTextEditor as unknown as { readonly selection: Range };
      assert.equal(document.getText(selection), selected);
    }
  });

  test('fills an empty file, and no other', async () => {
    for (const [before, isFilled] of [
      ['', true],
      ['# Hi', true],
      ['prompt: x\n', false],
    ] as const) {
      const { run } = arrange();
      const { document } = await openEditor('/w/a.gen.yaml', before);
      user.answers.push('Image');
      await run(commands.newJobFile, { into: document.uri });
      assert.equal(document.getText() !== before, isFilled, before);
    }
  });

  test('begins with the selected model family', async () => {
    const { run, created } = arrange();
    user.answers.push('Seedream 5.0 lite');
    await run(commands.newJobFile);

    assert.match(JSON.stringify(created()), /"untitled:\/w\/image\.gen\.yaml","model: seedream-/);
  });

  test('takes the next free name, whether a file or an unsaved document has it', async () => {
    const { run } = arrange();
    write('file:///w/lighthouse.gen.yaml', '');
    await run(commands.newJobFile, { sample: 'lighthouse' });
    await run(commands.newJobFile, { sample: 'lighthouse' });

    assert.deepEqual(
      workspace.textDocuments.map(({ uri }) => uri.path),
      ['/w/lighthouse-2.gen.yaml', '/w/lighthouse-3.gen.yaml'],
    );
  });

  test('is in the selected folder, beside the selected file, beside the open file, or in the workspace', async () => {
    const places: readonly (readonly [unknown, string | null, string])[] = [
      [Uri.file('/w/boats'), null, '/w/boats'],
      [Uri.file('/w/doors/a.txt'), null, '/w/doors'],
      [undefined, '/w/open/b.gen.yaml', '/w/open'],
      [undefined, '/elsewhere/b.gen.yaml', '/w'],
      [undefined, null, '/w'],
    ];
    for (const [target, open, folder] of places) {
      const { run } = arrange();
      write('file:///w/boats', '', FileType.Directory);
      write('file:///w/doors/a.txt', '');
      if (open !== null) await openEditor(open, 'prompt: x\n');
      user.answers.push('Image');
      await run(commands.newJobFile, target);
      assert.equal(window.activeTextEditor?.document.uri.fsPath, `${folder}/lighthouse.gen.yaml`);
    }
  });

  describe('from an example of the gateway', () => {
    const examples = [
      { title: 'A tower', model: 'seedream-5-0-260128', endpoint: '/v1/images', body: { prompt: 'x'.repeat(80) } },
      { title: null, model: 'sonic', endpoint: null, body: { prompt: 'y'.repeat(81) } },
      { title: null, model: null, endpoint: '/v1/files', body: { purpose: 'z', name: 'a' } },
      { title: null, model: null, endpoint: null, body: {} },
    ];
    const arrangeExamples = () => {
      const { models } = arrange().services;
      return arrangeCommands({ services: { models: { ...models, index: () => ({ samples: examples }) as never } } });
    };

    test('names each by its title, model or endpoint, and shows how its payload begins', async () => {
      const { run } = arrangeExamples();
      user.answers.push('From the examples of the gateway...', undefined);
      await run(commands.newJobFile);
      const rows = shown.filter((each) => typeof each === 'object') as readonly Readonly<Record<string, unknown>>[];
      assert.deepEqual(
        rows.slice(-5).map(({ label, description, detail }) => [label, description, detail]),
        [
          ['From the examples of the gateway...', '4 payloads that the gateway uses to test its models', undefined],
          ['A tower', 'seedream-5-0-260128 · /v1/images', 'x'.repeat(80)],
          ['sonic', '', `${'y'.repeat(80)}…`],
          ['/v1/files', '/v1/files', 'purpose, name'],
          ['Without a model', '', ''],
        ],
      );
      assert.deepEqual(workspace.textDocuments, []);
    });

    test('begins with its payload, and is named after what its model makes', async () => {
      for (const [label, path, line] of [
        ['A tower', '/w/image.gen.yaml', 'model: seedream-5-0-260128'],
        ['/v1/files', '/w/job.gen.yaml', 'endpoint: /v1/files'],
      ] as const) {
        const { run } = arrangeExamples();
        user.answers.push('From the examples of the gateway...', label);
        await run(commands.newJobFile);
        const [document] = workspace.textDocuments;
        assert.equal(document?.uri.path, path);
        assert.ok(document.getText().includes(line));
      }
    });
  });
});
