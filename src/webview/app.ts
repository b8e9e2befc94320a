import { assertNever } from '../core/support/assertNever.ts';
import type { HostMessage } from '../protocol/preview.ts';
import type { ArtifactItem } from '../protocol/previewItem.ts';
import type { SavedState } from '../protocol/savedState.ts';
import type { Bridge } from './bridge.ts';
import { Compare } from './compare/compare.ts';
import { element } from './dom.ts';
import { createFormats } from './format.ts';
import { buildAnnouncement } from './shell/announcements.ts';
import { DetailsPanel } from './shell/detailsPanel.ts';
import { Filmstrip } from './shell/filmstrip.ts';
import { stepOfKey, usesKeys } from './shell/keys.ts';
import { Toolbar } from './shell/toolbar.ts';
import { Marking, markAction } from './marks/marking.ts';
import { Sheet } from './sheet/sheet.ts';
import { Stage } from './stage.ts';
import {
  applyItems,
  applyText,
  follow,
  initialState,
  select,
  selectByOffset,
  selectedItem,
  stay,
  type ItemsMessage,
  type PreviewState,
  type TextMessage,
} from './state.ts';
import { Thumbnails } from './thumbnails/thumbnails.ts';
import type { ReadingPlace, ViewContext } from './view.ts';

type InitMessage = Extract<HostMessage, { type: 'init' }>;

/** From this width on, the details have room beside the stage and are shown by default. */
const roomyWidthPx = 720;

/** What the page shows: one result, all of them, or two to four beside each other. */
type View = 'stage' | 'sheet' | 'compare';

/** The whole preview: keeps the state, forwards messages and keys, and draws what changed. */
export class App {
  readonly #bridge: Bridge;
  readonly #init: InitMessage;
  readonly #context: ViewContext;
  readonly #toolbar: Toolbar;
  readonly #stage: Stage;
  readonly #details: DetailsPanel;
  readonly #filmstrip: Filmstrip;
  readonly #sheet: Sheet;
  readonly #stageView: HTMLElement;
  readonly #compare: Compare;
  #view: View;
  /** The only live region: announces changes that the user did not request. */
  readonly #status = element('div', { class: 'for-screen-readers', role: 'status' });
  readonly #root: HTMLElement;
  #state: PreviewState;
  /** Null until the user opens or closes the details. Until then, the width decides. */
  #isDetailsOpen: boolean | null;
  #zoom: SavedState['zoom'];
  /** The result on the stage that the user wants to delete. */
  #deletingId: string | null = null;
  /** Reading positions of the texts since the page was loaded, by item id. */
  readonly #places = new Map<string, ReadingPlace>();

