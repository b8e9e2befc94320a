import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { filesWith } from './helpers/filesWith.ts';
import { createJobFolder, generate, type GenerateResult } from './helpers/jobFiles.ts';
import { loadSandbox } from './helpers/loadSandbox.ts';
import { readProfileSettings, writeProfileSettings } from './helpers/profileSettings.ts';
import { readTestSetting } from './helpers/testSettings.ts';

const imageJob = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn, watercolor\n';

const ends = ({ tasks }: GenerateResult): unknown =>
  tasks.map(({ status, error }) => [status, error?.code ?? null] as const);

describe('A gateway of the user', () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await startGateway(loadSandbox().startSandbox);
  });

  afterEach(async () => {
    await writeProfileSettings(undefined, undefined);
    await gateway.close();
  });

  const connect = (apiKey: string): Thenable<unknown> =>
    vscode.commands.executeCommand('genwright.connect', { baseUrl: gateway.url, apiKey, name: 'studio' });

  const posts = (): number => gateway.calls.filter(({ method }) => method === 'POST').length;

  it('is connected, selected and used with its key', async () => {
    await connect(gateway.key);
    assert.equal(readProfileSettings().profile, 'studio');
    const folder = await createJobFolder('hero', imageJob);

    const result = await generate(folder.jobFile);

    assert.deepEqual(ends(result), [['saved', null]]);
    const [record] = await folder.runs();
    assert.deepEqual([record?.['profile'], posts()], ['studio', 1]);
  });

  it('is not stored when it refuses the key', async () => {
    const before = readProfileSettings();
    await assert.rejects(async () => connect('sk-not-the-key'));
    assert.deepEqual(readProfileSettings(), before);
  });

  it('appears in messages as nothing but text', async () => {
    const name = '[studio](command:workbench.action.terminal.new)';
    const connectNamed = async (): Promise<unknown> =>
      vscode.commands.executeCommand('genwright.connect', { baseUrl: gateway.url, apiKey: 'sk-not-the-key', name });
    await assert.rejects(connectNamed, /\[studio\]\u2060\(command:/);
  });

  it('does not replace another one with its name without asking', async () => {
    await connect(gateway.key);
    const before = readProfileSettings();
    const other = await startGateway(loadSandbox().startSandbox);
    try {
      const argument = { baseUrl: other.url, apiKey: other.key, name: 'studio' };
      // VS Code refuses dialogs in tests, so the user cannot agree.
      await assert.rejects(async () => vscode.commands.executeCommand('genwright.connect', argument));
      assert.deepEqual(readProfileSettings(), before);
    } finally {
      await other.close();
    }
  });

  it('is not stored when the URL is not one', async () => {
    const before = readProfileSettings();
    await assert.rejects(async () =>
      vscode.commands.executeCommand('genwright.connect', { baseUrl: 'http://example.com', apiKey: 'sk-x', name: 'x' }),
    );
    assert.deepEqual(readProfileSettings(), before);
  });

  it('is sent nothing while its key is missing', async () => {
    // An earlier gateway may have had this port, and the other tests store keys for its address.
    const baseUrl = gateway.url.replace('127.0.0.1', 'localhost');
    await writeProfileSettings([{ name: 'keyless', baseUrl }], 'keyless');
    const folder = await createJobFolder('hero', imageJob);

    const result = await generate(folder.jobFile);

    assert.deepEqual([ends(result), posts()], [[['failed', 'key-missing']], 0]);
  });

  it('is asked once when it refuses the key, and the task says so', async () => {
    await connect(gateway.key);
    gateway.revokeKey();
    const folder = await createJobFolder('hero', imageJob);

    const result = await generate(folder.jobFile);

    assert.deepEqual([ends(result), posts()], [[['failed', 'key-refused']], 1]);
  });

  it('has its key in no file', async () => {
    await connect(gateway.key);
    const folder = await createJobFolder('hero', imageJob);
    await generate(folder.jobFile);
    gateway.revokeKey();
    await generate(folder.jobFile);

    const places = [folder.dir, readTestSetting('data'), readTestSetting('logs')];

    assert.notDeepEqual(await filesWith('"studio"', places), [], 'the search itself finds nothing');
    assert.deepEqual(await filesWith(gateway.key, places), []);
  });
});
