import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { GeneratePorts, GenerateResult, Press } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, openEditor, selectStudio } from '../../fakes/arrangeCommands.ts';
import { buildArtifact, buildTask } from '../../fakes/builders.ts';
import { disk, FileType, shown as all, Uri, user, window, workspace } from '../../fakes/fakeVscode.ts';

const { watchRun } = await import('../../../../../src/host/commands/generate/watchRun.ts');

const text = 'jobs:\n  still:\n    model: seedream-5-0-260128\n    prompt: A |door\n';
const plain = text.replace('|', '');
const done: GenerateResult = { tasks: [], problems: 0 };

/** Arranges a window whose engine keeps each call of Generate, and lets the test use its ports. */
function arrange(play: (ports: GeneratePorts) => Promise<GenerateResult> = () => Promise.resolve(done)) {
  const presses: Press[] = [];
  const planned: unknown[] = [];
  const arranged = arrangeCommands({
    engine: {
      generate: async (press, ports) => {
        presses.push(press);
        return play(ports);
      },
    },
    services: { diagnostics: { showPlanned: async ({ uri }) => void planned.push(uri.fsPath) } },
  });
  for (const name of ['hero', 'door']) {
    disk.set(`file:///w/${name}.gen.yaml`, { bytes: Buffer.from(plain), type: FileType.File });
  }
  return { ...arranged, presses, planned };
}

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
    const { run, presses } = arrange();
    const { document } = await openEditor('/w/hero.gen.yaml', text);
    document.isDirty = true;
    document.save = () => Promise.resolve(false);
    const { shown } = await run(commands.generate);

    assert.match(String(shown[0]), /^hero\.gen\.yaml could not be saved, so nothing was sent/);
    assert.deepEqual(presses, []);
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

  test('offers the job files of the workspace, those on the screen first', async () => {
    const { run, presses } = arrange();
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

  test('says that there is no job file yet', async () => {
    const { run } = arrange();
    user.answers.push(undefined);

    assert.deepEqual((await run(commands.generate)).shown, ['There is no job file here yet.', 'New Job File']);
  });

  test('generates the job at the cursor', async () => {
    const { run, presses } = arrange();
    await openEditor('/w/hero.gen.yaml', text);
    await run(commands.generateAtCursor);
    await openEditor('/w/other.txt', 'prompt: x\n');
    const { shown } = await run(commands.generateAtCursor);

    assert.deepEqual(
      presses.map(({ job }) => job),
      ['still'],
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
      estimate: { amountUsd: 0, known: 0, count: 3 },
      gateways: [],
      unselected: [],
      localFiles: [],
    };
    const { run } = arrange(async (ports) => {
      for (let question = 0; question < 2; question += 1) confirmed.push(await ports.confirm(confirmation as never));
      return done;
    });
    user.answers.push(undefined);
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(confirmed, [false, true]);
  });

  test('marks the problems of the plan only in a document that shows the planned text', async () => {
    const { run, planned } = arrange(async (ports) => {
      ports.markProblems?.({ jobFile: '/w/hero.gen.yaml', problems: [] });
      (await workspace.openTextDocument(Uri.file('/w/hero.gen.yaml'))).write('changed: true\n');
      ports.markProblems?.({ jobFile: '/w/hero.gen.yaml', problems: [] });
      return done;
    });
    await run(commands.generate, '/w/hero.gen.yaml');

    assert.deepEqual(planned, ['/w/hero.gen.yaml']);
  });

  test('shows the files with errors, and says that nothing was sent', async () => {
    const { run } = arrange(async (ports) => {
      ports.showProblems?.([{ path: '/w/hero.gen.yaml', errors: 2 }]);
      return { tasks: [], problems: 2 };
    });
    const { shown, result } = await run(commands.generate, '/w/hero.gen.yaml');
    await new Promise(setImmediate);

    assert.deepEqual(result, { tasks: [], problems: 2 });
    assert.equal(shown[0], 'workbench.actions.view.problems');
    assert.equal(window.activeTextEditor?.document.uri.fsPath, '/w/hero.gen.yaml');
  });
});

describe('a run that has started', () => {
  /** Starts a run that ends when the test says so. */
  async function startRun(options?: object) {
    let end = (_tasks: readonly Task[]): void => undefined;
    const run = {
      id: 'run-1',
      jobFiles: ['/w/hero.gen.yaml'],
      done: new Promise<never>((resolve) => (end = resolve as never)),
    };
    const arranged = arrange(async (ports) => {
      ports.watch?.(run);
      return done;
    });
    const started = await arranged.run(commands.generate, '/w/hero.gen.yaml', options);
    return { ...arranged, started, end };
  }

  test('opens the preview at the first result, and once', async () => {
    const { fake, previewed } = await startRun();
    const saved = { state: 'saved', artifacts: [buildArtifact('hero.png')] } as const;
    fake.changed.fire(buildTask({ state: 'running' }));
    fake.changed.fire(buildTask({ ...saved, run: 'run-0' }));
    fake.changed.fire(buildTask({ state: 'running', text: 'Once' }));
    fake.changed.fire(buildTask(saved));

    assert.deepEqual(previewed, [
      ['follow', '/w/hero.gen.yaml'],
      ['showResult', '/w/hero.gen.yaml', 'task-1'],
    ]);
  });

  test('does not open the preview if the setting says so', async () => {
    const { fake, previewed } = await startRun();
    user.settings.set('genwright.preview.openWhenDone', false);
    fake.changed.fire(buildTask({ state: 'saved' }));

    assert.deepEqual(previewed, [['follow', '/w/hero.gen.yaml']]);
  });

  test('says at its end what has failed, unless a program waits for it', async () => {
    const failed = buildTask({ state: 'failed', error: { code: 'task-failed', message: 'No doors here.' } });
    for (const [options, count] of [
      [undefined, 1],
      [{ unchanged: 'skip', confirm: false }, 0],
    ] as const) {
      const { end, run } = await startRun(options);
      end([failed]);
      const { shown } = await run('nothing');
      assert.equal(shown.filter((each) => each.includes('No doors here.')).length, count);
    }
  });

  test('says once that it takes long', async (context: TestContext) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { services } = arrangeCommands();
    const tasks = [buildTask({ state: 'planned' }), buildTask({ id: 'b', state: 'saved' })];
    const { engineHost, preview, log } = services;
    const said: unknown[] = [];
    const run = { id: 'run-1', jobFiles: [], done: new Promise<never>(() => undefined) };
    watchRun(run, { engineHost: { ...engineHost, tasks: () => tasks }, preview, isQuiet: false, log });
    for (const passedMs of [29_000, 1_000, 60_000]) {
      context.mock.timers.tick(passedMs);
      await Promise.resolve();
      said.push(all.filter((each) => typeof each === 'string').length > 0);
    }

    assert.deepEqual(said, [false, true, true]);
  });
});