  constructor(bridge: Bridge, init: InitMessage) {
    const saved = bridge.readState();
    this.#bridge = bridge;
    this.#init = init;
    this.#isDetailsOpen = saved?.isDetailsOpen ?? null;
    this.#zoom = saved?.zoom ?? null;
    this.#view = saved?.view ?? 'stage';
    this.#state = { ...initialState, wantedId: saved?.selectedId ?? null };
    this.#context = this.#createContext();
    this.#toolbar = new Toolbar(this.#context, {
      step: (offset) => this.#change(selectByOffset(this.#state, offset)),
      toggleDetails: () => this.#toggleDetails(),
      showSheet: () => this.#show('sheet'),
    });
    this.#stage = new Stage(this.#context);
    this.#details = new DetailsPanel(this.#context);
    this.#filmstrip = new Filmstrip(this.#context, (id) => this.#change(select(this.#state, id)));
    const middle = element('div', { class: 'middle' }, [this.#stage.element, this.#details.element]);
    const strip = element('nav', { attributes: { 'aria-label': init.strings.results } }, [this.#filmstrip.element]);
    this.#sheet = new Sheet(
      this.#context,
      {
        open: (id) => this.#turnTo('stage', id),
        compare: (ids) => this.#compareItems(ids),
        save: () => this.#save(),
      },
      saved?.sheet,
    );
    this.#compare = new Compare(this.#context, { close: (id) => this.#turnTo('sheet', id) });
    this.#stageView = element('div', { class: 'stage-view' }, [this.#toolbar.element, middle, strip]);
    this.#root = element('div', { class: 'preview' }, [
      this.#stageView,
      this.#sheet.element,
      this.#compare.element,
      this.#status,
    ]);
  }

  /** Takes control of the page. Called once. */
  start(): void {
    document.body.replaceChildren(this.#root);
    document.addEventListener('keydown', (event) => this.#pressKey(event));
    window.addEventListener('resize', () => this.#draw());
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#focus();
    });
    // These listeners run before `#pressKey`, because events reach the stage before the document: an arrow key that
    // leads back to the newest item makes the page follow new results again.
    for (const type of ['pointerdown', 'wheel', 'keydown'] as const) {
      this.#stage.element.addEventListener(type, () => this.#change(stay(this.#state)), { passive: true });
    }
    this.#save();
    this.#draw();
  }

  receive(message: HostMessage): void {
    switch (message.type) {
      case 'init':
        // The host sends `init` once for each page, and this page was made from it.
        return;
      case 'items':
        return this.#receiveItems(message);
      case 'readError':
        return this.#change({ ...this.#state, readError: message.reason });
      case 'select':
        return this.#change(select(this.#state, message.id));
      case 'follow':
        // The user has started this run, so its results may move what is shown.
        this.#sheet.admitAll();
        return this.#change(follow(this.#state, message.id));
      case 'show':
        if (message.filter) this.#sheet.setFilter(message.filter);
        return this.#show(message.view);
      case 'compare':
        return this.#compareItems(message.ids);
      case 'thumbnail':
      case 'thumbnailText':
      case 'original':
        return this.#context.thumbnails.receive(message, this.#findArtifact(message.id));
      case 'details':
        this.#compare.receiveDetails(message.details);
        if (message.details.id === this.#state.selectedId) this.#change({ ...this.#state, details: message.details });
        return;
      case 'text':
        return this.#receiveText(message);
      case 'audio':
        this.#compare.receiveAudio(message);
        return this.#stage.receiveAudio(message);
      case 'found':
        return this.#sheet.receiveFound(message);
      case 'prompts':
        return this.#sheet.prompts.receive(message);
      case 'copied':
        this.#status.textContent = this.#init.strings.copied;
        return;
      default:
        assertNever(message);
    }
  }

  #receiveItems(message: ItemsMessage): void {
    if (message.part === 'change') {
      const announcement = buildAnnouncement(this.#state.items ?? [], message.changed, this.#init.strings);
      if (announcement !== null) this.#status.textContent = announcement;
    }
    this.#change(applyItems(this.#state, message, Date.now()));
    this.#passDeleted();
    // Parts of the first list move nothing that the user has seen.
    if (message.part !== 'change') this.#sheet.admitAll();
  }

  /** Moves on from the result that the user has deleted, as soon as its file is gone. */
  #passDeleted(): void {
    const item = selectedItem(this.#state);
    if (item?.kind !== 'artifact' || item.id !== this.#deletingId || item.uri !== null) return;
    this.#deletingId = null;
    this.#change(selectByOffset(this.#state, 1));
  }

  #receiveText(message: TextMessage): void {
    const next = applyText(this.#state, message);
    // A part is missing, so the whole text is requested again.
    if (next === null) this.#bridge.send({ type: 'readDetails', id: message.id });
    else this.#change(next);
  }

  #change(next: PreviewState): void {
    if (next === this.#state) return;
    const before = selectedItem(this.#state);
    this.#state = next;
    const item = selectedItem(next);
    // A new state of the same item has new details, too.
    if (this.#view === 'stage' && item && item !== before) this.#bridge.send({ type: 'readDetails', id: item.id });
    this.#save();
    this.#draw();
  }

  #findArtifact(wanted: string): ArtifactItem | undefined {
    const item = this.#state.items?.find(({ id }) => id === wanted);
    return item?.kind === 'artifact' ? item : undefined;
  }

  /** Changes the view and keeps the result. */
  #show(view: View): void {
    if (view === this.#view) return;
    const hadFocus = this.#root.contains(document.activeElement);
    if (this.#view === 'compare') this.#compare.close();
    this.#view = view;
    this.#save();
    this.#draw();
    const item = selectedItem(this.#state);
    if (view === 'sheet') {
      this.#stage.leave();
      // A user who has not turned to a result starts at the first one.
      this.#sheet.activate(this.#state.isFollowing ? null : this.#state.selectedId);
    } else if (view === 'stage' && item) this.#bridge.send({ type: 'readDetails', id: item.id });
    if (hadFocus) this.#focus();
  }

  /** Gives the focus to the result that keys act on, so that a screen reader names it. */
  #focus(): void {
    if (this.#view === 'sheet') this.#sheet.focus();
    else if (this.#view === 'compare') this.#compare.focus();
    else this.#filmstrip.element.focus();
  }

  /** Changes the view to a result that was selected elsewhere. */
  #turnTo(view: 'stage' | 'sheet', id: string | null): void {
    if (id !== null) this.#change(select(this.#state, id));
    this.#show(view);
  }

  #compareItems(ids: readonly string[]): void {
    if (!this.#compare.open(ids, this.#state.items ?? [])) return;
    if (this.#view === 'stage') this.#stage.leave();
    this.#show('compare');
    this.#compare.focus();
  }

  /** Each part draws only from the state and skips what it already shows. The hidden view draws nothing. */
  #draw(): void {
    const state = this.#state;
    if (this.#view === 'compare' && !this.#compare.show(state.items ?? [])) return this.#show('sheet');
    this.#stageView.hidden = this.#view !== 'stage';
    this.#sheet.element.hidden = this.#view !== 'sheet';
    this.#compare.element.hidden = this.#view !== 'compare';
    if (this.#view === 'sheet') {
      // Before there is a list, the stage says why.
      if (state.items) this.#sheet.show(state.items, state.isFollowing ? null : state.selectedId);
      return;
    }
    if (this.#view === 'compare') return;
    const item = selectedItem(state);
    const isDetailsOpen = item !== null && (this.#isDetailsOpen ?? window.innerWidth >= roomyWidthPx);
    this.#details.element.hidden = !isDetailsOpen;
    this.#toolbar.show(state, { isDetailsOpen });
    this.#details.show(state.details);
    this.#filmstrip.show(state);
    this.#stage.show(item, state);
  }

  #toggleDetails(): void {
    this.#isDetailsOpen = Boolean(this.#details.element.hidden);
    this.#save();
    this.#draw();
  }

  #pressKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    if (this.#view === 'sheet' && this.#sheet.pressKey(event)) return event.preventDefault();
    if (this.#view === 'compare') {
      if (this.#compare.pressKey(event)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || usesKeys(event.target)) return;
    if (event.key.toLowerCase() === 'g') {
      return this.#view === 'sheet' ? this.#turnTo('stage', this.#sheet.activeId) : this.#show('sheet');
    }
    if (this.#view === 'sheet') return;
    if (event.key === 'Escape') return this.#show('sheet');
    if (this.#mark(event.key)) return event.preventDefault();
    if (this.#stage.pressKey(event)) {
      event.preventDefault();
      // The key may have reached the document without the stage, whose listeners then did not run.
      this.#change(stay(this.#state));
      return;
    }
    const step = stepOfKey(event);
    if (step === null) return;
    event.preventDefault();
    this.#change(selectByOffset(this.#state, step));
  }

  /** Marks the result on the stage, and moves on to the next one. Returns true if the key belongs to marks. */
  #mark(pressed: string): boolean {
    const action = markAction(pressed);
    const item = selectedItem(this.#state);
    if (!action || !item) return false;
    const outcome = this.#context.marking.run(action, [item]);
    if (outcome.kind === 'deleting') this.#deletingId = item.id;
    if (outcome.kind === 'select') this.#change(select(this.#state, outcome.id));
    else if (outcome.kind === 'decided') this.#change(stay(selectByOffset(this.#state, 1)));
    return true;
  }

  #createContext(): ViewContext {
    const { strings, locale } = this.#init;
    const send: ViewContext['send'] = (message) => this.#bridge.send(message);
    return {
      strings,
      formats: createFormats(locale),
      send,
      thumbnails: new Thumbnails(send),
      marking: new Marking(send, strings),
      hostNow: () => Date.now() + this.#state.clockOffsetMs,
      zoomOf: (id) => (this.#zoom?.id === id ? this.#zoom : null),
      zoomChanged: (id, zoom) => {
        this.#zoom = zoom && { ...zoom, id };
        this.#save();
      },
      placeOf: (id) => this.#places.get(id),
      placeChanged: (id, place) => this.#places.set(id, place),
      select: (id) => this.#change(select(this.#state, id)),
      say: (text) => (this.#status.textContent = text),
    };
  }

  #save(): void {
    const { selectedId, wantedId, isFollowing } = this.#state;
    this.#bridge.writeState({
      jobFile: this.#init.jobFile,
      // The restored selection is kept until the list arrives.
      selectedId: wantedId ?? (this.#view === 'sheet' ? this.#sheet.activeId : isFollowing ? null : selectedId),
      isDetailsOpen: this.#isDetailsOpen,
      zoom: this.#zoom,
      // A comparison is not restored: it takes a moment to select the results again.
      view: this.#view === 'stage' ? 'stage' : 'sheet',
      sheet: this.#sheet.settings,
    });
  }
}
