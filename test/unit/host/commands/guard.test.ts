import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands, type CommandId } from '../../../../src/host/ids.ts';
import { resetWindow, shown, workspace } from '../fakes/fakeVscode.ts';

const { CallError, rejectAsCall, UserError } = await import('../../../../src/host/commands/errors.ts');
const { guardHandler } = await import('../../../../src/host/commands/guard.ts');

const abort = new DOMException('The window closes', 'AbortError');

/** Arranges a guarded command. `heard` is what the user reads, and the first lines of the log. */
function arrange(id: CommandId, run: () => unknown) {
  resetWindow();
  const logged: string[] = [];
  const note = (line: string): void => void logged.push(line.split('\n')[0] ?? '');
  const guarded = guardHandler(id, run, { error: note, warn: assert.fail, info: assert.fail });
  return { guarded, heard: () => ({ shown: shown.slice(0, 1), logged }) };
}

describe('the end of a command', () => {
  for (const [error, heard] of [
    [new UserError('Select a model.'), { shown: ['Select a model.'], logged: [] }],
    [
      new TypeError('no engine'),
      {
        shown: ['Genwright could not finish this: no engine'],
        logged: ['genwright.generate: TypeError: no engine'],
      },
    ],
    ['gone', { shown: ['Genwright could not finish this: gone'], logged: ['genwright.generate: gone'] }],
    [abort, { shown: [], logged: [] }],
  ] as const) {
    test(`of Generate by hand is the empty result after ${String(error)}`, async () => {
      const command = arrange(commands.generate, () => Promise.reject(error));
      assert.deepEqual([await command.guarded(), command.heard()], [{ tasks: [], problems: 0 }, heard]);
    });
  }

  for (const error of [new UserError('Restricted Mode'), new Error('no engine'), abort]) {
    test(`is a rejection with the reason for a program, and shows nothing, after ${error.name}`, async () => {
      const command = arrange(commands.connect, () => rejectAsCall(Promise.reject(error)));
      await assert.rejects(async () => command.guarded(), { name: 'CallError', message: error.message });
      assert.deepEqual(command.heard(), { shown: [], logged: [`genwright.connect: ${String(error)}`] });
    });
  }

  test('of a wrong call is only its rejection', async () => {
    const command = arrange(commands.generate, () => {
      throw new CallError('no such option');
    });
    await assert.rejects(async () => command.guarded(), { message: 'no such option' });
    assert.deepEqual(command.heard(), { shown: [], logged: [] });
  });

  test('of a wrong call from the Explorer, which shows no rejection, is a notice with the reason', async () => {
    const command = arrange(commands.useAsInput, () => {
      throw new CallError('Select one file.');
    });
    assert.equal(await command.guarded('boat.png', ['boat.png', 'sea.png']), undefined);
    assert.deepEqual(command.heard(), { shown: ['Select one file.'], logged: [] });
  });

  test('of a call from the Explorer that fails is reported with its cause', async () => {
    const command = arrange(commands.useAsInput, () => rejectAsCall(Promise.reject(new Error('no engine'))));
    assert.equal(await command.guarded('boat.png', ['boat.png']), undefined);
    assert.deepEqual(command.heard().shown, ['Genwright could not finish this: no engine']);
  });

  test('of a wrong call of a program that passes a list is its rejection', async () => {
    const command = arrange(commands.compareResults, () => {
      throw new CallError('Select two to four results to compare them.');
    });
    await assert.rejects(async () => command.guarded('hero.gen.yaml', ['hero.png']), { name: 'CallError' });
    assert.deepEqual(command.heard(), { shown: [], logged: [] });
  });
});

test('in Restricted Mode, commands that always send are refused before they begin', async () => {
  const refusal =
    'In Restricted Mode, Genwright starts no new requests, not even in the sandbox. Trust this folder to continue.';
  const refused = new Set<CommandId>();
  for (const id of Object.values(commands)) {
    const { guarded, heard } = arrange(id, () => 'begun');
    workspace.isTrusted = false;
    if ((await guarded()) !== 'begun') refused.add(id);
    assert.deepEqual(heard(), { shown: refused.has(id) ? [refusal] : [], logged: [] });
  }
  assert.deepEqual(
    [...refused].sort(),
    [
      commands.assetRegister,
      commands.generate,
      commands.generateAtCursor,
      commands.runRetryFailed,
      commands.taskResubmit,
      commands.taskRetry,
      commands.taskSendAgain,
    ].sort(),
  );
});
