import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type ButtonAction } from './elements.tsx';

/** An item may have a key that has the same effect. */
export type MenuItem = ButtonAction & { readonly key?: string };

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Position in the page, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Returns the element that gets the focus when the user leaves the menu. */
  readonly findOwner: () => HTMLElement | null | undefined;
  readonly close: () => void;
}

const marginPx = 4;

/** A menu at a position until an item is selected, Escape is pressed or the focus goes elsewhere. */
export function Menu({ label: name, items, x, y, findOwner, close }: MenuProps) {
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
  const leave = (): void => findOwner()?.focus({ preventScroll: true });
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
      aria-label={name}
      onKeyDown={pressKey}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) close();
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
