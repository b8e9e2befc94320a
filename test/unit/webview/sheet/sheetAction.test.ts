import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheetAction } from '../../../../src/webview/sheet/sheetAction.ts';

const press = (keys: string) => {
  const parts = keys.split('+');
  const has = (name: string): boolean => parts.slice(0, -1).includes(name);
  return sheetAction({
    key: parts.at(-1) ?? '',
    shiftKey: has('Shift'),
    ctrlKey: has('Control'),
    metaKey: has('Meta'),
    altKey: has('Alt'),
  });
};

test('each key has its effect', () => {
  const effects = Object.fromEntries(
    [
      'ArrowLeft',
      'Shift+End',
      'Enter',
      ' ',
      'Control+a',
      'Meta+a',
      'Control+ ',
      '/',
      'f',
      'r',
      'Shift+F10',
      'S',
      '3',
    ].map((keys) => [keys, press(keys)]),
  );
  assert.deepEqual(effects, {
    ArrowLeft: { kind: 'move', move: 'left', isExtending: false },
    'Shift+End': { kind: 'move', move: 'last', isExtending: true },
    Enter: { kind: 'open' },
    ' ': { kind: 'open' },
    'Control+a': { kind: 'selectAll' },
    'Meta+a': { kind: 'selectAll' },
    'Control+ ': { kind: 'toggle' },
    '/': { kind: 'search' },
    f: { kind: 'filter' },
    r: { kind: 'showNew' },
    'Shift+F10': { kind: 'menu' },
    S: { kind: 'mark', action: { kind: 'star' } },
    3: { kind: 'mark', action: { kind: 'rate', rating: 3 } },
  });
});

test('keys of the workbench, and keys without effect, are left alone', () => {
  const keys = ['Control+s', 'Meta+ArrowLeft', 'Alt+1', 'Control+1', 'F10', 'g', '6', 'q', 'toString', 'Tab', 'Escape'];
  assert.deepEqual(
    keys.filter((each) => press(each) !== null),
    [],
  );
});
