import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PreviewItem } from '../../../src/protocol/previewItem.ts';
import { iconOf } from '../../../src/webview/icons.ts';
import { buildIcons } from '../../build/icons.ts';

const root = join(import.meta.dirname, '../../..');

async function arrange() {
  const sources = globSync('src/webview/**/*.ts', { cwd: root });
  const texts = await Promise.all(sources.map((path) => readFile(join(root, path), 'utf8')));
  return { text: texts.join('\n'), icons: await buildIcons(root, sources) };
}

test('every icon that the preview names is in its set', async () => {
  const { text, icons } = await arrange();
  const named = [...text.matchAll(/\bicon(?:\(|: )'([\w-]+)'/g)].map(([, name = '']) => name);
  const states = /stateIcons[^}]*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  const ofStates = [...states.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  assert.deepEqual(
    [named.length > 10, ofStates.length, [...named, ...ofStates].filter((name) => !icons.names.includes(name))],
    [true, 12, []],
  );
});

test('the style sheet shows each icon at its position in the image', async () => {
  const { icons } = await arrange();
  const offsets = [...icons.css.matchAll(/\.codicon-([\w-]+) \{ mask-position: 0 -(\d+)em; \}/g)];
  const groups = [...icons.svg.matchAll(/translate\(0 (\d+)\)/g)];
  assert.deepEqual(
    offsets.map(([, name, ems]) => [name, Number(ems) * 16]),
    groups.map(([, units], index) => [icons.names[index], Number(units)]),
  );
  assert.equal(offsets.length, icons.names.length);
});

test('a task has the icon of its state, and a result that of its kind', () => {
  const base = { id: 'a' } as const;
  assert.deepEqual(
    [
      iconOf({ ...base, kind: 'task', state: 'failed' } as PreviewItem),
      iconOf({ ...base, kind: 'artifact', media: 'audio' } as PreviewItem),
    ],
    ['error', 'music'],
  );
});
