import { assertNever } from '../core/support/assertNever.ts';
import type { ArtifactItem, PreviewDetails, PreviewItem } from '../protocol/previewItem.ts';
import { element, type IconButton } from './dom.ts';
import { fill } from './format.ts';
import { createAudioView } from './media/audio/audioView.ts';
import { createImageView } from './media/image/imageView.ts';
import type { RelativeZoom } from './media/image/zoom.ts';
import { createVideoView } from './media/video/videoView.ts';
import { createNoticeView } from './noticeView.ts';
import { buildOpenButton } from './openButton.ts';
import { isLive, type PreviewState } from './state.ts';
import { createTaskView } from './taskView.ts';
import { createMarkdownView } from './text/markdownView.ts';
import { createTextView } from './text/textView.ts';
import type { AudioMessage, StageView, ViewContext } from './view.ts';

/** The main area: shows the selected item, or says why there is none. */
export class Stage {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  /** Identifies what `#view` shows. The same key needs no new view. */
  #key = '';
  #item: PreviewItem | null = null;
  #view: StageView | null = null;
  /** The view before, as long as `#view` has nothing to show. */
  #leaving: StageView | null = null;
  /** The details that `#view` received last. */
  #details: PreviewDetails | null = null;
  /** Whether the file failed to load, so that `#view` is a notice. */
  #isBroken = false;

  /** `tag` is `div` for a stage that is only a part of what the page shows. */
  constructor(context: ViewContext, tag: 'main' | 'div' = 'main') {
    this.#context = context;
    this.element = element(tag, { class: 'stage' });
  }

  /** The zoom of the image that is shown. Null if it fits, or if there is no image. */
  get zoom(): RelativeZoom | null {
    return this.#view?.zoom ?? null;
  }

  followZoom(zoom: RelativeZoom | null): void {
    this.#view?.followZoom?.(zoom);
  }

  show(item: PreviewItem | null, state: PreviewState): void {
    const { details } = state;
    const isMissing = details?.isMissing ?? false;
    const key = item ? viewKey(item, isMissing) : `none ${state.items !== null} ${state.readError}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#item = item;
      this.#details = null;
      this.#isBroken = false;
      this.#replace(item ? this.#createView(item, isMissing) : this.#createEmpty(state));
    }
    if (details && details !== this.#details) {
      this.#details = details;
      if (this.#isBroken && this.#item?.kind === 'artifact') this.#showBroken(this.#item);
      else this.#view?.showDetails?.(details);
    }
  }

  receiveAudio(message: AudioMessage): void {
    if (message.id === this.#item?.id) this.#view?.receiveAudio?.(message);
  }

  /** Returns true if the present view handled the key. */
  pressKey(event: KeyboardEvent): boolean {
    return this.#view?.pressKey?.(event) ?? false;
  }

  /** Call it when another view replaces the stage. */
  leave(): void {
    this.#view?.leave?.();
  }

  dispose(): void {
    for (const view of [this.#leaving, this.#view]) this.#remove(view);
  }

  #replace(view: StageView): void {
    // A card is drawn again with each change of its task. A button with the focus keeps it, and so does an image.
    const focused = document.activeElement?.getAttribute('data-keeps-focus') ?? null;
    // If a view is still being loaded, it is removed at once, and the view that it was to replace stays.
    const shown = this.#leaving ?? this.#view;
    if (this.#leaving) this.#remove(this.#view);
    this.#view = view;
    this.#leaving = shown;
    shown?.leave?.();
    if (!view.shown) return this.#appear(view, focused);
    shown?.element.classList.add('leaving');
    shown?.element.toggleAttribute('inert', true);
    view.element.classList.add('arriving');
    this.element.append(view.element);
    void view.shown.then(() => this.#appear(view, focused));
  }

  /** Shows a view that has something to show, instead of the one before. */
  #appear(view: StageView, focused: string | null): void {
    if (this.#view !== view) return;
    this.#leaving?.dispose?.();
    this.#leaving = null;
    view.element.classList.remove('arriving');
    this.element.replaceChildren(view.element);
    if (focused !== null) view.element.querySelector<HTMLElement>(`[data-keeps-focus=${focused}]`)?.focus();
  }

  #remove(view: StageView | null): void {
    view?.dispose?.();
    view?.element.remove();
  }

  #createEmpty({ items, readError }: PreviewState): StageView {
    const { strings, send } = this.#context;
    if (readError !== null) {
      const again: IconButton = { icon: 'refresh', label: strings.readAgain, press: () => send({ type: 'readAgain' }) };
      return createNoticeView({ icon: 'error', title: strings.unreadableTitle, text: readError, actions: [again] });
    }
    // The style shows this with a delay, so that a fast start does not flicker.
    if (!items) return { element: element('p', { class: 'loading', role: 'status', text: strings.loading }) };
    const { emptyTitle: title, emptyText: text } = strings;
    return createNoticeView({ icon: 'sparkle', title, text, actions: [this.#openJobFile()] });
  }

  #createView(item: PreviewItem, isMissing: boolean): StageView {
    if (item.kind === 'task') return createTaskView(item, this.#context);
    if (item.uri === null || isMissing) return this.#notice('missing', item);
    const parts = { item, uri: item.uri, context: this.#context, broken: () => this.#showBroken(item) };
    switch (item.media) {
      case 'image':
        return createImageView(parts);
      case 'audio':
        return createAudioView(parts);
      case 'video':
        return createVideoView(parts);
      case 'markdown':
        return createMarkdownView({ item, isWriting: false, context: this.#context });
      case 'text':
        return createTextView(item, this.#context);
      case 'file':
        return this.#notice('unsupported', item);
      default:
        return assertNever(item.media);
    }
  }

  #showBroken(item: ArtifactItem): void {
    if (this.#item !== item) return;
    this.#isBroken = true;
    // A missing file fails to load too, and its details may already have said so.
    this.#replace(this.#notice(this.#details?.isMissing ? 'missing' : 'broken', item));
  }

  /** Returns the notice for a file that cannot be shown, with what helps. */
  #notice(kind: 'missing' | 'broken' | 'unsupported', item: ArtifactItem): StageView {
    const { strings } = this.#context;
    const icons = { missing: 'search', broken: 'warning', unsupported: 'file' } as const;
    return createNoticeView({
      icon: icons[kind],
      title: fill(strings[`${kind}Title`], { name: item.name }),
      text: strings[`${kind}Text`],
      actions: [kind === 'missing' ? this.#openJobFile() : this.#openFile(item)],
    });
  }

  #openFile({ id }: ArtifactItem): IconButton {
    return buildOpenButton({ id, canOpenOutside: this.#details?.canOpenOutside ?? false }, this.#context);
  }

  #openJobFile(): IconButton {
    const { strings, send } = this.#context;
    const press = (): void => send({ type: 'act', id: null, action: 'openJobFile' });
    return { icon: 'file-code', label: strings.openJobFile, press };
  }
}

/** Returns the key of a view. Two items with the same key share one view. */
function viewKey(item: PreviewItem, isMissing: boolean): string {
  if (item.kind === 'artifact') return `${item.id} ${item.uri} ${isMissing}`;
  // While text is being written, its view only grows.
  return item.hasText && isLive(item) ? `${item.id} writing` : JSON.stringify(item);
}
