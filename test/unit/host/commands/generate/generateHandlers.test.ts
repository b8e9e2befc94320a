import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { commands } from '../../../../../src/host/ids.ts';
import { openEditor, selectStudio } from '../../fakes/arrangeCommands.ts';
import { buildRecord, buildRequest, buildTask } from '../../fakes/builders.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import { disk, FileType, Uri, user, window, workspace } from '../../fakes/fakeVscode.ts';
import { arrange, done, plain, text } from './arrangeGenerate.ts';

describe('Generate', () => {
  test('saves the document first, and uses the text on disk and the settings', async () => {
    const { run, presses } = arrange();
    const { document } = await openEditor('/w/hero.gen.yaml', text);
    document.isDirty = true;
    const write = document.save.bind(document);
    document.save = () => {
      disk.set('file:///w/hero.gen.yaml', { bytes: Buffer.from(`${plain}# saved\n`), type: FileType.File });
      return write();
    };
    user.settings.set('genwright.confirm.requests', 5);
    const { result } = await run(commands.generate);

    assert.equal(result, done);
    assert.deepEqual(presses, [
      {
        jobFiles: [
          {
            path: '/w/hero.gen.yaml',
            text: `${plain}# saved\n`,
            boundary: '/w',
            isStrict: false,
            metadata: 'none',
            concurrency: 4,
          },
        ],
        job: undefined,
        unchanged: 'ask',
        confirm: { requests: 5, usd: 1 },
        asksForKey: true,
      },
    ]);
  });

  test('sends nothing if the document cannot be saved', async () => {
    for (const [isSaved, isDirty, count] of [
      [false, true, 0],
      // Auto save was faster.
      [false, false, 1],
      // The user has typed on.
      [true, true, 1],
    ] as const) {
      const { run, presses } = arrange();
      const { document } = await openEditor('/w/hero.gen.yaml', text);
      document.isDirty = true;
      document.save = () => {
        document.isDirty = isDirty;
        return Promise.resolve(isSaved);
      };
      const { shown } = await run(commands.generate);

      assert.equal(presses.length, count);
      assert.match(shown.join(), count === 1 ? /^$/ : /^hero\.gen\.yaml could not be saved, so nothing was sent/);
    }
  });

  test('asks nothing if a program has decided', async () => {
    const { run, presses } = arrange();
    await run(commands.generate, '/w/hero.gen.yaml', { job: 'still', unchanged: 'skip', confirm: false });
    const [press] = presses;

    assert.deepEqual([press?.job, press?.unchanged, press?.confirm, press?.asksForKey], ['still', 'skip', null, false]);
  });

  test('is one press for several selected files', async () => {
    const { run, presses } = arrange();
    const uris = [Uri.file('/w/hero.gen.yaml'), Uri.file('/w/door.gen.yaml')];
    await run(commands.generate, uris[0], uris);

    assert.deepEqual(
      presses.map(({ jobFiles }) => jobFiles.map(({ path }) => path)),
      [['/w/hero.gen.yaml', '/w/door.gen.yaml']],
    );
  });

  test('saves an untitled job file under the name that the user enters', async () => {
    for (const [path, content, expected, message] of [
      ['/w/hero.gen.yaml', plain, ['/w/hero.gen.yaml'], /^$/],
      ['/w/hero.yaml', plain, [], /hero\.yaml was saved but nothing was sent/],
      ['/w/values.gen.yaml', 'replicas: 2\n', [], /"values\.gen\.yaml" is not a job file/],
      [undefined, plain, [], /^$/],
    ] as const) {
      const { run, presses } = arrange();
      const untitled = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
      workspace.textDocuments.push(new FakeDocument(untitled, plain));
      Object.assign(workspace, { save: async () => path && Uri.file(path) });
      disk.set(`file://${path}`, { bytes: Buffer.from(content), type: FileType.File });
      // Nothing of the other file is generated either if this one is not saved.
      const others = path === undefined ? [untitled, Uri.file('/w/door.gen.yaml')] : [];
      const { shown } = await run(commands.generate, untitled, others);
      const sent = presses.flatMap(({ jobFiles }) => jobFiles.map((jobFile) => jobFile.path));
      assert.deepEqual(sent, expected);
      assert.match(shown.join(), message);
    }
  });

  test('saves an untitled document in the active editor that says what to generate, and no other one', async () => {
    for (const [content, count] of [
      [plain, 1],
      ['Buy milk\n', 0],
      ['replicas: 2\n', 0],
    ] as const) {
      const { run, presses } = arrange();
      const untitled = new FakeDocument(Uri.from({ scheme: 'untitled', path: 'Untitled-1' }), content);
      workspace.textDocuments.push(untitled);
      await window.showTextDocument(untitled);
      Object.assign(workspace, { save: async () => Uri.file('/w/hero.gen.yaml') });
      await run(commands.generate);
      assert.equal(presses.length, count);
    }
  });

  test('rejects the call of a program for a file that is missing or no job file', async () => {
    const { run, presses } = arrange();
    disk.set('file:///w/values.yaml', { bytes: Buffer.from('a: 1\n'), type: FileType.File });
    await assert.rejects(run(commands.generate, '/w/none.gen.yaml', { confirm: false }), { name: 'CallError' });
    await assert.rejects(run(commands.generate, '/w/values.yaml'), { message: /is not a job file/ });
    await assert.rejects(run(commands.generate, 'hero.gen.yaml'), { name: 'CallError', message: /an absolute path/ });

    assert.deepEqual(presses, []);
  });

  test('is refused in Restricted Mode before anything is saved', async () => {
    const { run, presses } = arrange();
    workspace.isTrusted = false;
    const { document } = await openEditor('/w/hero.gen.yaml', text);
    document.isDirty = true;
    await run(commands.generate);

    assert.deepEqual([presses, document.isDirty], [[], true]);
  });

  test('offers the job files of the workspace, those on the screen first, or says that there is none yet', async () => {
    const { run, presses } = arrange();
    user.answers.push(undefined);
    assert.deepEqual((await run(commands.generate)).shown, ['There is no job file here yet.', 'New Job File']);

    for (const name of ['door', 'hero']) await workspace.openTextDocument(Uri.file(`/w/${name}.gen.yaml`));
    window.visibleTextEditors = workspace.textDocuments
      .slice(1)
      .map((document) => ({ document, setDecorations: () => undefined }));
    await run(commands.generate);
    user.answers.push(undefined);
    await run(commands.generate);

    assert.deepEqual(
      presses.map(({ jobFiles: [first] }) => first?.path),
      ['/w/hero.gen.yaml'],
    );
  });

  test('generates the job at the cursor', async () => {
    const { run, presses } = arrange();
    await openEditor('/w/door.gen.yaml', text);
    await openEditor('/w/hero.gen.yaml', text);
    await run(commands.generateAtCursor);
    await run(commands.generate);
    await openEditor('/w/other.txt', 'prompt: x\n');
    const { shown } = await run(commands.generateAtCursor);

    await openEditor('/w/values.gen.yaml', 'replicas: 2\n');
    assert.match((await run(commands.generate)).shown.join(), /"values\.gen\.yaml" is not a job file/);
    assert.deepEqual(
      presses.map(({ job, jobFiles: [first] }) => [job, first?.path]),
      [
        ['still', '/w/hero.gen.yaml'],
        [undefined, '/w/hero.gen.yaml'],
      ],
    );
    assert.equal(shown[0], 'Open a job file (*.gen.yaml) first.');
  });
});

