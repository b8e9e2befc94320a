import type { ArtifactItem, PreviewDetails } from '../../../protocol/previewItem.ts';
import { element, icon, textButton } from '../../dom.ts';
import { fill } from '../../format.ts';
import { buildOpenButton } from '../../openButton.ts';
import type { MediaParts, StageView, ViewContext } from '../../view.ts';
import { videoAction } from './videoAction.ts';

/** A clip with the controls of the browser and its first frame as poster. It says which part cannot be played. */
export function createVideoView(parts: MediaParts): StageView {
  return new VideoView(parts);
}

class VideoView implements StageView {
  readonly element: HTMLElement;
  readonly shown: Promise<void>;
  readonly #item: ArtifactItem;
  readonly #context: ViewContext;
  readonly #video: HTMLVideoElement;
  readonly #warning = element('div', { class: 'video-warning', role: 'status', attributes: { hidden: '' } });
  /** Codecs are probed once. */
  #isProbed = false;
  /** The codec that cannot be played. Null while that is unknown. */
  #unplayable: string | null = null;
  #canOpenOutside = false;

  constructor({ item, uri, context, broken }: MediaParts) {
    this.#item = item;
    this.#context = context;
    this.#video = element('video', {
      class: 'video',
      attributes: {
        controls: '',
        preload: 'metadata',
        playsinline: '',
        disableremoteplayback: '',
        'aria-label': fill(context.strings.videoHelp, { name: item.name }),
      },
    });
    this.#video.addEventListener('loadedmetadata', () =>
      this.#showRatio(this.#video.videoWidth, this.#video.videoHeight),
    );
    this.shown = new Promise((resolve) => {
      // The first frame is decoded, or there is none.
      for (const type of ['loadeddata', 'suspend'] as const) this.#video.addEventListener(type, () => resolve());
    });
    this.#video.addEventListener('loadeddata', () => this.#video.classList.add('ready'));
    this.#video.addEventListener('error', broken);
    this.#video.src = uri;
    const room = element('div', { class: 'video-room' }, [this.#video]);
    this.element = element('div', { class: 'video-view' }, [this.#warning, room]);
    this.#showRatio(item.width, item.height);
  }

  showDetails({ codecs, canOpenOutside }: PreviewDetails): void {
    this.#canOpenOutside = canOpenOutside;
    this.#showWarning();
    if (codecs === null || this.#isProbed) return;
    this.#isProbed = true;
    void this.#probe(codecs);
  }

  pressKey(event: KeyboardEvent): boolean {
    const action = videoAction(event, { isFocused: event.target === this.#video });
    if (action === null || (action === 'toggle' && event.target instanceof HTMLButtonElement)) return false;
    const video = this.#video;
    if (action === 'toggle') this.#toggle();
    else if (action === 'mute') video.muted = !video.muted;
    else {
      if (action.isFrame) video.pause();
      video.currentTime = Math.min(Math.max(video.currentTime + action.seconds, 0), video.duration || 0);
    }
    return true;
  }

  leave(): void {
    this.#video.pause();
  }

  dispose(): void {
    this.#video.removeAttribute('src');
    // Releases the file. Otherwise a removed element may continue to load it.
    this.#video.load();
  }

  /** The record may know the size before the file is loaded, so that the layout does not jump. */
  #showRatio(width: number | null, height: number | null): void {
    if (width && height) this.#video.style.setProperty('--ratio', String(width / height));
  }

  #toggle(): void {
    // If playing is refused, an `error` event arrives, or the controls stay unchanged.
    if (this.#video.paused) this.#video.play().catch(() => undefined);
    else this.#video.pause();
  }

  async #probe({ video, audio }: NonNullable<PreviewDetails['codecs']>): Promise<void> {
    const { strings } = this.#context;
    const picture = await findUndecodable(video, 'video');
    const sound = await findUndecodable(audio, 'audio');
    if (picture === null && sound === null) return;
    this.#unplayable =
      picture === null
        ? fill(strings.silentSound, { codec: sound ?? '' })
        : fill(strings.silentPicture, { codec: picture });
    this.#showWarning();
  }

  #showWarning(): void {
    if (this.#unplayable === null) return;
    const { id } = this.#item;
    const button = textButton(buildOpenButton({ id, canOpenOutside: this.#canOpenOutside }, this.#context));
    this.#warning.replaceChildren(icon('warning'), element('span', { text: this.#unplayable }), button);
    this.#warning.hidden = false;
  }
}

/** Returns the first of the codecs (RFC 6381) that cannot be played. Null if all can, or if it is unknown. */
async function findUndecodable(codecs: readonly string[], kind: 'video' | 'audio'): Promise<string | null> {
  const probe = document.createElement('video');
  for (const codec of codecs) {
    const container = /^(?:vp0?[89]|opus|vorbis)/.test(codec) ? 'webm' : 'mp4';
    if (probe.canPlayType(`${kind}/${container}; codecs="${codec}"`) === '') return codec;
    if (codec.startsWith('mp4a.40') && !(await canDecodeAac())) return 'AAC';
  }
  return null;
}

/**
 * Two silent frames of AAC-LC, stereo, 44.1 kHz, each after an ADTS header (ISO/IEC 13818-7). VS Code has no AAC
 * decoder, but its browser reports that it can play AAC, so only an attempt shows the truth.
 */
const silence = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
const frameLength = 7 + silence.length;
const frame = [0xff, 0xf1, 0x50, 0x80 | (frameLength >> 11), (frameLength >> 3) & 0xff];
const aac = Uint8Array.from([...frame, ((frameLength & 7) << 5) | 0x1f, 0xfc, ...silence]);

/** Resolves to true if AAC audio can be played. */
async function canDecodeAac(): Promise<boolean> {
  try {
    const frames = new Uint8Array(2 * aac.length);
    frames.set(aac);
    frames.set(aac, aac.length);
    await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(frames.buffer);
    return true;
  } catch {
    return false;
  }
}
