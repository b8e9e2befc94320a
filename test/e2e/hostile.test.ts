import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { startHostileGateway } from '../fakes/gateway/hostileGateway.ts';
import type { ScriptedGateway } from '../fakes/gateway/scriptedGateway.ts';
import { recorderExtensionDir } from '../hosts/paths.ts';
import {
  hostileEnvironment,
  hostileNames,
  hostileSecrets,
  paidProfile,
  secretVariable,
  writeHostileRepository,
} from '../support/hostileRepository.ts';
import { hostileImage } from '../support/hostileText.ts';
import { doUntil, glanceMs } from './again.ts';
import { type Exits, recordExits } from './exits.ts';
import {
  generatedFile,
  indexedFile,
  lastOffers,
  offersInRestrictedMode,
  offersInTrustedFolder,
  offersWithoutKey,
} from './hostileOffers.ts';
import { listUnselected, selectAll } from './offers.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const model = 'seedream-5-0-260128';
const submit = '/v1/images/generations';
/** Prompts by which the gateway selects its answers. They lead to each state that a task can stay in. */
const prompts = ['refused', 'failed', 'amount', 'addresses', 'page', 'running'];
const files: Readonly<Record<string, string>> = {
  [generatedFile]: `gen: { on_error: continue }\nmodel: ${model}\nprompt: \${{ matrix.case }}\nmatrix:\n  case: [${prompts.join(', ')}]\n`,
  [indexedFile]: `model: acme-1\nstyle: a\n"${hostileImage}": 1\nprompt: x\n`,
};

describe('A user in a hostile repository with a hostile gateway', () => {
  let gateway: ScriptedGateway;
  let exits: Exits;
  /** A folder outside the repository. */
  let elsewhere: string;
  const stage = setStage({
    name: 'hostile',
    workspaceTrust: 'asked',
    beside: [recorderExtensionDir],
    settings: async (cleanUp, folder) => {
      gateway = await startHostileGateway();
      cleanUp.add(() => gateway.close());
      const repository = await writeHostileRepository(folder);
      cleanUp.add(repository.remove);
      elsewhere = repository.elsewhere;
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      process.env[secretVariable] = hostileSecrets.variable;
      return {
        'genwright.profiles': [{ name: paidProfile, baseUrl: gateway.url, docsUrl: `${gateway.url}/docs` }],
      };
    },
  });
  const readSpent = async (person: Person): Promise<string> =>
    (await person.view('Account')).locator('.monaco-list-row', { hasText: 'Spent today' }).innerText();
  /** Bodies of the requests that may be charged. */
  const charged = (): readonly string[] =>
    gateway.calls.flatMap(({ method, path, body }) => (method === 'POST' && path === submit ? [body] : []));

  before(async () => {
    exits = await recordExits(stage().person.page);
  });

  /** Checks what holds whatever was selected. */
  async function assertContained(): Promise<void> {
    const { folder } = stage();
    const names: readonly string[] = await readdir(folder);
    const processes = (await readFile(join(folder, '../processes.txt'), 'utf8')).split('\n');
    assert.ok(processes.some((line) => line.startsWith('another:')));
    assert.deepEqual(
      {
        exits: exits.list(),
        started: processes.filter((line) => /^(?:Genwright|terminal):/.test(line)),
        leaked: Object.values(hostileSecrets).filter((secret) => JSON.stringify(gateway.calls).includes(secret)),
        environment: await readFile(join(folder, '.env'), 'utf8'),
        lost: hostileNames.filter((name) => !names.includes(name)),
        elsewhere: await readdir(elsewhere),
      },
      {
        exits: [],
        started: [],
        leaked: [],
        environment: hostileEnvironment,
        lost: [],
        elsewhere: ['outside.mp4'],
      },
    );
  }

  it('is offered nothing in Restricted Mode that does harm', async () => {
    const { person } = stage();
    const spent = await readSpent(person);
    await selectAll(person, offersInRestrictedMode);
    await assertContained();
    assert.deepEqual([gateway.calls, await readSpent(person)], [[], spent]);
  });

  it('is asked in a trusted folder before anything is sent', async () => {
    const { person } = stage();
    await trustFolder(person);
    await selectAll(person, offersWithoutKey(new URL(gateway.url).host));
    await assertContained();
    assert.deepEqual(charged(), []);

    await generate(person);
    await assertContained();
    const confirmed = prompts.map((prompt) => JSON.stringify({ model, prompt }));
    assert.deepEqual(charged().toSorted(), confirmed.toSorted());
  });

  it('is offered nothing in a trusted folder that does harm', async () => {
    const { person } = stage();
    const known = offersInTrustedFolder(gateway.url);
    // No hostile result can be recalled, no task waits, no profile has an idempotency header, and each folder is there.
    const absent = ['Apply Recalled Job', 'Cancel', 'Send Again Safely', 'Locate Folder...'];
    assert.deepEqual(listUnselected([...known, ...lastOffers]), absent);
    const [spent, before] = [await readSpent(person), charged()];

    await selectAll(person, known);
    const spentAfter = await readSpent(person);
    await selectAll(person, lastOffers);

    await assertContained();
    const again = charged().slice(before.length);
    assert.deepEqual(
      { again: again.length, others: again.filter((body) => !before.includes(body)), spent: spentAfter },
      { again: 2, others: [], spent },
    );
  });
});

async function trustFolder(person: Person): Promise<void> {
  await person.runCommand('Workspaces: Manage Workspace Trust');
  const editor = person.page.locator('.workspace-trust-editor');
  await editor.getByRole('button', { name: 'Trust', exact: true }).click();
  await person.runCommand('View: Close All Editors');
}

/** Generates, agrees, enters a key, and stops the task that never ends, so that the run ends. */
async function generate(person: Person): Promise<void> {
  await person.openFile(generatedFile);
  await person.runCommand('Genwright: Generate');
  await person.dialog().getByRole('button', { name: 'Generate', exact: true }).click();
  await person.prompt().filter({ hasText: 'API Key' }).waitFor();
  await person.prompt().locator('input').fill('sk-test-0123456789abcdef');
  await person.page.keyboard.press('Enter');
  const rows = (await person.view('Tasks')).locator('.monaco-list-row');
  await rows.filter({ hasText: /^addressesnot saved/ }).waitFor();
  const running = rows.filter({ hasText: /^running/ });
  const stop = person.prompt().getByRole('option', { name: /^Stop Watching/ });
  const ask = async (): Promise<void> => {
    await running.hover();
    await running.getByRole('button', { name: 'Stop Watching' }).click({ timeout: glanceMs });
  };
  await doUntil(ask, () => stop.waitFor({ timeout: glanceMs }));
  await stop.click();
  await person.notification('4 of 6 failed').waitFor();
}
