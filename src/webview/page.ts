import { computed, effect, signal, untracked, type Signal } from '@preact/signals';
import { assertNever } from '../core/support/assertNever.ts';
import type { HostMessage, ItemsMessage, TextMessage } from '../protocol/preview.ts';
import type { PreviewItem } from '../protocol/previewItem.ts';
import type { SavedState } from '../protocol/savedState.ts';
import type { Bridge } from './bridge.ts';
import { Comparison } from './compare/comparison.ts';
import { roomyWidthPx, type Dialog, type FocusTarget, type PageContext } from './context.ts';
import { usesKeys } from './elements.tsx';
import { createFormats, type Formats } from './format.ts';
import { isUndo, keySteps } from './keys.ts';
import { markAction, Marking } from './marks/marking.ts';
import { AudioReader } from './media/audio/audioReader.ts';
import type { ViewHandle } from './media/mediaProps.ts';
import { SheetState } from './sheet/sheetState.ts';
import {
  applyItems,
  applyText,
  describeEnded,
  findArtifact,
  follow,
  initialState,
  select,
  selectByOffset,
  selectedItem,
  stay,
  withSeen,
  type PreviewState,
} from './state.ts';
import { Thumbnails } from './thumbnails/thumbnails.ts';

type InitMessage = Extract<HostMessage, { type: 'init' }>;

/** What the page shows: one result, all of them, or two to four beside each other. */
type View = 'stage' | 'sheet' | 'compare';

