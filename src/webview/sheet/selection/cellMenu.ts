import type { PreviewAction } from '../../../protocol/preview.ts';
import type { PreviewItem } from '../../../protocol/previewItem.ts';
import { openMenu, type MenuItem } from '../../dialogs/menu.ts';
import type { IconName } from '../../icons.ts';
import { isOfMatrix, type MarkAction } from '../../marks/marking.ts';
import type { ViewContext } from '../../view.ts';

interface CellMenu {
  readonly item: PreviewItem;
  readonly parent: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly open: () => void;
  readonly mark: (action: MarkAction) => void;
}

/** Shows what can be done with a result. Marks apply to all selected ones. */
export function openCellMenu({ item, parent, x, y, open, mark }: CellMenu, { strings, send }: ViewContext): void {
  const act = (icon: IconName, action: PreviewAction): MenuItem => ({
    icon,
    label: strings[action],
    press: () => send({ type: 'act', id: item.id, action }),
  });
  const marks: readonly MenuItem[] = [
    { icon: 'star-empty', label: strings['key.star'], key: 'S', press: () => mark({ kind: 'star' }) },
    { icon: 'circle-slash', label: strings['key.reject'], key: 'X', press: () => mark({ kind: 'reject' }) },
    { icon: 'note', label: strings['menu.note'], key: 'N', press: () => mark({ kind: 'note' }) },
  ];
  const files: readonly MenuItem[] = [
    act('go-to-file', 'openFile'),
    act('folder-opened', 'reveal'),
    act('copy', 'copyPath'),
    act('history', 'recall'),
    ...(isOfMatrix(item) ? [{ ...act('symbol-array', 'useCombination'), key: 'W' }] : []),
  ];
  const remove: MenuItem = {
    icon: 'trash',
    label: strings['menu.delete'],
    key: 'Delete',
    press: () => mark({ kind: 'delete' }),
  };
  const isFile = item.kind === 'artifact';
  openMenu({
    label: item.name,
    parent,
    x,
    y,
    items: [
      { icon: 'open-preview', label: strings['menu.open'], key: 'Enter', press: open },
      ...(isFile ? [...marks, ...files, remove] : []),
    ],
  });
}
