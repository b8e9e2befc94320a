import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { buildArtifact, buildRequest, buildTask } from '../fakes/builders.ts';
import { type DataTransferItem, shown, Uri, user, window, workspace } from '../fakes/fakeVscode.ts';
import { arrangeTaskTree, saved } from './arrangeTaskTree.ts';

test('long runs, and the files of long ago, are closed at first', async (context) => {
  const run = (count: number, over: Partial<Task>): readonly Task[] =>
    Array.from({ length: count }, (_, at) => buildTask({ id: `${over.run}-${at}`, ...over }));
  const { draw } = arrangeTaskTree(context, [
    ...run(11, { run: 'long', jobFile: '/w/long.gen.yaml', state: 'running' }),
    ...run(10, { run: 'short', jobFile: '/w/short.gen.yaml', state: 'running' }),
    ...[1, 2, 3, 4, 5, 6].flatMap((at) => run(2, { run: `f${at}`, jobFile: `/w/f${at}.gen.yaml`, ...saved })),
  ]);
  const lines = await draw();
  const openBelow = (name: string): boolean => lines[lines.indexOf(`  ${name}`) + 1]?.startsWith('    ') ?? false;

  assert.deepEqual(['long', 'short', 'f1', 'f5', 'f6'].map(openBelow), [false, true, true, true, false]);
});

test('the row of a run names its folder unless that is open, and the row of a task shows its preview', async (context) => {
  const two = (run: string, jobFile: string): readonly Task[] =>
    ['a', 'b'].map((id) => buildTask({ id: run + id, run, jobFile, state: 'running' }));
  const { below, itemOf } = arrangeTaskTree(context, [
    ...two('r1', '/w/hero.gen.yaml'),
    ...two('r2', '/w/doors/x.gen.yaml'),
  ]);
  const [section] = await below();
  const [here, there] = await below(section);
  const [task] = await below(here);

  assert.doesNotMatch(itemOf(here).description ?? '', /doors/);
  assert.match(itemOf(there).description ?? '', / · doors$/);
  assert.deepEqual(itemOf(task).command?.arguments, ['r1a']);
});

test('with several workspace folders, each row names its own', async (context) => {
  const tasks = ['/w', '/v'].map((folder) =>
    buildTask({ id: folder, run: folder, jobFile: `${folder}/hero.gen.yaml`, ...saved }),
  );
  const { below, itemOf } = arrangeTaskTree(context, tasks);
  workspace.workspaceFolders = ['/w', '/v'].map((path) => ({ uri: Uri.file(path), name: path.slice(1) }));
  context.after(() => void (workspace.workspaceFolders = [{ uri: Uri.file('/w') }]));
  const [finished] = await below();

  assert.deepEqual(
    (await below(finished)).map((row) => itemOf(row).description),
    ['$0.04 · w', '$0.04 · v'],
  );
});

const ofLight = (light: string, run: string, over: Partial<Task>): Task =>
  buildTask({ id: light, run, isSandbox: true, ...over, request: buildRequest({ axes: { light } }) });

test('the rows of a job file count what it has, while a second run makes the rest and after it', async (context) => {
  const earlier = [ofLight('a', 'r1', saved), ofLight('b', 'r1', saved)];
  const second = ['c', 'd'].map((light) => ofLight(light, 'r2', { state: 'running' }));
  const { below, itemOf, change } = arrangeTaskTree(context, earlier);
  const looks = async (): Promise<readonly unknown[]> => {
    const rows = (await Promise.all((await below()).map(below))).flat();
    return rows.map((row) => {
      const { description, iconPath } = itemOf(row);
      return [description, iconPath?.id];
    });
  };
  const found = [await looks()];
  change([...second, ...earlier], ...second);
  found.push(await looks());
  const ended = second.map((task) => ({ ...task, ...saved }));
  change([...ended, ...earlier], ...ended);
  found.push(await looks());

  const [running, rest] = [
    ['2/4 · 2 running', 'loading~spin'],
    ['2/4', 'color-mode'],
  ];
  assert.deepEqual(found, [[['2/2', 'pass']], [running, rest], [['4/4', 'pass']]]);
});

