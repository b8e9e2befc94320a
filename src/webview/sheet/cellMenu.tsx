import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { IconName } from '../icons.ts';
import { isOfMatrix } from '../marks/marking.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { usePage } from '../usePage.ts';

interface CellMenuProps {
  readonly item: PreviewItem;
  /** Position in the page, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** The menu of a result in the sheet. */
export function CellMenu({ item, ...position }: CellMenuProps) {
  const { sheet } = usePage();
  return (
    <Menu
      {...position}
      label={item.name}
      items={useMenuItems(item)}
      findOwner={() => document.querySelector<HTMLElement>('.cell[tabindex="0"]')}
      close={() => (sheet.menu.value = null)}
    />
  );
}

/** What can be done with a result. Marks apply to all selected ones. */
function useMenuItems(item: PreviewItem): readonly MenuItem[] {
  const page = usePage();
  const { strings, send, sheet } = page;
  const act = (icon: IconName, action: PreviewAction): MenuItem => ({
    icon,
    label: strings[action],
    press: () => send({ type: 'act', id: item.id, action }),
  });
  const open: MenuItem = {
    icon: 'open-preview',
    label: strings['menu.open'],
    key: 'Enter',
    press: () => page.turnTo('stage', item.id),
  };
  if (item.kind === 'task') return [open];
  return [
    open,
    { icon: 'star-empty', label: strings['key.star'], key: 'S', press: () => sheet.mark({ kind: 'star' }) },
    { icon: 'circle-slash', label: strings['key.reject'], key: 'X', press: () => sheet.mark({ kind: 'reject' }) },
    { icon: 'note', label: strings['menu.note'], key: 'N', press: () => sheet.mark({ kind: 'note' }) },
    act('go-to-file', 'openFile'),
    act('folder-opened', 'reveal'),
    act('copy', 'copyPath'),
    act('history', 'recall'),
    ...(isOfMatrix(item) ? [{ ...act('symbol-array', 'useCombination'), key: 'W' }] : []),
    { icon: 'trash', label: strings['menu.delete'], key: 'Delete', press: () => sheet.mark({ kind: 'delete' }) },
  ];
}