/** The state of the page, and what messages, keys and buttons do to it. The components only draw it. */
export class Page implements PageContext {
  readonly #init: InitMessage;
  readonly strings: PageContext['strings'];
  readonly formats: Formats;
  readonly send: PageContext['send'];
  readonly view: Signal<View>;
  readonly state: Signal<PreviewState>;
  /** What the stage shows. While another view is shown, it does not change. */
  readonly staged: Signal<PreviewState>;
  /** Id of the result that can be seen on the stage: an earlier one until a new image is loaded. */
  readonly seenId = signal<string | null>(null);
  /** As `staged`. A new result that is selected automatically is neither named nor marked before it can be seen. */
  readonly seen = computed(() => withSeen(this.staged.value, this.seenId.value));
  readonly sheet: SheetState;
  readonly comparison: Comparison;
  /** Whether the stage was opened from the sheet, or from a search. */
  readonly #isFromSheet: Signal<boolean>;
  /** Whether the stage is shown in place of the sheet. */
  readonly #replacesSheet = computed(() => this.view.value === 'stage' && this.#isFromSheet.value);
  /** Whether the stage shows only what the filters of the sheet leave, in the order of the sheet. */
  readonly isFiltered = computed(() => this.#replacesSheet.value && this.sheet.settings.value.query !== '');
  /** The list that the stage moves through. */
  readonly #walked = computed(() => (this.isFiltered.value ? this.sheet.shown : (this.state.value.items ?? [])));
  readonly marking: Marking;
  readonly thumbnails: Thumbnails;
  readonly audio: AudioReader;
  /** Null until the user opens or closes the details. Until then, the width decides. */
  readonly #areDetailsWanted: Signal<boolean | null>;
  readonly #width = signal(window.innerWidth);
  readonly isRoomy = computed(() => this.#width.value >= roomyWidthPx);
  readonly areDetailsOpen = computed(
    () => selectedItem(this.staged.value) !== null && (this.#areDetailsWanted.value ?? this.isRoomy.value),
  );
  readonly zoom: Signal<SavedState['zoom']>;
  /** The volume of the last clip, from 0 to 1, and whether it is muted. */
  readonly sound: Signal<NonNullable<SavedState['sound']>>;
  /** Reading positions of the texts since the page was loaded, by item id: pixels, or the end, which may still move. */
  readonly places = new Map<string, number | 'end'>();
  /** Announced by screen readers. */
  readonly status = signal('');
  readonly dialog = signal<Dialog | null>(null);
  /** An element that gets the focus as soon as the page is drawn. */
  readonly focusRequest = signal<FocusTarget | null>(null);
  readonly stageView: { current: ViewHandle | null } = { current: null };
  /** The result on the stage that the user wants to delete. */
  #deletingId: string | null = null;

  constructor(bridge: Bridge, init: InitMessage) {
    const saved = bridge.readState();
    this.#init = init;
    this.strings = init.strings;
    this.formats = createFormats(init.locale);
    this.send = (message) => bridge.send(message);
    this.view = signal<View>(saved?.view ?? 'stage');
    this.state = signal({ ...initialState, wantedId: saved?.selectedId ?? null });
    this.staged = signal(this.state.value);
    this.#areDetailsWanted = signal(saved?.isDetailsOpen ?? null);
    this.zoom = signal(saved?.zoom ?? null);
    this.sound = signal(saved?.sound ?? { volume: 1, muted: false });
    this.thumbnails = new Thumbnails(this.send);
    this.audio = new AudioReader(this.send);
    this.marking = new Marking(this);
    this.comparison = new Comparison(this, this.marking, this.state);
    this.#isFromSheet = signal(saved?.isFromSheet ?? false);
    // A mark may take a result out of the filter. It stays until the user moves on.
    const keptId = computed(() => (this.#replacesSheet.value ? this.state.value.selectedId : null));
    this.sheet = new SheetState(this, this.marking, { keptId, settings: saved?.sheet });
    this.#startEffects(bridge);
  }

  #startEffects(bridge: Bridge): void {
    effect(() => bridge.writeState(this.#saved()));
    effect(() => {
      const { items, isFollowing, selectedId } = this.state.value;
      // The sheet stays empty until the host has sent a list.
      if ((this.view.value !== 'sheet' && !this.isFiltered.value) || !items) return;
      untracked(() => this.sheet.show(items, isFollowing ? null : selectedId));
    });
    effect(() => {
      if (this.view.value !== 'stage') return;
      const { value } = this.state;
      this.staged.value = this.isFiltered.value ? { ...value, items: this.#walked.value } : value;
    });
    effect(() => {
      if (this.view.value === 'compare' && this.comparison.items.value.length < 2) untracked(() => this.show('sheet'));
    });
    let shown: PreviewItem | null = null;
    effect(() => {
      const item = this.view.value === 'stage' ? selectedItem(this.state.value) : null;
      // A new state of the same item has new details, too.
      if (item && item !== shown) this.send({ type: 'readDetails', id: item.id });
      shown = item;
    });
  }

  #saved(): SavedState {
    const { selectedId, wantedId, isFollowing } = this.state.value;
    const view = this.view.value === 'stage' ? 'stage' : 'sheet';
    const current = this.view.value === 'sheet' ? this.sheet.activeId : isFollowing ? null : selectedId;
    return {
      jobFile: this.#init.jobFile,
      // The restored selection is kept until the list arrives.
      selectedId: wantedId ?? current,
      isDetailsOpen: this.#areDetailsWanted.value,
      zoom: this.zoom.value,
      sound: this.sound.value,
      // A comparison is not restored: it takes a moment to select the results again.
      view,
      isFromSheet: this.#isFromSheet.value,
      sheet: this.sheet.settings.value,
    };
  }

  /** Listens to keys and to the window. Called once. */
  listen(): void {
    document.addEventListener('keydown', (event) => this.#pressKey(event));
    window.addEventListener('resize', () => (this.#width.value = window.innerWidth));
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.focus(this.view.value);
    });
  }

  receive(message: HostMessage): void {
    switch (message.type) {
      case 'init':
        return;
      case 'items':
        return this.#receiveItems(message);
      case 'readError':
        return this.#change({ readError: message.reason });
      case 'select':
        this.#isFromSheet.value = message.query !== undefined;
        if (message.query !== undefined) this.sheet.setQuery(message.query);
        return this.select(message.id);
      case 'follow':
        // The user has started this run, so its results may move what is shown.
        this.#isFromSheet.value = false;
        this.sheet.admitAll();
        this.state.value = follow(this.state.value, message.id);
        return;
      case 'show':
        if (message.query !== null) this.sheet.setQuery(message.query);
        return this.show(message.view);
      case 'export':
        this.show('sheet');
        return this.sheet.export();
      case 'compare':
        return this.compare(message.ids);
      case 'thumbnail':
      case 'thumbnailText':
      case 'original':
        return this.thumbnails.receive(message, findArtifact(this.state.value, message.id));
      case 'details':
        this.comparison.receive(message.details);
        if (message.details.id === this.state.value.selectedId) this.#change({ details: message.details });
        return;
      case 'text':
        return this.#receiveText(message);
      case 'audio':
        return this.audio.receive(message.id, message.bytes);
      case 'axes':
      case 'limit':
      case 'found':
      case 'prompts':
        return this.sheet.receive(message);
      case 'copied':
        return this.say(this.strings.copied);
      default:
        assertNever(message);
    }
  }

  #receiveItems(message: ItemsMessage): void {
    if (message.part === 'change') {
      const sentences = describeEnded(this.state.value.items ?? [], message.changed, this.strings);
      if (sentences.length > 0) this.say(sentences.join('. '));
    }
    this.state.value = this.#passDeleted(applyItems(this.state.value, message, Date.now()));
    // Parts of the first list move nothing that the user has seen.
    if (message.part !== 'change') this.sheet.admitAll();
  }

  /** Moves on from the result that the user has deleted, as soon as its file is gone. */
  #passDeleted(state: PreviewState): PreviewState {
    const item = selectedItem(state);
    if (item?.kind !== 'artifact' || item.id !== this.#deletingId || item.uri !== null) return state;
    this.#deletingId = null;
    return selectByOffset(state, 1, this.isFiltered.value ? this.sheet.shown : undefined);
  }

  #receiveText(message: TextMessage): void {
    const next = applyText(this.state.value, message);
    // A part is missing, so the whole text is requested again.
    if (next === null) this.send({ type: 'readDetails', id: message.id });
    else this.state.value = next;
  }

  #change(changes: Partial<PreviewState>): void {
    this.state.value = { ...this.state.value, ...changes };
  }

  /** Changes the view and keeps the result. The focus moves with it, so that a screen reader names the result. */
  show(view: View): void {
    if (view === this.view.value) return;
    const hadFocus = document.activeElement !== document.body;
    if (view === 'stage') this.#isFromSheet.value = true;
    const { isFollowing, selectedId } = this.state.value;
    // A user who has not turned to a result starts at the first one. One that has left the filter has its successor.
    const activate = (): void => this.sheet.activate(isFollowing ? null : selectedId);
    if (this.isFiltered.value) activate();
    this.view.value = view;
    if (view === 'sheet') activate();
    if (this.isFiltered.value) this.stay();
    if (hadFocus) this.focus(view);
  }

  turnTo(view: 'stage' | 'sheet', id: string | null): void {
    if (id !== null) this.select(id);
    this.show(view);
  }

  compare(ids: readonly string[]): void {
    if (!this.comparison.open(ids)) return;
    this.view.value = 'compare';
    this.focus('compare');
  }

  select(id: string): void {
    this.#turn(select(this.state.value, id));
  }

  /** New results do not replace what the user looks at within a filter. */
  #turn(state: PreviewState): void {
    this.state.value = this.isFiltered.value ? stay(state) : state;
  }

  /** Moves through the list. */
  step(offset: number): void {
    this.#selectSeen();
    this.#turn(selectByOffset(this.state.value, offset, this.#walked.value));
  }

  /** The user uses the result on the stage, so nothing replaces it. */
  stay(): void {
    this.#selectSeen();
    this.state.value = stay(this.state.value);
  }

  #selectSeen(): void {
    const { selectedId } = this.seen.value;
    if (this.view.value === 'stage' && selectedId !== null) this.select(selectedId);
  }

  toggleDetails(): void {
    this.#areDetailsWanted.value = !this.areDetailsOpen.value;
  }

  readonly say = (text: string): void => void (this.status.value = text);

  focus(target: FocusTarget): void {
    this.focusRequest.value = target;
  }

  #pressKey(event: KeyboardEvent): void {
    // A key of an input method, such as Enter for the Chinese word that it offers, is not meant for the page.
    if (event.defaultPrevented || event.isComposing) return;
    const view = this.view.value;
    if (isUndo(event)) {
      if (view === 'stage') this.#pressMark('u');
      else this[view === 'sheet' ? 'sheet' : 'comparison'].mark({ kind: 'undo' });
      event.preventDefault();
      // The workbench would undo something else.
      return event.stopPropagation();
    }
    if (view === 'sheet' && this.sheet.pressKey(event)) {
      event.preventDefault();
      // The workbench would run its own command too: Ctrl+A would also select the text of the page.
      if (event.ctrlKey || event.metaKey) event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (view === 'compare') {
      if (event.key === 'Escape') this.turnTo('sheet', this.comparison.activeItem?.id ?? null);
      else if (!this.comparison.pressKey(event)) return;
      return event.preventDefault();
    }
    if (usesKeys(event.target)) return;
    if (event.key.toLowerCase() === 'g') {
      return view === 'sheet' ? this.turnTo('stage', this.sheet.activeId) : this.show('sheet');
    }
    if (view === 'sheet') return;
    if (event.key === 'Escape') return this.show('sheet');
    if (this.#pressOnStage(event)) event.preventDefault();
  }

  /** Returns true if the key belongs to the stage. */
  #pressOnStage(event: KeyboardEvent): boolean {
    if (this.#pressMark(event.key)) return true;
    if (this.stageView.current?.pressKey?.(event)) {
      // The key may have reached the document without the stage, whose listeners then did not run.
      this.stay();
      return true;
    }
    const step = event.shiftKey ? undefined : keySteps.get(event.key);
    if (step !== undefined) this.step(step);
    return step !== undefined;
  }

  /** Marks the result on the stage, and moves on to the next one. Returns true if the key belongs to marks. */
  #pressMark(key: string): boolean {
    const action = markAction(key);
    if (!action) return false;
    this.#selectSeen();
    const item = selectedItem(this.state.value);
    if (!item) return false;
    const outcome = this.marking.run(action, [item]);
    if (outcome.kind === 'deleting') this.#deletingId = item.id;
    if (outcome.kind === 'select') this.select(outcome.id);
    else if (outcome.kind === 'decided') {
      this.step(1);
      this.stay();
    }
    return true;
  }
}