describe('a press of Generate', () => {
  test('knows the gateway of a profile, and whether its key is missing', async () => {
    const gateways: unknown[] = [];
    const { run, secrets } = arrange(async (ports) => {
      for (const name of [null, 'sandbox', 'gone']) gateways.push(await ports.readGateway(name));
      await secrets.store('genwright.key:https://studio.example', 'sk-1');
      gateways.push(await ports.readGateway('studio'));
      return done;
    });
    selectStudio();
    await run(commands.generate, '/w/hero.gen.yaml');

    const studio = { profile: 'studio', origin: 'https://studio.example', isSandbox: false, isSelected: true };
    const none = { origin: null, isSelected: false, isKeyMissing: false };
    assert.deepEqual(gateways, [
      { ...studio, isKeyMissing: true },
      { profile: 'sandbox', isSandbox: true, ...none },
      { profile: 'gone', isSandbox: false, ...none },
      { ...studio, isKeyMissing: false },
    ]);
  });

  test('asks for a missing key, and keeps it', async () => {
    const asked: unknown[] = [];
    const { run, secrets } = arrange(async (ports) => {
      for (const name of ['studio', 'studio', 'sandbox', 'gone']) asked.push(await ports.askKey(name));
      return done;
    });
    selectStudio();
    user.answers.push(undefined, 'sk-1');
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(asked, [false, true, true, false]);
    assert.equal(secrets.stored.get('genwright.key:https://studio.example'), 'sk-1');
  });

  test('sends nothing that the user has not confirmed', async () => {
    const confirmed: unknown[] = [];
    const confirmation = {
      count: 3,
      equal: 0,
      gone: [],
      estimate: { amountUsd: 0, known: 0, count: 3 },
      gateways: [],
      unselected: [],
      localFiles: [],
    };
    const { run } = arrange(async (ports) => {
      for (let question = 0; question < 2; question += 1) confirmed.push(await ports.confirm(confirmation as never));
      const { estimate } = confirmation;
      const earlier = { kind: 'recorded', record: buildRecord() };
      const unchanged = [1, 2].map(() => ({ request: buildRequest(), earlier }));
      confirmed.push(await ports.askUnchanged({ unchanged, missing: 0, estimate, total: estimate } as never));
      return done;
    });
    user.answers.push(undefined, 'Generate', undefined);
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(confirmed, [false, true, 'cancel']);
  });

  test('marks the problems of the plan only in a document that shows the planned text', async () => {
    const problems = [{ code: 'cycle', severity: 'error', start: 0, end: 1 }] as never;
    const { run, planned } = arrange(async (ports) => {
      const elsewhere = new FakeDocument(Uri.from({ scheme: 'git', path: '/w/hero.gen.yaml' }), plain);
      workspace.textDocuments.unshift(new FakeDocument(Uri.file('/w/door.gen.yaml'), plain), elsewhere);
      ports.markProblems?.({ jobFile: '/w/hero.gen.yaml', problems });
      (await workspace.openTextDocument(Uri.file('/w/hero.gen.yaml'))).write('changed: true\n');
      ports.markProblems?.({ jobFile: '/w/hero.gen.yaml', problems: [] });
      return done;
    });
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(planned, ['file:///w/hero.gen.yaml', problems]);
  });

  test('shows an earlier result, by the ID that its records have', async () => {
    const { run, previewed } = arrange(async (ports) => {
      const jobFile = { path: '/w/hero.gen.yaml' };
      for (const earlier of [
        { kind: 'task', task: buildTask() },
        { kind: 'record', record: buildRecord() },
        { kind: 'record', record: buildRecord({ task_id: null }) },
      ])
        ports.showEarlier?.({ jobFile, earlier } as never);
      return done;
    });
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(
      previewed,
      ['task-1', 'gateway-1', undefined].map((id) => ['show', '/w/hero.gen.yaml', id]),
    );
  });

  test('puts the cursor at the first error of each file, and says once that nothing was sent', async () => {
    const promptAt = 'model: sonic\n'.length;
    const buildError = (start: number) =>
      ({ code: 'missing-model', severity: 'error', args: {}, start, end: start + 1 }) as const;
    const one = { path: '/w/hero.gen.yaml', errors: [buildError(promptAt)] };
    const three = {
      path: '/w/door.gen.yaml',
      errors: [buildError(promptAt + 2), buildError(promptAt), buildError(99)],
    };
    const message = 'This job has no model. Add "model: …".';
    for (const [broken, text] of [
      [[one], `Nothing was sent: hero.gen.yaml has an error. ${message}`],
      [[three], `Nothing was sent: door.gen.yaml has 3 errors. ${message}`],
      [[one, three], 'Nothing was sent: 2 job files have errors. The first one is hero.gen.yaml.'],
    ] as const) {
      const { run } = arrange(async (ports) => {
        ports.showProblems?.(broken);
        return { tasks: [], problems: 2 };
      });
      for (const { path } of broken) await openEditor(path, 'model: sonic\nprompt: x\n');
      const { shown, result } = await run(commands.generate, '/w/hero.gen.yaml');

      assert.deepEqual(result, { tasks: [], problems: 2 });
      // The Problems view opens only if the user wants it.
      assert.deepEqual(shown, [text, 'Show Problems']);
      const { document, selection } = window.activeTextEditor as unknown as vscode.TextEditor;
      assert.deepEqual([document.uri.fsPath, selection.active.line], [broken[0].path, 1]);
    }
  });
});
