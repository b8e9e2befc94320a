import type { PreviewAction } from '../../protocol/preview.ts';
import { element, icon, iconButton, relabel } from '../dom.ts';
import { fill } from '../format.ts';
import type { IconName } from '../icons.ts';
import { MarksView } from '../marks/marksView.ts';
import { countLive, isLive, selectedIndex, selectedItem, type PreviewState } from '../state.ts';
import type { ViewContext } from '../view.ts';

interface ToolbarActions {
  readonly step: (offset: number) => void;
  readonly toggleDetails: () => void;
  readonly showSheet: () => void;
}

/** The row above the stage: the position in the list, and the actions for the file. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #position = element('span', { class: 'position' });
  /** How many more results are being made. Hidden where the page is narrow. */
  readonly #rest = element('span', { class: 'rest' });
  readonly #name = element('span', { class: 'name' });
  readonly #marks = new MarksView();
  readonly #sandbox: HTMLElement;
  /** Disabled for a file that is missing, or for which the preview has no view. */
  readonly #openFile: HTMLButtonElement;
  /** Disabled for a task without a file. */
  readonly #fileButtons: readonly HTMLButtonElement[];
  readonly #details: HTMLButtonElement;
  /** The item that the file buttons act on. */
  #selectedId: string | null = null;

  constructor(context: ViewContext, { step, toggleDetails, showSheet }: ToolbarActions) {
    const { strings } = context;
    this.#context = context;
    this.#previous = iconButton({ icon: 'chevron-left', label: strings.previous, press: () => step(-1) });
    this.#next = iconButton({ icon: 'chevron-right', label: strings.next, press: () => step(1) });
    this.#sandbox = element('span', { class: 'badge', title: strings.sandboxHint }, [
      icon('beaker'),
      element('span', { class: 'badge-text', text: strings.sandbox }),
    ]);
    this.#openFile = this.#actionButton('go-to-file', 'openFile');
    this.#fileButtons = [
      this.#openFile,
      this.#actionButton('folder-opened', 'reveal'),
      this.#actionButton('copy', 'copyPath'),
      this.#actionButton('history', 'recall'),
    ];
    this.#details = iconButton({ icon: 'info', label: strings.showDetails, press: toggleDetails });
    this.#details.setAttribute('aria-controls', 'details');
    this.element = element('header', { class: 'toolbar' }, [
      element('div', { class: 'toolbar-group' }, [this.#previous, this.#position, this.#next, this.#rest]),
      element('div', { class: 'toolbar-title' }, [this.#name, this.#marks.element, this.#sandbox]),
      element('div', { class: 'toolbar-group' }, [
        ...this.#fileButtons,
        this.#actionButton('file-code', 'openJobFile'),
        iconButton({ icon: 'table', label: strings.showSheet, press: showSheet }),
        this.#details,
      ]),
    ]);
  }

  show(state: PreviewState, { isDetailsOpen }: { isDetailsOpen: boolean }): void {
    const { strings } = this.#context;
    const count = state.items?.length ?? 0;
    const index = selectedIndex(state);
    const item = selectedItem(state);
    this.#selectedId = state.selectedId;
    this.#previous.disabled = index <= 0;
    this.#next.disabled = index >= count - 1;
    this.#showPosition(state);
    this.#name.textContent = item?.name ?? '';
    this.#name.title = item?.name ?? '';
    this.#marks.show(item, strings);
    this.#sandbox.hidden = !item?.isSandbox;
    for (const button of this.#fileButtons) button.disabled = item?.kind !== 'artifact';
    if (item?.kind === 'artifact' && (item.media === 'file' || item.uri === null)) this.#openFile.disabled = true;
    relabel(this.#details, 'info', isDetailsOpen ? strings.hideDetails : strings.showDetails);
    this.#details.setAttribute('aria-expanded', String(isDetailsOpen));
    this.#details.disabled = item === null;
  }

  /** Results and live tasks are counted apart, so the newest result is the first one while others are being made. */
  #showPosition(state: PreviewState): void {
    const { strings } = this.#context;
    const item = selectedItem(state);
    const [index, count, live] = [selectedIndex(state), state.items?.length ?? 0, countLive(state)];
    const isInFront = item !== null && isLive(item);
    const place = isInFront ? { index: index + 1, count: live } : { index: index + 1 - live, count: count - live };
    this.#position.textContent = item ? fill(strings.position, place) : '';
    this.#rest.textContent = isInFront
      ? strings.inProgress
      : live > 0
        ? fill(strings.moreInProgress, { count: live })
        : '';
  }

  #actionButton(icon: IconName, action: PreviewAction): HTMLButtonElement {
    const { strings, send } = this.#context;
    return iconButton({
      icon,
      label: strings[action],
      press: () => send({ type: 'act', id: this.#selectedId, action }),
    });
  }
}