test('the row of a job file is drawn again when its run in progress makes something', async (context) => {
  const earlier = [ofLight('a', 'r1', saved), ofLight('b', 'r1', saved)];
  const [one, other] = [ofLight('c', 'r2', { state: 'running' }), ofLight('d', 'r2', { state: 'running' })];
  const { draw, change } = arrangeTaskTree(context, [one, other, ...earlier]);
  await draw();
  const ended = { ...one, ...saved };

  assert.match(JSON.stringify(change([ended, other, ...earlier], ended)), /jobFile:/);
});

test('only what changes is drawn again, once for many changes', async (context) => {
  const first = buildTask({ id: 'a', state: 'running', run: 'r1' });
  const second = buildTask({ id: 'b', state: 'running', run: 'r1' });
  const { draw, change, remove } = arrangeTaskTree(context, []);
  change([first, second], first, second);
  await draw();
  const further = { ...first, progress: 0.5 };

  assert.deepEqual(change([further, second], further, further), [['task:a']]);
  assert.deepEqual(change([further, second], second), [['task:b']]);
  const ended = { ...further, ...saved };
  assert.equal(JSON.stringify(change([ended, second], ended)).includes('run:'), true);
  assert.deepEqual(remove('b'), [undefined]);
});

test('a task that has moved is never in two places, however late its rows are asked for', async (context) => {
  const earlier = buildTask({ id: 'b', run: 'r1', ...saved });
  const running = buildTask({ id: 'a', run: 'r2', state: 'running' });
  const { below, replace, pass } = arrangeTaskTree(context, [running, earlier]);
  const [inProgress, finished] = await below();
  const listIds = async (row: unknown) => (await below(row)).map((each) => (each as { readonly id: string }).id);
  const before = [await listIds(inProgress), await listIds(finished)];
  const ended = { ...running, ...saved };
  replace([ended, earlier], ended);
  const meanwhile = [await listIds(inProgress), await listIds(finished)];
  pass(100);

  assert.deepEqual(before, [['task:a'], ['task:b']]);
  assert.deepEqual(meanwhile, before);
  const [file] = await below(finished);
  assert.deepEqual([await listIds(inProgress), await listIds(file)], [[], ['task:a', 'task:b']]);
});

test('times of running tasks are drawn each second while the view is visible', async (context) => {
  const { draw, view, change, pass } = arrangeTaskTree(context, []);
  const running = buildTask({ id: 'a', state: 'running' });
  change([running], running);
  await draw();

  assert.deepEqual([pass(1000), pass(1000)], [[['task:a']], [['task:a']]]);
  if (view) view.visible = false;
  assert.deepEqual([pass(1000), pass(5000)], [[], []]);
});

test('the badge counts what runs, otherwise what needs attention', (context) => {
  const { view, change } = arrangeTaskTree(context, []);
  const [one, two] = [buildTask({ id: 'a', state: 'running' }), buildTask({ id: 'b', state: 'failed' })];
  const badges = [[one, two], [two], [two, { ...two, id: 'c', run: 'r2' }], [{ ...one, ...saved }]].map((tasks) => {
    change(tasks, ...tasks);
    return view?.badge;
  });

  assert.deepEqual(badges, [
    { value: 1, tooltip: '1 running, 1 needs attention' },
    { value: 1, tooltip: '1 needs attention' },
    { value: 2, tooltip: '2 need attention' },
    undefined,
  ]);
});

test('menus know whether something is unsaved or in progress', (context) => {
  const { change } = arrangeTaskTree(context, []);
  const facts = (task: Task): unknown => {
    shown.length = 0;
    change([task], task);
    return ['hasUnsaved', 'isRunning'].map((key) => shown[shown.indexOf(`genwright.${key}`) + 1]);
  };

  assert.deepEqual(facts(buildTask({ state: 'unsaved' })), [true, false]);
  assert.deepEqual(facts(buildTask({ state: 'unsaved', holder: 'alive' })), [false, false]);
  assert.deepEqual(facts(buildTask({ state: 'planned' })), [false, true]);
});

