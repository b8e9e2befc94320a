import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { openMenu } from '../dialogs/menu.ts';
import type { IconButton } from '../dom.ts';
import type { MarkKey } from '../marks/marking.ts';
import type { ViewContext } from '../view.ts';

interface CellMenu {
  readonly item: PreviewItem;
  readonly parent: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly open: () => void;
  readonly mark: (key: MarkKey) => void;
}

/** Shows what can be done with a result. Marks apply to all selected ones. */
export function openCellMenu({ item, parent, x, y, open, mark }: CellMenu, { strings, send }: ViewContext): void {
  const act = (icon: string, action: PreviewAction): IconButton => ({
    icon,
    label: strings[action],
    press: () => send({ type: 'act', id: item.id, action }),
  });
  const marks: readonly IconButton[] = [
    { icon: 'star-empty', label: strings['key.star'], press: () => mark({ kind: 'star' }) },
    { icon: 'circle-slash', label: strings['key.reject'], press: () => mark({ kind: 'reject' }) },
    { icon: 'note', label: strings['key.note'], press: () => mark({ kind: 'note' }) },
  ];
  const files: readonly IconButton[] = [
    act('go-to-file', 'openFile'),
    act('folder-opened', 'reveal'),
    act('copy', 'copyPath'),
    act('history', 'recall'),
    ...(item.axes.length > 0 ? [act('symbol-array', 'useCombination')] : []),
  ];
  const remove = { icon: 'trash', label: strings['key.delete'], press: () => mark({ kind: 'delete' }) };
  const isFile = item.kind === 'artifact';
  openMenu({
    label: item.name,
    parent,
    x,
    y,
    items: [
      { icon: 'open-preview', label: strings['key.open'], press: open },
      ...(isFile ? [...marks, ...files, remove] : []),
    ],
  });
}
