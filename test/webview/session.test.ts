import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMp3, makePng } from '../support/previewHarness/media.ts';
import type { OpenScene, Scene } from '../support/previewHarness/openScene.ts';
import { makeArtifact, makeRecord, makeTask } from '../support/previewHarness/scene.ts';
import { openSession, readToolbar } from './openPage.ts';

/** Two images and a song, the newest first, and no task. */
function makeScene(): Scene {
  const files = new Map<string, Uint8Array>([
    ['a.png', makePng(60, 40, 1)],
    ['b.png', makePng(60, 40, 2)],
    ['song.mp3', makeMp3(1)],
  ]);
  const artifact = (path: string) => makeArtifact(path, path.endsWith('png') ? 'image/png' : 'audio/mpeg');
  const records = [...files.keys()].map((path, index) => makeRecord(index, { artifacts: [artifact(path)] }));
  return { records, tasks: [], files };
}

/** Waits for a result to be the selected one. */
const shows = ({ page }: OpenScene, name: string) =>
  page.locator(`[role=option][aria-selected=true][aria-label="${name}"]`).waitFor();

describe('The page with its session', () => {
  test('shows the results of the runs file, draws a song, and acts on the file of the selected result', async (t) => {
    const opened = await openSession(t, { scene: makeScene() });
    await opened.page.locator('.waveform.drawn').waitFor();
    const newest = await readToolbar(opened);
    await opened.page.keyboard.press('ArrowRight');
    await opened.page.locator('.image[alt="A lighthouse at dawn, watercolor"].loaded').waitFor();
    await opened.page.getByRole('button', { name: 'Recall Job' }).click();
    await opened.page.getByRole('button', { name: 'Copy Path' }).click();
    await opened.page.locator('[role=status]', { hasText: 'Path copied' }).waitFor();
    assert.deepEqual(
      [newest, await readToolbar(opened), opened.acts],
      ['1 of 3 | song.mp3', '2 of 3 | b.png', ['recall b.png', 'copyPath b.png']],
    );
  });

  test('follows a task from its card to its image in the same position', async (t) => {
    const scene = makeScene();
    const opened = await openSession(t, { scene });
    await shows(opened, 'song.mp3');
    const task = makeTask('one', { state: 'planned', taskId: null, submittedAt: null, statusWord: null });
    scene.tasks = [task];
    opened.session.tasksChanged();
    await opened.page.getByRole('option', { name: 'hero, Waiting' }).waitFor();
    await shows(opened, 'song.mp3');
    await opened.page.getByRole('option', { name: 'hero, Waiting' }).click();
    await shows(opened, 'hero, Waiting');
    scene.tasks = [{ ...task, state: 'running', progress: 0.5 }];
    opened.session.tasksChanged();
    await opened.page.locator('.progress-figure', { hasText: '50%' }).waitFor();
    const image = { ...makeArtifact('a.png', 'image/png'), sha256: 'b'.repeat(64) };
    const saved = {
      path: 'a.png',
      sha256: image.sha256,
      bytes: 9,
      mediaType: 'image/png',
      width: 60,
      height: 40,
      seconds: null,
      title: null,
      lyrics: null,
    };
    scene.tasks = [{ ...task, state: 'saved', artifacts: [saved], endedAt: Date.now() }];
    scene.records = scene.records.slice(1);
    opened.session.runsChanged();
    await shows(opened, 'a.png');
    await opened.page.locator('[role=status]', { hasText: 'a.png is saved' }).waitFor();
    assert.equal(await readToolbar(opened), '1 of 3 | a.png');
  });

  test('stops a running task from its card', async (t) => {
    const opened = await openSession(t, { scene: { ...makeScene(), tasks: [makeTask('one')] } });
    await opened.page.getByRole('button', { name: 'Stop Watching' }).click();
    await opened.page.keyboard.press('End');
    await shows(opened, 'a.png');
    assert.deepEqual(opened.acts, ['stopWatching one']);
  });

  test('shows a text while it is written', async (t) => {
    const scene = makeScene();
    const task = makeTask('one', { text: '# Title' });
    scene.tasks = [task];
    const opened = await openSession(t, { scene });
    await opened.page.locator('.markdown h1', { hasText: 'Title' }).waitFor();
    opened.session.tasksChanged({ ...task, text: '# Title\n\nwords' });
    await opened.page.locator('.markdown p', { hasText: 'words' }).waitFor();
  });

  test('loses a result whose line is gone, and says what is missing on disk', async (t) => {
    const scene = makeScene();
    const [first, second] = scene.records;
    const opened = await openSession(t, { scene });
    await shows(opened, 'song.mp3');
    const gone = makeRecord(9, { artifacts: [makeArtifact('gone.png', 'image/png')] });
    scene.records = [...(first ? [first] : []), ...(second ? [second] : []), gone];
    opened.session.runsChanged();
    await opened.page.locator('main h2', { hasText: 'gone.png is no longer here' }).waitFor();
    assert.equal(await readToolbar(opened), '1 of 3 | gone.png');
  });

  test('selects what the user selected elsewhere, also before the page is there', async (t) => {
    const opened = await openSession(t, { scene: makeScene() });
    opened.session.want({ type: 'select', taskId: 'task_0' });
    await shows(opened, 'a.png');
    opened.session.pageLeft();
    opened.session.want({ type: 'select', taskId: 'task_1' });
    await opened.page.reload();
    await shows(opened, 'b.png');
  });

  test('ignores messages that the page could not have sent', async (t) => {
    const opened = await openSession(t, { scene: makeScene() });
    await shows(opened, 'song.mp3');
    const forged = [
      { type: 'act', id: '../../etc/passwd', action: 'openOutside' },
      { type: 'act', id: 'run-0  1/0', action: 'delete' },
      { type: 'act', id: null, action: 'reveal' },
      { type: 'actOnTask', id: 'a.png', action: 'resubmit' },
      { type: 'readAudio', id: '../secret' },
      { type: 'readDetails', id: 7 },
      'ready',
    ];
    for (const message of forged) opened.session.receive(message);
    await opened.page.getByRole('button', { name: 'Open Job File' }).click();
    await opened.page.keyboard.press('End');
    await shows(opened, 'a.png');
    assert.deepEqual(opened.acts, ['openJobFile song.mp3']);
  });
});
