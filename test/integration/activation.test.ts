import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { extensionId } from '../support/extensionId.ts';

const commands = [
  'generate',
  'generateAtCursor',
  'newJobFile',
  'connect',
  'setApiKey',
  'removeApiKey',
  'selectProfile',
  'showBalance',
  'previewResults',
  'showContactSheet',
  'showAllResults',
  'searchResults',
  'exportContactSheet',
  'showLog',
  'saveAll',
].map((name) => `genwright.${name}`);

describe('The installed extension', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, `${extensionId} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('offers its commands', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commands.filter((command) => !known.has(command)),
      [],
    );
  });
});
