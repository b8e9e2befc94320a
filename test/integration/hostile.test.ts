import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { previewActions } from '../../src/protocol/preview.ts';
import { previewTaskActions } from '../../src/protocol/previewItem.ts';
import { startHostileGateway } from '../fakes/gateway/hostileGateway.ts';
import type { ScriptedGateway } from '../fakes/gateway/scriptedGateway.ts';
import {
  hostileCases,
  hostileEnvironment,
  hostileJobs,
  type HostileRepository,
  hostileSecrets,
  paidProfile,
  secretVariable,
  writeHostileRepository,
} from '../support/hostileRepository.ts';
import { isInert } from '../support/hostileText.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { commandTrials, inEditor, type Trial } from './helpers/hostileCommands.ts';
import type { GenerateResult } from './helpers/jobFiles.ts';
import { writeProfileSettings } from './helpers/profileSettings.ts';
import { type ApiRecorder, type OpenedPanel, recordApi } from './helpers/recordApi.ts';
import { extensionId } from '../support/extensionId.ts';

const submit = 'POST /v1/images/generations';
/** The hostile gateway, and gateways of earlier tests. */
const isLoopback = /^(?:127\.0\.0\.1|localhost):\d+$/;
const question = /^POST \/v1\/assets\/(?:list|group\/list|quota)$/;
/** Commands that show something. The extension runs no other command of VS Code. */
const shows = new Set([
  'editor.action.toggleWordWrap',
  'editor.fold',
  'genwright.tasks.focus',
  'revealInExplorer',
  'setContext',
  'vscode.diff',
  'vscode.open',
  'workbench.actions.view.problems',
  'workbench.trust.manage',
]);

const extension = vscode.extensions.getExtension<unknown>(extensionId);
assert.ok(extension, `${extensionId} is not installed`);
const manifest = extension.packageJSON as { contributes: { commands: readonly { command: string }[] } };
const commandIds = manifest.contributes.commands.map(({ command }) => command);

