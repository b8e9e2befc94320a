import { assertNever } from '../core/support/assertNever.ts';
import type { HostMessage, ItemsMessage, TextMessage } from '../protocol/preview.ts';
import type { ArtifactItem } from '../protocol/previewItem.ts';
import type { SavedState } from '../protocol/savedState.ts';
import type { Bridge } from './bridge.ts';
import { Compare } from './compare/compare.ts';
import { element } from './dom.ts';
import { createFormats } from './format.ts';
import { Marking } from './marks/marking.ts';
import { buildAnnouncement } from './shell/announcements.ts';
import { usesKeys } from './shell/keys.ts';
import { Shell } from './shell/shell.ts';
import { Sheet } from './sheet/sheet.ts';
import { applyItems, applyText, follow, initialState, select, selectedItem, type PreviewState } from './state.ts';
import { Thumbnails } from './thumbnails/thumbnails.ts';
import type { ReadingPlace, ViewContext } from './view.ts';

type InitMessage = Extract<HostMessage, { type: 'init' }>;

/** What the page shows: one result, all of them, or two to four beside each other. */
type View = 'stage' | 'sheet' | 'compare';

/** The whole preview: keeps the state, forwards messages and keys, and draws what changed. */
export class App {
  readonly #bridge: Bridge;
  readonly #init: InitMessage;
  readonly #context: ViewContext;
  readonly #shell: Shell;
  readonly #sheet: Sheet;
  readonly #compare: Compare;
  #view: View;
  /** The only live region: announces changes that the user did not request. */
  readonly #status = element('div', { class: 'for-screen-readers', role: 'status' });
  readonly #root: HTMLElement;
  #state: PreviewState;
  #zoom: SavedState['zoom'];
  /** Reading positions of the texts since the page was loaded, by item id. */
  readonly #places = new Map<string, ReadingPlace>();

  constructor(bridge: Bridge, init: InitMessage) {
    const saved = bridge.readState();
    this.#bridge = bridge;
    this.#init = init;
    this.#zoom = saved?.zoom ?? null;
    this.#view = saved?.view ?? 'stage';
    this.#state = { ...initialState, wantedId: saved?.selectedId ?? null };
    this.#context = this.#createContext();
    this.#shell = new Shell(
      this.#context,
      {
        change: (next) => this.#change(next),
        showSheet: () => this.#show('sheet'),
        save: () => this.#save(),
      },
      saved?.isDetailsOpen ?? null,
    );
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
    this.#root = element('div', { class: 'preview' }, [
      this.#shell.element,
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
        return this.#shell.receiveAudio(message);
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
    this.#change(this.#shell.passDeleted(this.#state));
    // Parts of the first list move nothing that the user has seen.
    if (message.part !== 'change') this.#sheet.admitAll();
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
      this.#shell.leave();
      // A user who has not turned to a result starts at the first one.
      this.#sheet.activate(this.#state.isFollowing ? null : this.#state.selectedId);
    } else if (view === 'stage' && item) this.#bridge.send({ type: 'readDetails', id: item.id });
    if (hadFocus) this.#focus();
  }

  /** Gives the focus to the result that keys act on, so that a screen reader names it. */
  #focus(): void {
    if (this.#view === 'sheet') this.#sheet.focus();
    else if (this.#view === 'compare') this.#compare.focus();
    else this.#shell.focus();
  }

  /** Changes the view to a result that was selected elsewhere. */
  #turnTo(view: 'stage' | 'sheet', id: string | null): void {
    if (id !== null) this.#change(select(this.#state, id));
    this.#show(view);
  }

  #compareItems(ids: readonly string[]): void {
    if (!this.#compare.open(ids, this.#state.items ?? [])) return;
    if (this.#view === 'stage') this.#shell.leave();
    this.#show('compare');
    this.#compare.focus();
  }

  /** Each view draws only from the state. A hidden one draws nothing. */
  #draw(): void {
    const state = this.#state;
    if (this.#view === 'compare' && !this.#compare.show(state.items ?? [])) return this.#show('sheet');
    this.#shell.element.hidden = this.#view !== 'stage';
    this.#sheet.element.hidden = this.#view !== 'sheet';
    this.#compare.element.hidden = this.#view !== 'compare';
    if (this.#view === 'stage') this.#shell.show(state);
    // The sheet stays empty until the host has sent a list.
    else if (this.#view === 'sheet' && state.items) {
      this.#sheet.show(state.items, state.isFollowing ? null : state.selectedId);
    }
  }

  #pressKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    if (this.#view === 'sheet' && this.#sheet.pressKey(event)) {
      event.preventDefault();
      // The workbench would run its own command too: Ctrl+A would also select the text of the page.
      if (event.ctrlKey || event.metaKey) event.stopPropagation();
      return;
    }
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
    if (this.#shell.pressKey(event)) event.preventDefault();
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
      isDetailsOpen: this.#shell.isDetailsOpen,
      zoom: this.#zoom,
      // A comparison is not restored: it takes a moment to select the results again.
      view: this.#view === 'stage' ? 'stage' : 'sheet',
      sheet: this.#sheet.settings,
    });
  }
}
