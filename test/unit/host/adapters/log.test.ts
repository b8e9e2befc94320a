import assert from 'node:assert/strict';
import { test } from 'node:test';
import { window } from '../fakes/fakeVscode.ts';

const { createLogChannel } = await import('../../../../src/host/adapters/log.ts');

test('the log begins with its first line, no line has a secret, and it is shown without taking the focus', () => {
  const said: unknown[] = [];
  const add =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void said.push([name, ...args]);
  const channel = {
    info: add('info'),
    warn: add('warn'),
    error: add('error'),
    show: add('show'),
    dispose: add('dispose'),
  };
  const createOutputChannel = (...args: readonly unknown[]) => {
    said.push(args);
    return channel;
  };
  Object.assign(window, { createOutputChannel });
  const log = createLogChannel((text) => text.replace('sk-1', '***'));
  said.push('created');
  for (const level of ['info', 'warn', 'error'] as const) log[level](`${level} sk-1`);
  log.show();
  log.dispose();
  Reflect.deleteProperty(window, 'createOutputChannel');
  assert.deepEqual(said, [
    'created',
    ['Genwright', { log: true }],
    ['info', 'info ***'],
    ['warn', 'warn ***'],
    ['error', 'error ***'],
    ['show', true],
    ['dispose'],
  ]);
});
