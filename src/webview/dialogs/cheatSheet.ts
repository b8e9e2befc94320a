import type { PreviewStringKey, PreviewStrings } from '../../protocol/previewStrings.ts';
import { element } from '../dom.ts';
import { openDialog } from './dialog.ts';

/** The keys with what they do. Names of keys are the same in each language. */
const keys: readonly (readonly [string, PreviewStringKey & `key.${string}`])[] = [
  ['G', 'key.switch'],
  ['Enter', 'key.open'],
  ['Esc', 'key.back'],
  ['← ↑ ↓ →', 'key.move'],
  ['Shift + ← →', 'key.extend'],
  ['Ctrl + A', 'key.selectAll'],
  ['Ctrl + Space', 'key.toggle'],
  ['S', 'key.star'],
  ['X', 'key.reject'],
  ['1 – 5', 'key.rate'],
  ['0', 'key.clear'],
  ['N', 'key.note'],
  ['U', 'key.undo'],
  ['C', 'key.compare'],
  ['D', 'key.divide'],
  ['W', 'key.use'],
  ['Delete', 'key.delete'],
  ['/', 'key.search'],
  ['F', 'key.filters'],
  ['R', 'key.showNew'],
  ['Shift + F10', 'key.menu'],
];

/** Shows the keys of sheet and stage. */
export function openCheatSheet(strings: PreviewStrings): void {
  const rows = keys.map(([key, name]) =>
    element('div', {}, [element('dt', {}, [element('kbd', { text: key })]), element('dd', { text: strings[name] })]),
  );
  openDialog({ title: strings.keys, strings, children: [element('dl', { class: 'keys' }, rows)] }).classList.add(
    'wide',
  );
}
