import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { OpenNote } from '../../../src/core/task/model/openTask.ts';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createOpenTasks } from '../../../src/storage/openTasks.ts';
import { createFaultyFiles } from '../../fakes/disk/faultyFiles.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const open = (files: FileSystem = nodeFileSystem, warn = (line: string): void => assert.fail(line)) =>
  createOpenTasks({ files, processes: nodeProcesses, log: { warn } });

const buildNote = (boundary: string, id: string, changes: Partial<OpenNote> = {}): OpenNote => ({
  boundary,
  jobFile: join(boundary, 'hero.gen.yaml'),
  isOpen: true,
  open: {
    at: '2026-01-01T00:00:00.000Z',
    task_id: id,
    endpoint: '/v1/images/generations',
    profile: 'studio',
    origin: 'https://api.studio.test',
    fingerprint: 'f',
    job: null,
    index: 1,
  },
  ...changes,
});

test('several processes add and remove lines at the same time, and none is lost', async (context) => {
  const folder = await makeTempFolder(context);
  const work = async (name: string): Promise<void> => {
    const tasks = open();
    for (let round = 0; round < 25; round += 1) {
      const note = buildNote(folder, `${name} ${round}`);
      await tasks.note([note]);
      const found = await open().read(note.jobFile);
      assert.ok(
        found.some(({ task_id }) => task_id === note.open.task_id),
        `${note.open.task_id} is lost`,
      );
      await tasks.note([{ ...note, isOpen: false }]);
    }
  };

  await Promise.all(['a', 'b', 'c'].map(work));

  // A removal that another process has interrupted is completed when one of them starts again.
  const ended = ['a', 'b', 'c'].flatMap((name) =>
    Array.from({ length: 25 }, (_, round) => buildNote(folder, `${name} ${round}`, { isOpen: false })),
  );
  await open().note(ended);
  assert.deepEqual(await readdir(folder), []);
});

test('a program that has a folder above open finds the tasks of one below, and the other way round', async (context) => {
  const root = await makeTempFolder(context);
  const folder = join(root, 'scenes');
  await nodeFileSystem.mkdir(folder);
  const jobFile = join(folder, 'hero.gen.yaml');
  const tasks = open();
  await tasks.note([buildNote(root, 'above', { jobFile }), buildNote(folder, 'below')]);

  const found = (await open().read(jobFile)).map(({ task_id }) => task_id).toSorted();
  // A program writes only inside the folder that it has open.
  await tasks.note(['above', 'below'].map((id) => buildNote(folder, id, { isOpen: false })));
  const inside = (await tasks.read(jobFile)).map(({ task_id }) => task_id);

  assert.deepEqual([found, inside], [['above', 'below'], ['above']]);
});

test('an end that a disk refuses at any step is told with the next notes, and hides no other task', async (context) => {
  for (let refused = 1, isRefused = true; isRefused; refused += 1) {
    const folder = await makeTempFolder(context);
    await open().note(['own', 'other'].map((id) => buildNote(folder, id)));
    let steps = 0;
    const warnings: string[] = [];
    const files = createFaultyFiles(() => ((steps += 1) === refused ? { code: 'EIO' } : undefined));
    const tasks = open(files, (line) => void warnings.push(line));

    await tasks.note([buildNote(folder, 'own', { isOpen: false })]);
    isRefused = steps >= refused;
    await tasks.note([]);

    const left = (await open().read(join(folder, 'hero.gen.yaml'))).map(({ task_id }) => task_id);
    assert.deepEqual(left, ['other'], `refused at step ${refused}`);
    await tasks.note([buildNote(folder, 'other', { isOpen: false })]);
    assert.deepEqual(await readdir(folder, { recursive: true }), [], `refused at step ${refused}`);
  }
});

test('a task that another process tells and ends while the file is removed stays ended', async (context) => {
  const folder = await makeTempFolder(context);
  const other = open();
  const events: string[] = [];
  const files: FileSystem = {
    ...nodeFileSystem,
    async rename(from, to) {
      await other.note([buildNote(folder, 'other')]);
      await nodeFileSystem.rename(from, to);
      events.push('removed');
    },
    async open(path, flags, mode) {
      if (path.endsWith('/open.jsonl') && events.length > 0) events.push('opened');
      // The line of the other process has just been put back.
      if (events.join() === 'removed,opened,opened') await other.note([buildNote(folder, 'other', { isOpen: false })]);
      return nodeFileSystem.open(path, flags, mode);
    },
  };
  const own = open(files);
  await own.note([buildNote(folder, 'own')]);

  await own.note([buildNote(folder, 'own', { isOpen: false })]);

  assert.deepEqual(await open().read(join(folder, 'hero.gen.yaml')), []);
});

describe('a process that is killed', () => {
  const stories: Readonly<Record<string, readonly boolean[]>> = {
    'adds a line': [true],
    'removes the last one': [true, false],
  };
  for (const [what, states] of Object.entries(stories)) {
    test(`while it ${what} hides no other task, and the next process tidies up`, async (context) => {
      for (let kill = 1, isWhole = false; !isWhole; kill += 1) {
        const folder = await makeTempFolder(context);
        const isEmpty = what === 'removes the last one';
        if (!isEmpty) await open().note([buildNote(folder, 'other')]);
        let steps = 0;
        let die = (): void => undefined;
        const dead = new Promise<false>((resolve) => (die = () => resolve(false)));
        const files = createFaultyFiles(() => {
          steps += 1;
          if (steps < kill) return undefined;
          die();
          return 'never';
        });
        const killed = open(files);
        const story = (async () => {
          for (const isOpen of states) await killed.note([buildNote(folder, 'own', { isOpen })]);
          return true;
        })();
        isWhole = await Promise.race([story, dead]);

        const next = open();
        const jobFile = join(folder, 'hero.gen.yaml');
        const found = (await next.read(jobFile)).map(({ task_id }) => task_id);
        assert.deepEqual(
          found.filter((id) => id !== 'own'),
          isEmpty ? [] : ['other'],
          `killed at step ${kill}`,
        );
        await next.note(['own', 'other'].map((id) => buildNote(folder, id, { isOpen: false })));
        assert.deepEqual(await readdir(folder, { recursive: true }), [], `killed at step ${kill}`);
      }
    });
  }
});
