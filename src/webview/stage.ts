import { assertNever } from '../core/support/assertNever.ts';
import type { ArtifactItem, PreviewDetails, PreviewItem } from '../protocol/previewItem.ts';
import { createAudioView } from './media/audio/audioView.ts';
import { element, type IconButton } from './dom.ts';
import { fill } from './format.ts';
import { createImageView } from './media/image/imageView.ts';
import { createMarkdownView } from './text/markdownView.ts';
import { createNoticeView } from './noticeView.ts';
import { buildOpenButton } from './openButton.ts';
import { createTaskView } from './taskView.ts';
import { createTextView } from './text/textView.ts';
import { createVideoView } from './media/video/videoView.ts';
import { isLive } from './state.ts';
import type { AudioMessage, StageView, ViewContext } from './view.ts';

/** The main area: shows the selected item, or says why there is none. */
export class Stage {
  readonly element = element('main', { class: 'stage' });
  readonly #context: ViewContext;
  /** Identifies what `#view` shows. The same key needs no new view. */
  #key = '';
  #item: PreviewItem | null = null;
  #view: StageView | null = null;
  /** The details that `#view` received last. */
  #details: PreviewDetails | null = null;
  /** Whether the file failed to load, so that `#view` is a notice. */
  #isBroken = false;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  /** `isReady`: the list has arrived, so no item means that there are no results yet. */
  show(item: PreviewItem | null, details: PreviewDetails | null, { isReady }: { isReady: boolean }): void {
    const isMissing = details?.isMissing ?? false;
    const key = viewKey(item, { isMissing, isReady });
    if (key !== this.#key) {
      this.#key = key;
      this.#item = item;
      this.#details = null;
      this.#isBroken = false;
      this.#replace(item ? this.#createView(item, isMissing) : this.#createEmpty(isReady));
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

  #replace(view: StageView): void {
    const focused = document.activeElement?.getAttribute('data-keeps-focus') ?? null;
    this.#view?.dispose?.();
    this.#view = view;
    this.element.replaceChildren(view.element);
    // A card is drawn again with each change of its task. A button with the focus keeps it.
    if (focused !== null) view.element.querySelector<HTMLElement>(`[data-keeps-focus=${focused}]`)?.focus();
  }

  #createEmpty(isReady: boolean): StageView {
    const { strings } = this.#context;
    // The style shows this with a delay, so that a fast start does not flicker.
    if (!isReady) return { element: element('p', { class: 'loading', role: 'status', text: strings.loading }) };
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
    const icons = { missing: 'search', broken: 'warning', unsupported: 'file' };
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
function viewKey(item: PreviewItem | null, flags: { isMissing: boolean; isReady: boolean }): string {
  if (!item) return `none ${flags.isReady}`;
  if (item.kind === 'artifact') return `${item.id} ${item.uri} ${flags.isMissing}`;
  // While text is being written, its view only grows.
  return item.hasText && isLive(item) ? `${item.id} writing` : JSON.stringify(item);
}
