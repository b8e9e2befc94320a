import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createContext } from '../../../src/cli/context.ts';
import { createProgress } from '../../../src/cli/progress.ts';
import { processTerminal } from '../../../src/cli/terminal.ts';
import { buildTask } from '../host/fakes/builders.ts';

test('without a terminal, a line of totals comes each minute, until the command ends', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let said = '';
  const stderr = new Writable({ write: (chunk: Buffer, _, done) => ((said += chunk.toString()), done()) });
  const progress = createProgress(createContext({}, { ...processTerminal(), stderr }, '1.2.3'));
  const pass = (ms: number): string => {
    said = '';
    context.mock.timers.tick(ms);
    return said;
  };

  const before = pass(60_000);
  progress.change(buildTask({ id: 'a', state: 'running' }));
  progress.change(buildTask({ id: 'b', state: 'planned' }));
  const first = [pass(59_999), pass(1)];
  progress.change(buildTask({ id: 'a', state: 'saved' }));
  const second = pass(60_000);
  progress.end();

  assert.deepEqual(
    [before, first, second, pass(60_000)],
    ['', ['', '0 of 2 saved · 1 being made · 1 waiting\n'], '1 of 2 saved · 1 waiting\n', ''],
  );
});
