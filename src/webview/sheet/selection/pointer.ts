import type { PreviewItem } from '../../../protocol/previewItem.ts';
import { startDrag } from './drag.ts';
import type { GridView } from '../gridView.ts';

/** What the pointer does to the result under it. */
interface PointerActions {
  readonly select: (id: string) => void;
  readonly toggle: (id: string) => void;
  readonly extendTo: (id: string) => void;
  readonly open: (id: string) => void;
  /** The position in the page is in CSS pixels. */
  readonly openMenu: (id: string, position: { readonly x: number; readonly y: number }) => void;
  /** Returns the results that are dragged with this one. */
  readonly drag: (id: string) => readonly (PreviewItem | undefined)[];
}

export function listenToPointer(view: GridView, actions: PointerActions): void {
  const { element } = view;
  element.addEventListener('click', ({ target, shiftKey, ctrlKey, metaKey }) => {
    const id = view.idAt(target);
    if (id === null) return;
    if (shiftKey) actions.extendTo(id);
    else if (ctrlKey || metaKey) actions.toggle(id);
    else actions.select(id);
  });
  element.addEventListener('dblclick', ({ target }) => {
    const id = view.idAt(target);
    if (id !== null) actions.open(id);
  });
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const id = view.idAt(event.target);
    if (id !== null) actions.openMenu(id, event);
  });
  element.addEventListener('dragstart', (event) => startDrag(event, actions.drag(view.idAt(event.target) ?? '')));
}
