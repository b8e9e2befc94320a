import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { iconNames } from '../../../src/webview/icons.ts';
import { buildIcons } from '../../../scripts/icons.ts';

const root = join(import.meta.dirname, '../../..');

test('the style sheet shows each icon at its position in the image', async () => {
  const icons = await buildIcons(root, iconNames);
  const offsets = [...icons.css.matchAll(/\.codicon-([\w-]+) \{ mask-position: 0 -(\d+)em; \}/g)];
  const groups = [...icons.svg.matchAll(/translate\(0 (\d+)\)/g)];
  assert.deepEqual(
    offsets.map(([, name, ems]) => [name, Number(ems) * 16]),
    groups.map(([, units], index) => [iconNames[index], Number(units)]),
  );
  assert.equal(offsets.length, iconNames.length);
});
