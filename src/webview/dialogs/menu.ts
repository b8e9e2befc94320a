import { element, icon, type IconButton } from '../dom.ts';

/** An item with the key that has the same effect. */
export interface MenuItem extends IconButton {
  readonly key?: string;
}

interface MenuParts {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The landmark of the page that the menu belongs to. */
  readonly parent: HTMLElement;
  /** Position in the page, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

const marginPx = 4;

/** Shows a menu at a position until an item is selected, Escape is pressed or the focus goes elsewhere. */
export function openMenu({ label, items, parent, x, y }: MenuParts): void {
  const origin = document.activeElement;
  const menu = element('div', { class: 'menu', role: 'menu', attributes: { 'aria-label': label } });
  let isOpen = true;
  // Removing the menu takes the focus away, which closes it too.
  const remove = (): void => {
    if (!isOpen) return;
    isOpen = false;
    menu.remove();
  };
  const close = (): void => {
    remove();
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
  };
  const buttons = items.map(({ icon: name, label: text, key, press }) => {
    const button = element(
      'button',
      { class: 'menu-item', role: 'menuitem', attributes: { type: 'button', tabindex: -1 } },
      [icon(name), text, key === undefined ? null : element('kbd', { text: key, attributes: { 'aria-hidden': true } })],
    );
    button.addEventListener('click', () => {
      close();
      press();
    });
    return button;
  });
  menu.append(...buttons);
  menu.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const target = targetOf(event.key, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length);
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (target !== null) buttons[target]?.focus();
    else return;
    event.preventDefault();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) remove();
  });
  parent.append(menu);
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${Math.max(marginPx, Math.min(x, window.innerWidth - width - marginPx))}px`;
  menu.style.top = `${Math.max(marginPx, Math.min(y, window.innerHeight - height - marginPx))}px`;
  buttons[0]?.focus();
}

/** Returns the index of the item that a key leads to. Null for any other key. */
function targetOf(key: string, index: number, count: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (index + 1) % count,
    ArrowUp: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return targets[key] ?? null;
}
