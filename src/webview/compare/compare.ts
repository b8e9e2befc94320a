import type { PreviewDetails, PreviewItem, ArtifactItem } from '../../protocol/previewItem.ts';
import { element, iconButton, textButton } from '../dom.ts';
import { fill } from '../format.ts';
import { markAction, type MarkAction } from '../marks/marking.ts';
import type { AudioMessage, ViewContext } from '../view.ts';
import { listDifferences } from './differences.ts';
import { createDiffView } from './diffView.ts';
import { Pane } from './pane.ts';
import { Playback } from './playback.ts';
import { createSliderView } from './sliderView.ts';

interface CompareActions {
  /** Returns to all results, at the one that the user has turned to. */
  readonly close: (id: string | null) => void;
}

/** Keys that a focused slider uses itself. */
const sliderKey = /^(?:Arrow|Page|Home|End)/;

/** Two to four results beside each other, with what differs between them. They are zoomed and played together. */
export class Compare {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #actions: CompareActions;
  readonly #title = element('h1', { class: 'toolbar-title' });
  readonly #openDiff: HTMLButtonElement;
  readonly #joinTexts: HTMLButtonElement;
  readonly #joinImages: HTMLButtonElement;
  readonly #area = element('div', { class: 'compare-panes' });
  readonly #playback = new Playback(this.#area);
  #panes: readonly Pane[] = [];
  #ids: readonly string[] = [];
  /** The pane that keys act on, and that is heard. */
  #active = 0;
  /** Whether two images or two texts are shown in one view. */
  #isJoined = false;
  /** The view of both results. Null while it is not shown, or as long as a text is missing. */
  #joined: HTMLElement | null = null;