test('a task is revealed, or the first one that needs attention', async (context) => {
  const { tree } = arrangeTaskTree(context, [
    buildTask({ id: 'a', run: 'r1', state: 'running' }),
    buildTask({ id: 'b', run: 'r2', state: 'failed' }),
  ]);
  const revealed: unknown[] = [];
  for (const id of ['a', undefined, 'gone']) {
    shown.length = 0;
    await tree.reveal(id);
    revealed.push([shown[0], (shown.at(-2) as { readonly id: string }).id]);
  }

  const focus = 'genwright.tasks.focus';
  assert.deepEqual(revealed, [
    [focus, 'task:a'],
    [focus, 'task:b'],
    [focus, 'task:b'],
  ]);
});

test('the row of a run in progress is drawn again when its estimate changes', async (context) => {
  const { draw, spend } = arrangeTaskTree(
    context,
    ['a', 'b'].map((id) => buildTask({ id, state: 'running' })),
  );
  await draw();

  assert.match(JSON.stringify(spend(0.5)), /"run:/);
});

test('a run is named after its job file, and below the row of that file after what was made', async (context) => {
  const run = (name: string, states: readonly Task['state'][], over: Partial<Task> = {}): readonly Task[] =>
    states.map((state, at) => {
      const request = buildRequest({ index: at + 1, axes: { at } });
      return buildTask({ id: `${name}-${at}`, run: name, request, ...saved, state, ...over });
    });
  const { below, itemOf } = arrangeTaskTree(context, [
    ...run('r4', ['unsaved', 'unsaved']),
    ...run('r3', ['saved', 'saved', 'saved'], { createdAt: 86_400_000 }),
    ...run('r2', ['skipped', 'saved', 'saved']).slice(1),
    ...run('r1', ['saved', 'skipped', 'skipped']),
  ]);
  const [attention, finished] = await below();
  const [unsaved] = await below(attention);
  const [file] = await below(finished);
  const rows = (await below(file)).map((row) => `${itemOf(row).label} | ${itemOf(row).description}`);

  assert.deepEqual([itemOf(unsaved).label, itemOf(file).label], ['hero', 'hero']);
  assert.deepEqual(
    rows.map((row) => row.replace(/ · [^·]*$/, '')),
    ['3 again | 3/3 · $0.12', '2 missing | 2/2 · $0.08', '3 new | 1/3 · 2 skipped · $0.12'],
  );
  assert.equal(new Set(rows.map((row) => row.split(' · ').at(-1))).size, 2);
});

test('the results that repeat makes of one request have numbers', async (context) => {
  const repeated = [1, 2].map((index) =>
    buildTask({ id: `${index}`, state: 'running', request: buildRequest({ index, axes: { light: 'noon' } }) }),
  );
  const { draw } = arrangeTaskTree(context, [
    ...repeated,
    buildTask({ id: '3', state: 'running', request: buildRequest({ index: 3, axes: { light: 'dawn' } }) }),
  ]);

  assert.deepEqual((await draw()).slice(2), ['    noon #1', '    noon #2', '    dawn']);
});

test('one result of one job is one row, with its folder unless that is open', async (context) => {
  const { below, itemOf } = arrangeTaskTree(context, [
    buildTask({ id: 'a', run: 'r1', ...saved }),
    buildTask({ id: 'b', run: 'r2', jobFile: '/w/doors/x.gen.yaml', ...saved }),
  ]);
  const [finished] = await below();
  const rows = (await below(finished)).map((row) => itemOf(row));

  assert.deepEqual(
    rows.map(({ label, description }) => [label, description]),
    [
      ['hero', '$0.04'],
      ['x', '$0.04 · doors'],
    ],
  );
});

test('tasks that are loaded after the account was read are drawn at once', async (context) => {
  const { below, replace, spend } = arrangeTaskTree(context, []);
  spend();
  replace([buildTask({ state: 'failed' })]);

  assert.equal((await below()).length, 1);
});

test('a removed task keeps its row until the rows are drawn again', async (context) => {
  const [one, other] = ['a', 'b'].map((id) => buildTask({ id, run: id, state: 'failed' }));
  const { below, itemOf, replace, remove } = arrangeTaskTree(
    context,
    [one, other].flatMap((task) => task ?? []),
  );
  const [section] = await below();
  const [row] = await below(section);
  const before = itemOf(row).label;
  replace([], ...[one].flatMap((task) => task ?? []));

  assert.notEqual(before, '');
  assert.equal(itemOf(row).label, before);
  remove('a');
  assert.deepEqual(await below(), []);
});

test('a task whose result expires soon moves up, although nothing has happened', async (context) => {
  const hourMs = 3_600_000;
  const { below, view, change, pass } = arrangeTaskTree(context, []);
  const unsaved = { state: 'unsaved', submittedAt: 0, resultsExpireAt: hourMs } as const;
  const tasks = [buildTask({ id: 'b', run: 'r2', state: 'failed' }), buildTask({ id: 'a', run: 'r1', ...unsaved })];
  change(tasks, ...tasks);
  const [section] = await below();
  const listIds = async () => (await below(section)).map((each) => (each as { readonly id: string }).id);
  const before = await listIds();
  pass(hourMs - 14 * 60_000);

  assert.deepEqual(
    [before, await listIds()],
    [
      ['task:b', 'task:a'],
      ['task:a', 'task:b'],
    ],
  );
  assert.match(JSON.stringify(pass(60_000)), /section:needsAttention/);
  if (view) view.visible = false;
  assert.doesNotMatch(JSON.stringify(pass(60_000)), /section:needsAttention/);
  if (view) view.visible = true;
  const rest = tasks.slice(0, 1);
  change(rest, ...tasks);
  assert.deepEqual(pass(60_000), []);
});

test('a task is revealed as soon as it exists, because its row is drawn first', async (context) => {
  const { tree, draw, replace, below } = arrangeTaskTree(context, []);
  await draw();
  const fresh = buildTask({ id: 'a', state: 'running' });
  replace([fresh], fresh);
  await tree.reveal('a');
  const [section] = await below();

  assert.equal((await below(section)).length, 1);
});

test('rows are drawn again when the workspace is trusted', async (context) => {
  const { draw, pass } = arrangeTaskTree(context, [buildTask({ state: 'failed' })]);
  workspace.isTrusted = false;
  await draw();
  pass(0);
  workspace.isTrusted = true;
  const drawn: unknown[] = [];
  window.views.get('genwright.tasks')?.options.treeDataProvider.onDidChangeTreeData((rows) => drawn.push(rows));
  user.granted.fire();

  assert.deepEqual(drawn, [undefined]);
});

test('the files of saved tasks can be dragged out of the view', (context) => {
  const lyrics = [buildArtifact('out/hero.mp3'), buildArtifact('out/hero.lyrics.txt')];
  const { view } = arrangeTaskTree(context, [
    buildTask({ id: 'a', ...saved, artifacts: lyrics }),
    buildTask({ id: 'b', jobFile: '/w/sub/door.gen.yaml', ...saved }),
    buildTask({ id: 'c', state: 'failed' }),
  ]);
  const drag = (...taskIds: readonly string[]): unknown => {
    const data = new Map<string, DataTransferItem>();
    const rows = taskIds.map((taskId) => ({ kind: 'task', id: taskId, taskId }));
    view?.options.dragAndDropController?.handleDrag([{ kind: 'section', id: 's' }, ...rows], data);
    return data.get('text/uri-list')?.value;
  };

  assert.equal(drag('a', 'b'), 'file:///w/out/hero.mp3\r\nfile:///w/out/hero.lyrics.txt\r\nfile:///w/sub/hero.png');
  assert.equal(drag('c', 'gone'), undefined);
});
