import { element } from '../dom.ts';
import { markAction } from '../marks/marking.ts';
import { Stage } from '../stage.ts';
import { initialState, select, selectByOffset, selectedItem, stay, type PreviewState } from '../state.ts';
import type { AudioMessage, ViewContext } from '../view.ts';
import { DetailsPanel } from './detailsPanel.ts';
import { Filmstrip } from './filmstrip.ts';
import { stepOfKey } from './keys.ts';
import { Toolbar } from './toolbar.ts';

interface ShellActions {
  readonly change: (next: PreviewState) => void;
  readonly showSheet: () => void;
  /** Called when the user has opened or closed the details, which the page keeps across reloads. */
  readonly save: () => void;
}

/** From this width on, the details have room beside the stage and are shown by default. */
const roomyWidthPx = 720;

/** One result on the stage, with the toolbar, the details and the filmstrip around it. */
export class Shell {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #actions: ShellActions;
  readonly #toolbar: Toolbar;
  readonly #stage: Stage;
  readonly #details: DetailsPanel;
  readonly #filmstrip: Filmstrip;
  /** The state that is shown. While the shell is visible, this is the present one. */
  #state: PreviewState = initialState;
  /** Null until the user opens or closes the details. Until then, the width decides. */
  #isDetailsOpen: boolean | null;
  /** The result on the stage that the user wants to delete. */
  #deletingId: string | null = null;

  constructor(context: ViewContext, actions: ShellActions, isDetailsOpen: boolean | null) {
    this.#context = context;
    this.#actions = actions;
    this.#isDetailsOpen = isDetailsOpen;
    this.#toolbar = new Toolbar(context, {
      step: (offset) => actions.change(selectByOffset(this.#state, offset)),
      toggleDetails: () => this.#toggleDetails(),
      showSheet: actions.showSheet,
    });
    this.#stage = new Stage(context);
    this.#details = new DetailsPanel(context);
    this.#filmstrip = new Filmstrip(context, (id) => actions.change(select(this.#state, id)));
    this.element = element('div', { class: 'stage-view' }, [
      this.#toolbar.element,
      element('div', { class: 'middle' }, [this.#stage.element, this.#details.element]),
      element('nav', { attributes: { 'aria-label': context.strings.results } }, [this.#filmstrip.element]),
    ]);
    // These listeners run before `pressKey`, because events reach the stage before the document: an arrow key that
    // leads back to the newest item makes the page follow new results again.
    for (const type of ['pointerdown', 'wheel', 'keydown'] as const) {
      this.#stage.element.addEventListener(type, () => actions.change(stay(this.#state)), { passive: true });
    }
  }

  get isDetailsOpen(): boolean | null {
    return this.#isDetailsOpen;
  }

  /** Each part draws only from the state and skips what it already shows. */
  show(state: PreviewState): void {
    this.#state = state;
    const item = selectedItem(state);
    const isDetailsOpen = item !== null && (this.#isDetailsOpen ?? window.innerWidth >= roomyWidthPx);
    this.#details.element.hidden = !isDetailsOpen;
    this.#toolbar.show(state, { isDetailsOpen });
    this.#details.show(state.details);
    this.#filmstrip.show(state);
    this.#stage.show(item, state);
  }

  receiveAudio(message: AudioMessage): void {
    this.#stage.receiveAudio(message);
  }

  /** Moves on from the result that the user has deleted, as soon as its file is gone. */
  passDeleted(state: PreviewState): PreviewState {
    const item = selectedItem(state);
    if (item?.kind !== 'artifact' || item.id !== this.#deletingId || item.uri !== null) return state;
    this.#deletingId = null;
    return selectByOffset(state, 1);
  }

  /** Returns true if the key belongs to the shell. */
  pressKey(event: KeyboardEvent): boolean {
    if (this.#pressMark(event.key)) return true;
    if (this.#stage.pressKey(event)) {
      // The key may have reached the document without the stage, whose listeners then did not run.
      this.#actions.change(stay(this.#state));
      return true;
    }
    const step = stepOfKey(event);
    if (step !== null) this.#actions.change(selectByOffset(this.#state, step));
    return step !== null;
  }

  /** Gives the focus to the result that keys act on. */
  focus(): void {
    this.#filmstrip.element.focus();
  }

  /** To be called when another view replaces the shell. */
  leave(): void {
    this.#stage.leave();
  }

  #toggleDetails(): void {
    this.#isDetailsOpen = Boolean(this.#details.element.hidden);
    this.#actions.save();
    this.show(this.#state);
  }

  /** Marks the result on the stage, and moves on to the next one. Returns true if the key belongs to marks. */
  #pressMark(pressed: string): boolean {
    const action = markAction(pressed);
    const item = selectedItem(this.#state);
    if (!action || !item) return false;
    const outcome = this.#context.marking.run(action, [item]);
    if (outcome.kind === 'deleting') this.#deletingId = item.id;
    if (outcome.kind === 'select') this.#actions.change(select(this.#state, outcome.id));
    else if (outcome.kind === 'decided') this.#actions.change(stay(selectByOffset(this.#state, 1)));
    return true;
  }
}