  constructor(context: ViewContext, actions: CompareActions) {
    const { strings } = context;
    this.#context = context;
    this.#actions = actions;
    const press = (): void => this.#join(!this.#isJoined);
    this.#joinImages = iconButton({ icon: 'arrow-both', label: strings.slider, press });
    this.#joinTexts = iconButton({ icon: 'whole-word', label: strings.textDiff, press });
    this.#openDiff = textButton({ icon: 'diff', label: strings.openDiff, press: () => this.#openInEditor() });
    const back = iconButton({ icon: 'arrow-left', label: strings.leaveCompare, press: () => this.#leave() });
    const keys = iconButton({ icon: 'question', label: strings.showKeys, press: () => this.#run({ kind: 'help' }) });
    this.element = element('div', { class: 'compare', role: 'main' }, [
      element('div', { class: 'toolbar' }, [
        element('div', { class: 'toolbar-group' }, [back]),
        this.#title,
        element('div', { class: 'toolbar-group' }, [this.#openDiff, this.#joinTexts, this.#joinImages, keys]),
      ]),
      this.#area,
    ]);
  }

  /** Compares these results. Returns false if fewer than two of them are left. */
  open(ids: readonly string[], items: readonly PreviewItem[]): boolean {
    this.#ids = ids;
    this.#active = 0;
    const shown = items.filter(({ id }) => ids.includes(id));
    // Texts are read for their differences, while images are looked at.
    this.#isJoined = shown.every((item) => item.kind === 'artifact' && isText(item));
    return this.show(items);
  }

  /** Receives a new list: a deleted result is removed, and changed marks are drawn in place. */
  show(items: readonly PreviewItem[]): boolean {
    const byId = new Map(items.map((item) => [item.id, item]));
    const found = this.#ids.flatMap((id) => {
      const item = byId.get(id);
      return item?.kind === 'artifact' && item.uri !== null ? [item] : [];
    });
    if (found.length < 2) return false;
    const isSame = this.#panes.length === found.length && found.every(({ id }, at) => this.#panes[at]?.item.id === id);
    if (!isSame) this.#build(found);
    for (const [at, pane] of this.#panes.entries()) pane.item = found[at] ?? pane.item;
    this.#draw();
    // Before this, the new panes had no players.
    if (!isSame) this.#lead(this.#active);
    return true;
  }

  receiveDetails(details: PreviewDetails): void {
    const pane = this.#panes.find(({ item }) => item.id === details.id);
    if (!pane) return;
    pane.details = details;
    this.#draw();
  }

  receiveAudio(message: AudioMessage): void {
    for (const { stage } of this.#panes) stage.receiveAudio(message);
  }

  /** Returns true if the key belongs to the comparison. */
  pressKey(event: KeyboardEvent): boolean {
    const pane = this.#panes[this.#active];
    if (event.ctrlKey || event.metaKey || event.altKey || !pane) return false;
    if (event.key === 'Escape') this.#leave();
    else if (event.target instanceof HTMLInputElement && sliderKey.test(event.key)) return false;
    else if (pane.stage.pressKey(event) || this.#pressMark(event.key)) return true;
    else if (event.key === 'ArrowRight') this.#activate(this.#active + 1);
    else if (event.key === 'ArrowLeft') this.#activate(this.#active - 1);
    else if (event.key.toLowerCase() === 'd' && this.#pairKind !== null) this.#join(!this.#isJoined);
    else return false;
    return true;
  }

  /** Gives the focus to what the keys act on: the view of both results, or the active one. */
  focus(): void {
    if (this.#joined) (this.#joined.querySelector<HTMLElement>('.slider-line') ?? this.#joined).focus();
    else this.#activate(this.#active);
  }

  /** Stops what plays. */
  close(): void {
    for (const { stage } of this.#panes) stage.dispose();
    this.#panes = [];
    this.#joined = null;
    this.#area.replaceChildren();
  }

  #build(items: readonly ArtifactItem[]): void {
    this.close();
    this.#panes = items.map(
      (item, at) =>
        new Pane(item, this.#context, {
          lead: () => this.#lead(at),
          shareZoom: () => this.#shareZoom(at),
          useCombination: () => this.#run({ kind: 'use' }, at),
        }),
    );
    this.#area.replaceChildren(...this.#panes.map((pane) => pane.element));
    for (const { item } of this.#panes) this.#context.send({ type: 'readDetails', id: item.id });
    this.#activate(Math.min(this.#active, items.length - 1));
  }

  #shareZoom(from: number): void {
    const zoom = this.#panes[from]?.stage.zoom ?? null;
    for (const [at, { stage }] of this.#panes.entries()) if (at !== from) stage.followZoom(zoom);
  }

  #activate(at: number): void {
    const pane = this.#panes[at];
    if (!pane) return;
    this.#lead(at);
    pane.element.focus();
  }

  #lead(at: number): void {
    this.#active = at;
    for (const [each, { element: section }] of this.#panes.entries()) section.classList.toggle('active', each === at);
    const pane = this.#panes[at];
    if (pane) this.#playback.lead(pane.element);
  }

  #leave(): void {
    this.#actions.close(this.#panes[this.#active]?.item.id ?? null);
  }

  #pressMark(pressed: string): boolean {
    const action = markAction(pressed);
    if (action) this.#run(action);
    return action !== null;
  }

  #run(action: MarkAction, at = this.#active): void {
    const pane = this.#panes[at];
    if (pane) this.#context.marking.run(action, [pane.item]);
  }

  /**
   * The kind of view that can join the two results: images at a line that divides them, or texts line by line. Null if
   * none can.
   */
  get #pairKind(): 'images' | 'texts' | null {
    const items = this.#panes.map(({ item }) => item);
    if (items.length !== 2) return null;
    return items.every(({ media }) => media === 'image') ? 'images' : items.every(isText) ? 'texts' : null;
  }

  #join(isJoined: boolean): void {
    this.#isJoined = isJoined;
    this.#draw();
    this.focus();
  }

  #openInEditor(): void {
    const [first, second] = this.#panes;
    if (first && second) this.#context.send({ type: 'openDiff', ids: [first.item.id, second.item.id] });
  }

  #draw(): void {
    const { strings } = this.#context;
    const pairKind = this.#pairKind;
    const pressed = String(this.#isJoined);
    this.#title.textContent = fill(strings.compareCount, { count: this.#panes.length });
    this.#joinImages.hidden = pairKind !== 'images';
    this.#joinTexts.hidden = this.#openDiff.hidden = pairKind !== 'texts';
    this.#joinImages.ariaPressed = this.#joinTexts.ariaPressed = pressed;
    for (const [at, pane] of this.#panes.entries()) pane.show(at, this.#panes.length);
    this.#drawJoined();
    this.#drawDifferences();
  }

  /** Keeps a joined view that is shown, so that its scroll position stays. */
  #drawJoined(): void {
    const pairKind = this.#isJoined ? this.#pairKind : null;
    this.#area.classList.toggle('is-joined', pairKind !== null);
    if (pairKind === null) {
      this.#joined?.remove();
      this.#joined = null;
    } else if (!this.#joined) {
      this.#joined = this.#createJoined(pairKind);
      if (!this.#joined) return;
      const hasFocus = this.#area.contains(document.activeElement);
      this.#area.prepend(this.#joined);
      if (hasFocus) this.focus();
    }
  }

  #createJoined(kind: 'images' | 'texts'): HTMLElement | null {
    const [first, second] = this.#panes;
    if (!first || !second) return null;
    if (kind === 'images') return createSliderView([first.item, second.item], this.#context);
    const read = ({ item, details }: Pane) =>
      details && { name: item.name, text: details.text ?? '', isCut: details.isTextCut };
    const [left, right] = [read(first), read(second)];
    return left && right && createDiffView([left, right], this.#context);
  }

  /** Shows only what differs, in the same order in each pane. */
  #drawDifferences(): void {
    const { formats } = this.#context;
    const all = this.#panes.flatMap(({ details }) => details ?? []);
    if (all.length < this.#panes.length) return;
    const described = all.map((details) => ({
      details,
      cost: details.amountUsd === null || details.isSandbox ? null : formats.usd(details.amountUsd),
      duration: details.seconds === null ? null : formats.time(details.seconds),
    }));
    const differences = listDifferences(described);
    for (const [at, pane] of this.#panes.entries()) pane.showDifferences(differences, at);
  }
}

function isText({ media }: ArtifactItem): boolean {
  return media === 'markdown' || media === 'text';
}
