import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CallError, rejectAsCall, UserError } from '../../../../src/host/commands/commandError.ts';
import { guardHandler } from '../../../../src/host/commands/guard.ts';
import { commands, type CommandId } from '../../../../src/host/ids.ts';

const abort = new DOMException('The window closes', 'AbortError');

/** A guarded command that fails, and what is reported of it. */
function arrange(id: CommandId, run: () => unknown) {
  const heard: string[] = [];
  const guarded = guardHandler(id, run, {
    report: (_, error) => heard.push(`report ${String(error)}`),
    note: (_, error) => heard.push(`note ${String(error)}`),
  });
  return { guarded, heard };
}

describe('the end of a command', () => {
  for (const [error, heard] of [
    [new UserError('Restricted Mode'), ['report UserError: Restricted Mode']],
    [new Error('no engine'), ['report Error: no engine']],
    [abort, []],
  ] as const) {
    test(`of Generate by hand is the empty result after ${error.name}`, async () => {
      const command = arrange(commands.generate, () => Promise.reject(error));
      assert.deepEqual([await command.guarded(), command.heard], [{ tasks: [], problems: 0 }, heard]);
    });

    test(`is a rejection with the reason for a program, and shows nothing, after ${error.name}`, async () => {
      const command = arrange(commands.connect, () => rejectAsCall(Promise.reject(error)));
      await assert.rejects(async () => command.guarded(), { name: 'CallError', message: error.message });
      assert.deepEqual(command.heard, [`note ${String(error)}`]);
    });
  }

  test('of a wrong call is only its rejection', async () => {
    const command = arrange(commands.generate, () => {
      throw new CallError('no such option');
    });
    await assert.rejects(async () => command.guarded(), { message: 'no such option' });
    assert.deepEqual(command.heard, []);
  });
});
