import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { Icon, type ButtonAction } from '../elements.tsx';
import type { IconName } from '../icons.ts';
import { isOfMatrix } from '../marks/marking.ts';
import { usePage } from '../usePage.ts';

/** An item may have a key that has the same effect. */
type MenuItem = ButtonAction & { readonly key?: string };

interface MenuProps {
  readonly item: PreviewItem;
  /** Position in the page, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

const marginPx = 4;

/** A menu at a position until an item is selected, Escape is pressed or the focus goes elsewhere. */
export function CellMenu({ item, x, y }: MenuProps) {
  const { sheet } = usePage();
  const items = useMenuItems(item);
  const menu = useRef<HTMLDivElement>(null);
  const listButtons = () => [...(menu.current?.querySelectorAll('button') ?? [])];
  useLayoutEffect(() => {
    if (!menu.current) return;
    const { offsetWidth: width, offsetHeight: height, style } = menu.current;
    style.left = `${Math.max(marginPx, Math.min(x, window.innerWidth - width - marginPx))}px`;
    style.top = `${Math.max(marginPx, Math.min(y, window.innerHeight - height - marginPx))}px`;
    listButtons()[0]?.focus();
  }, []);
  /** The loss of the focus closes the menu. */
  const leave = (): void => {
    const cell = menu.current?.parentElement?.querySelector<HTMLElement>('.cell[tabindex="0"]');
    cell?.focus({ preventScroll: true });
  };
  const pressKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const buttons = listButtons();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape' || event.key === 'Tab') leave();
    else if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowUp') buttons.at(at - 1)?.focus();
    else if (event.key === 'Home') buttons[0]?.focus();
    else if (event.key === 'End') buttons.at(-1)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="menu"
      ref={menu}
      role="menu"
      aria-label={item.name}
      onKeyDown={pressKey}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) sheet.menu.value = null;
      }}
    >
      {items.map(({ icon, label, key, press }) => (
        <button
          type="button"
          class="menu-item"
          key={label}
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            leave();
            press();
          }}
        >
          <Icon name={icon} />
          {label}
          {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
        </button>
      ))}
    </div>
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
