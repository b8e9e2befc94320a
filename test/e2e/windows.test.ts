import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makePng } from '../fakes/media/media.ts';
import { startScriptedGateway, type ScriptedGateway } from '../fakes/gateway/scriptedGateway.ts';
import { readRunsFile } from '../support/runsFile.ts';
import { waitUntil } from '../support/waitUntil.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const submit = 'POST /v1/images/generations';
const key = 'sk-test-0123456789abcdef';
const minPollMs = 3_000;

/** A gateway that takes images as tasks, each of which stays unfinished until it is told otherwise. */
function createTasks(gateway: ScriptedGateway) {
  let taken = 0;
  gateway.script('GET /api/usage/token/user-balance', { body: { success: true, data: { balance_usd: 10 } } });
  const queryOf = (id: string): string => `GET /v1/images/generations/${id}`;
  const answer = (id: string, data: object): void =>
    gateway.script(queryOf(id), { body: { code: 'success', data: { task_id: id, ...data } } });
  const count = (line: string): number => gateway.lines().filter((each) => each === line).length;
  return {
    posts: () => count(submit),
    polls: (id: string) => count(queryOf(id)),
    /** Returns the id of the task that the next submit creates. */
    expect(): string {
      taken += 1;
      const id = `t${taken}`;
      gateway.script(submit, { body: { id, task_id: id, object: 'image', status: 'queued', progress: 0 } });
      answer(id, { status: 'processing', progress: '30%' });
      return id;
    },
    refuseKey: (id: string) =>
      gateway.script(queryOf(id), { status: 401, body: { error: { message: 'Invalid token' } } }),
    finish(id: string): void {
      gateway.script(`GET /files/${id}.png`, { body: makePng({ shade: taken }) });
      answer(id, { status: 'succeeded', url: `${gateway.url}/files/${id}.png`, amount_usd: 0.04 });
    },
    downloads: (id: string) => count(`GET /files/${id}.png`),
  };
}

describe('A task in windows that come and go', () => {
  let gateway: ScriptedGateway;
  let tasks: ReturnType<typeof createTasks>;
  const stage = setStage({
    name: 'windows',
    settings: async (cleanUp) => {
      gateway = await startScriptedGateway();
      cleanUp.add(() => gateway.close());
      tasks = createTasks(gateway);
      return { 'genwright.profiles': [{ name: 'studio', baseUrl: gateway.url }], 'genwright.profile': 'studio' };
    },
  });
  const typeKey = async (person: Person): Promise<void> => {
    await person.prompt().filter({ hasText: /key/i }).filter({ hasText: 'studio' }).waitFor();
    await person.prompt().locator('input').fill(key);
    await person.page.keyboard.press('Enter');
  };
  const generate = async (person: Person): Promise<void> => {
    await person.openFile('lighthouse.gen.yaml');
    await person.view('Tasks');
    await person.runCommand('Genwright: Generate');
  };
  const generateAnother = async (person: Person): Promise<void> => {
    await generate(person);
    await person.dialog().getByRole('button', { name: 'Generate Another' }).click();
  };
  const polled = (id: string, count: number): Promise<true> =>
    waitUntil(`${count} questions about ${id}`, () => (tasks.polls(id) >= count ? true : undefined));
  const saved = (count: number): Promise<true> =>
    waitUntil(
      `${count} saved results`,
      async () => {
        const records = await readRunsFile(join(stage().folder, 'lighthouse.gen.yaml'));
        return records.filter(({ status }) => status === 'saved').length >= count ? true : undefined;
      },
      120_000,
    );
  const images = async (): Promise<readonly string[]> =>
    (await readdir(stage().folder)).filter((name) => /^lighthouse.*\.png$/.test(name)).toSorted();

  it('continues after a reload without a click', async () => {
    const { person } = stage();
    const id = tasks.expect();
    await generate(person);
    await person.dialog().getByRole('button', { name: 'Generate', exact: true }).click();
    await typeKey(person);
    await polled(id, 1);

    await person.page.reload();
    await polled(id, tasks.polls(id) + 1);
    tasks.finish(id);
    await saved(1);

    assert.deepEqual([tasks.posts(), tasks.downloads(id), await images()], [1, 1, ['lighthouse.png']]);
  });

  it('waits while its key is refused, and continues automatically when there is a new one', async () => {
    const { person } = stage();
    const id = tasks.expect();
    await generateAnother(person);
    await polled(id, 1);

    tasks.refuseKey(id);
    const refused = person.notification(/refused the API key/);
    await refused.waitFor();
    await person.screenshot('waits-for-key');
    const tasksView = await person.view('Tasks');
    await tasksView.locator('.monaco-list-row', { hasText: 'waiting for a valid key' }).waitFor();
    const pollsBefore = tasks.polls(id);
    tasks.finish(id);
    await refused.getByRole('button', { name: 'Set API Key' }).click();
    await typeKey(person);
    await saved(2);

    assert.deepEqual([tasks.posts(), tasks.polls(id), tasks.downloads(id)], [2, pollsBefore + 1, 1]);
  });

  it('is watched by one of two windows, and by the other when that one closes', async () => {
    const { person, openWindow } = stage();
    const other = await openWindow();
    await other.view('Tasks');
    const id = tasks.expect();
    await generateAnother(person);
    await polled(id, 1);
    const [startedAt, pollsBefore] = [Date.now(), tasks.polls(id)];
    await polled(id, pollsBefore + 2);
    const mostPolls = (Date.now() - startedAt) / minPollMs + 1;
    const polls = tasks.polls(id) - pollsBefore;
    const otherView = await other.view('Tasks');
    const followed = otherView.locator('.monaco-list-row', { hasText: 'other window' });
    await followed.filter({ hasText: '30 %' }).waitFor();
    // The other window shows what this one has made.
    await otherView.locator('.monaco-list-row', { hasText: 'lighthouse-2.png' }).waitFor();
    await other.screenshot('the-other-window');

    await person.page.close({ runBeforeUnload: true });
    tasks.finish(id);
    await saved(3);
    const tasksView = await other.view('Tasks');
    await tasksView.locator('.monaco-list-row', { hasText: 'lighthouse-3.png' }).waitFor();
    await followed.waitFor({ state: 'detached' });

    assert.ok(polls <= mostPolls, `${polls} questions where one window asks at most ${mostPolls}`);
    assert.deepEqual(
      [tasks.posts(), tasks.downloads(id), await images()],
      [3, 1, ['lighthouse-2.png', 'lighthouse-3.png', 'lighthouse.png']],
    );
  });
});