describe('A hostile repository and a hostile gateway', () => {
  let gateway: ScriptedGateway;
  let repository: HostileRepository;
  let recorder: ApiRecorder;
  let trial: Trial;
  let failed = 0;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const fileOf = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
  const run = (id: string, ...args: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(id, ...args);
  let seen = 0;
  /** Views may read the balance, a task or the models at any time, which costs nothing. */
  const posted = (): readonly string[] =>
    gateway
      .lines()
      .slice(seen)
      .filter((line) => line.startsWith('POST'));

  before(async () => {
    await extension.activate();
    process.env[secretVariable] = hostileSecrets.variable;
    gateway = await startHostileGateway();
    repository = await writeHostileRepository(folder);
    await writeProfileSettings(
      [{ name: paidProfile, baseUrl: gateway.url, docsUrl: `${gateway.url}/docs` }],
      undefined,
    );
    const readProfile = (): unknown => vscode.workspace.getConfiguration('genwright').get('profile');
    await waitUntil('the settings of the repository', () => readProfile() === paidProfile || undefined);
    recorder = recordApi(extension);
    const jobFiles = [
      ...Object.keys(hostileJobs).map(fileOf),
      ...repository.oddlyNamed.map((path) => vscode.Uri.file(path)),
    ];
    trial = { folder, jobFiles, tasks: [], elsewhere: repository.elsewhere, gateway: gateway.url };
    await storeKey();
  });

  beforeEach(() => {
    recorder.clear();
    Object.assign(recorder.user, { agrees: false, trusts: true, inputs: [], saveTo: undefined, selects: undefined });
    seen = gateway.calls.length;
  });

  after(async () => {
    recorder.stop();
    Reflect.deleteProperty(process.env, secretVariable);
    await rm(join(folder, '.vscode'), { recursive: true });
    await writeProfileSettings(undefined, undefined);
    await run('workbench.action.revertAndCloseActiveEditor');
    await run('workbench.action.closeAllEditors');
    await gateway.close();
    await repository.remove();
  });

  async function storeKey(): Promise<void> {
    recorder.user.inputs = ['sk-test-0123456789abcdef'];
    await run('genwright.setApiKey', paidProfile);
  }

  /** Checks what must hold after each action. */
  function assertContained(): void {
    const { record } = recorder;
    const foreign = record.commands.filter(({ id }) => !shows.has(id) && !commandIds.includes(id));
    const texts = [...record.notices, ...record.dialogs.flatMap((text) => text.split('\n')), ...record.lists];
    const others = record.connections.filter((target) => !isLoopback.test(target));
    assert.deepEqual(
      {
        started: record.started,
        foreign,
        others,
        opened: record.commands.filter(({ id }) => id === 'vscode.open').filter(({ args }) => !isOwn(args[0])),
        active: texts.filter((text) => !isInert(text)),
        leaked: Object.values(hostileSecrets).filter((secret) => JSON.stringify(gateway.calls).includes(secret)),
      },
      { started: [], foreign: [], others: [], opened: [], active: [], leaked: [] },
    );
  }

  /** Whether a target is a file of the workspace folder or a page of Genwright. */
  function isOwn(target: unknown): boolean {
    if (!(target instanceof vscode.Uri)) return false;
    return target.scheme === 'file' ? target.fsPath.startsWith(folder) : target.scheme.startsWith('genwright-');
  }

  async function call(id: string, args: readonly unknown[]): Promise<void> {
    recorder.user.inputs = [...(commandTrials[id]?.inputs?.(trial) ?? [])];
    recorder.user.saveTo = vscode.Uri.file(join(repository.elsewhere, 'schema.json'));
    const [first, second] = args;
    if (first === inEditor) await vscode.window.showTextDocument(second as vscode.Uri);
    await run(id, ...(first === inEditor ? [] : args));
  }

  it('cause a question that names them before anything is sent', async () => {
    await run('genwright.generate', fileOf('cases.gen.yaml'));

    assertContained();
    const [dialog = ''] = recorder.record.dialogs;
    assert.match(dialog, new RegExp(`The workspace selects the profile "${paidProfile}" \\(127\\.0\\.0\\.1:\\d+\\)`));
    assert.deepEqual([recorder.record.dialogs.length, posted()], [1, []]);
  });

  it('get the requests that the user agrees to, once each, and show nothing but text', async () => {
    recorder.user.agrees = true;
    const options = { unchanged: 'generate' };
    const { tasks } = (await run('genwright.generate', fileOf('cases.gen.yaml'), options)) as GenerateResult;
    trial = { ...trial, tasks: tasks.map(({ id }) => id) };
    failed = tasks.filter(({ status }) => status === 'failed').length;

    assertContained();
    assert.deepEqual([tasks.length, posted()], [hostileCases.length, hostileCases.map(() => submit)]);
  });

  it('do not get a file or a variable that no field uses', async () => {
    recorder.user.agrees = true;
    for (const name of ['image', 'environment', 'parent']) {
      await run('genwright.generate', fileOf(`${name}.gen.yaml`), { unchanged: 'generate' });
    }
    assertContained();
    assert.deepEqual(posted(), []);
  });

  it('get text from a file only after a question that names it', async () => {
    await run('genwright.generate', fileOf('text.gen.yaml'), { unchanged: 'generate' });
    assert.match(recorder.record.dialogs.join('\n'), /Local files that are sent to 127\.0\.0\.1:\d+: \.env/);
    assertContained();
    assert.deepEqual(posted(), []);
  });

  it('cannot replace a gateway of the user without a question', async () => {
    const readProfiles = (): unknown => vscode.workspace.getConfiguration('genwright').get('profiles');
    const before = readProfiles();
    const baseUrl = gateway.url.replace('127.0.0.1', 'localhost');
    const connect = async (): Promise<unknown> =>
      run('genwright.connect', { baseUrl, apiKey: 'sk-x', name: paidProfile });
    await connect().catch(() => undefined);
    assert.deepEqual([recorder.record.dialogs.length, readProfiles()], [1, before]);
  });

  it('have a trial for each command of the manifest', () => {
    assert.deepEqual(Object.keys(commandTrials).toSorted(), commandIds.toSorted());
  });

  // These commands are the last ones, because they remove tasks from the list.
  const removes = ['genwright.run.clearFinished', 'genwright.task.dismiss', 'genwright.task.remove'];
  const others = commandIds.filter((id) => !removes.includes(id));
  const trials = [others, removes].flatMap((ids) =>
    [false, true].flatMap((trusts) => ids.map((id) => ({ id, trusts }))),
  );
  for (const { id, trusts } of trials) {
    it(`cannot use ${id} ${trusts ? 'in a trusted workspace' : 'in Restricted Mode'}`, async () => {
      const { calls, sends, isRefused = false } = commandTrials[id] ?? { calls: () => [], sends: 'nothing' };
      recorder.user.trusts = trusts;

      for (const args of calls(trial)) await (isRefused ? assert.rejects(call(id, args)) : call(id, args));

      const again = trusts && sends === 'requests' ? failed : 0;
      const charged = (): readonly string[] => posted().filter((line) => sends !== 'questions' || !question.test(line));
      await waitUntil('the requests', () => charged().length >= again || undefined, 20_000);
      assertContained();
      assert.deepEqual(
        charged(),
        Array.from({ length: again }, () => submit),
      );
      if (id === 'genwright.removeApiKey') await storeKey();
    });
  }

  it('cannot use what a preview offers, except a medium that is opened outside VS Code in a trusted workspace', async () => {
    for (const trusts of [false, true]) {
      recorder.user.trusts = trusts;
      for (const { panel } of recorder.panels.splice(0)) panel.dispose();
      for (const uri of trial.jobFiles) await run('genwright.previewResults', uri);
      for (const opened of recorder.panels) await tryPreview(opened);
    }
    const opened = (): readonly string[] => recorder.record.started.filter((each) => each.includes('broken.mp4'));
    await waitUntil('the program outside', () => opened().length > 0 || undefined);
    assert.equal(opened().length, 1, 'nothing is opened in Restricted Mode');
    // Media that were saved from the hostile gateway, each with the content that its name says.
    const isMedium = /^openExternal file:\/\/\S+\/(?:broken\.mp4|cases-\w+\.(?:aac|flac|png))$/;
    const media = recorder.record.started.splice(0);
    recorder.record.started.push(...media.filter((each) => !isMedium.test(each)));
    assertContained();
  });

  it('do not affect the extension host and files outside the folder', async () => {
    await run('genwright.showRequest', fileOf('hostile.gen.yaml'));
    assert.equal(await readFile(join(folder, '.env'), 'utf8'), hostileEnvironment);
    assert.equal(extension.isActive, true);
  });
});

/** Sends each message that the page may send, for each result. */
async function tryPreview({ posted, send }: OpenedPanel): Promise<void> {
  send({ type: 'ready' });
  const ids = await waitUntil('the results', () => idsOf(posted));
  for (const id of ids) {
    for (const type of ['readDetails', 'readAudio', 'runRemedy']) send({ type, id });
    for (const action of previewActions) send({ type: 'act', id, action });
    for (const action of previewTaskActions) send({ type: 'actOnTask', id, action });
  }
  const details = (): number => posted.filter((message) => (message as { type: string }).type === 'details').length;
  await waitUntil('the details', () => details() >= ids.length || undefined);
}

function idsOf(posted: readonly unknown[]): readonly string[] | undefined {
  const messages = posted as readonly { type: string; changed?: readonly { id: string }[] }[];
  const items = messages.filter(({ type }) => type === 'items');
  return items.length === 0 ? undefined : items.flatMap(({ changed = [] }) => changed.map(({ id }) => id));
}
