import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands, type CommandId } from '../../../../src/host/ids.ts';
import { resetWindow, shown } from '../fakes/fakeVscode.ts';

const { CallError, rejectAsCall, UserError } = await import('../../../../src/host/commands/errors.ts');
const { createErrorReport, guardHandler } = await import('../../../../src/host/commands/guard.ts');

const abort = new DOMException('The window closes', 'AbortError');

/** Arranges a guarded command that fails, and notes what is reported of it. */
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

  test('of a wrong call from the Explorer, which shows no rejection, is a notice with the reason', async () => {
    const command = arrange(commands.useAsInput, () => {
      throw new CallError('Select one file.');
    });
    assert.equal(await command.guarded('boat.png', ['boat.png', 'sea.png']), undefined);
    assert.deepEqual(command.heard, ['report UserError: Select one file.']);
  });

  test('of a call from the Explorer that fails is reported with its cause', async () => {
    const command = arrange(commands.useAsInput, () => rejectAsCall(Promise.reject(new Error('no engine'))));
    assert.equal(await command.guarded('boat.png', ['boat.png']), undefined);
    assert.deepEqual(command.heard, ['report Error: no engine']);
  });

  test('of a wrong call of a program that passes a list is its rejection', async () => {
    const command = arrange(commands.compareResults, () => {
      throw new CallError('Select two to four results to compare them.');
    });
    await assert.rejects(async () => command.guarded('hero.gen.yaml', ['hero.png']), { name: 'CallError' });
    assert.deepEqual(command.heard, []);
  });
});

test('only a defect is reported with its stack in the log', () => {
  for (const [error, text, log] of [
    [new UserError('Select a model.'), 'Select a model.', []],
    [
      new TypeError('no engine'),
      'Genwright could not finish this: no engine',
      ['genwright.connect: TypeError: no engine'],
    ],
    ['gone', 'Genwright could not finish this: gone', ['genwright.connect: gone']],
  ] as const) {
    resetWindow();
    const logged: string[] = [];
    const note = (line: string): void => void logged.push(line.split('\n')[0] ?? '');
    createErrorReport({ error: note, warn: assert.fail, info: assert.fail }).report(commands.connect, error);
    assert.deepEqual([shown[0], logged], [text, log]);
  }
});
