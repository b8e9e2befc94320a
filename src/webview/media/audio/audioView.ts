import type { ArtifactItem, PreviewDetails } from '../../../protocol/previewItem.ts';
import { element, iconButton, relabel } from '../../dom.ts';
import { fill } from '../../format.ts';
import type { AudioMessage, MediaParts, StageView, ViewContext } from '../../view.ts';
import { decodePeaks } from './peaks.ts';

/** A clip with its waveform, title, and lyrics or spoken text. */
export function createAudioView(parts: MediaParts): StageView {
  return new AudioView(parts);
}

class AudioView implements StageView {
  readonly element: HTMLElement;
  readonly #item: ArtifactItem;
  readonly #context: ViewContext;
  readonly #audio: HTMLAudioElement;
  readonly #waveform = createWaveform();
  readonly #playButton: HTMLButtonElement;
  readonly #muteButton: HTMLButtonElement;
  readonly #seek: HTMLInputElement;
  readonly #time = element('span', { class: 'time' });
  readonly #title: HTMLElement;
  readonly #wordsTitle = element('h3');
  readonly #words = element('div', { class: 'words-text' });
  readonly #wordsSection: HTMLElement;

  constructor({ item, uri, context, broken }: MediaParts) {
    const { strings } = context;
    this.#item = item;
    this.#context = context;
    this.#audio = element('audio', { attributes: { preload: 'metadata' } });
    this.#playButton = iconButton({ icon: 'play', label: strings.play, press: () => this.#toggle() });
    this.#playButton.classList.add('play-button');
    this.#muteButton = iconButton({ icon: 'unmute', label: strings.mute, press: () => this.#toggleMute() });
    this.#seek = element('input', {
      class: 'seek',
      attributes: { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': strings.seek },
    });
    this.#title = element('h2', { class: 'clip-title', text: item.name });
    this.#wordsSection = element('section', { class: 'words', attributes: { hidden: '' } }, [
      this.#wordsTitle,
      this.#words,
    ]);
    this.element = this.#build();
    this.#listen(broken);
    this.#audio.src = uri;
    context.send({ type: 'readAudio', id: item.id });
    this.#showTime();
  }

  /** Title and words belong to the clip, not to the file, and arrive later. */
  showDetails({ title, lyrics, spokenText }: PreviewDetails): void {
    const { strings } = this.#context;
    const words = lyrics ?? spokenText ?? '';
    const wordsTitle = lyrics === null ? strings.spokenText : strings.lyrics;
    if (title !== null && title !== '') this.#title.textContent = title;
    this.#wordsSection.hidden = words.trim() === '';
    this.#wordsSection.ariaLabel = this.#wordsTitle.textContent = wordsTitle;
    this.#words.textContent = words;
  }

  receiveAudio({ bytes }: AudioMessage): void {
    if (bytes) void this.#drawWaveform(bytes);
  }

  pressKey({ key, target }: KeyboardEvent): boolean {
    // Space presses a button that has the focus.
    if (key !== ' ' || target instanceof HTMLButtonElement) return false;
    this.#toggle();
    return true;
  }

  leave(): void {
    this.#audio.pause();
  }

  dispose(): void {
    this.#audio.removeAttribute('src');
    // Releases the file. Otherwise a removed element may continue to load it.
    this.#audio.load();
  }

  /** The slider covers the waveform, so pointer, keys and screen reader use one native control. */
  #build(): HTMLElement {
    const track = element('div', { class: 'track' }, [this.#waveform.element, this.#seek]);
    const controls = element('div', { class: 'controls' }, [this.#playButton, this.#time, this.#muteButton]);
    return element('div', { class: 'audio-view' }, [
      element('div', { class: 'player' }, [this.#title, track, controls, this.#audio]),
      this.#wordsSection,
    ]);
  }

  #listen(broken: () => void): void {
    const { strings } = this.#context;
    this.#audio.addEventListener('play', () => {
      relabel(this.#playButton, 'debug-pause', strings.pause);
      this.#follow();
    });
    this.#audio.addEventListener('pause', () => relabel(this.#playButton, 'play', strings.play));
    this.#audio.addEventListener('volumechange', () => this.#showMuted());
    for (const type of ['timeupdate', 'durationchange', 'seeked'] as const) {
      this.#audio.addEventListener(type, () => this.#showTime());
    }
    this.#audio.addEventListener('error', broken);
    this.#seek.addEventListener('input', () => {
      this.#audio.currentTime = Number(this.#seek.value);
      this.#showTime();
    });
    this.#seek.addEventListener('keydown', (event) => this.#seekByKey(event));
  }

  /** The step of the browser for a slider without steps is too small for a song. */
  #seekByKey(event: KeyboardEvent): void {
    const stepsBySeconds: Readonly<Record<string, number>> = {
      ArrowLeft: -5,
      ArrowDown: -5,
      ArrowRight: 5,
      ArrowUp: 5,
      PageDown: -30,
      PageUp: 30,
    };
    const step = stepsBySeconds[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#audio.currentTime = Math.min(Math.max(this.#audio.currentTime + step, 0), this.#duration);
    this.#showTime();
  }

  #toggle(): void {
    // If playing is refused, an `error` event arrives, or the button stays unchanged.
    if (this.#audio.paused) this.#audio.play().catch(() => undefined);
    else this.#audio.pause();
  }

  #toggleMute(): void {
    this.#audio.muted = !this.#audio.muted;
  }

  #showMuted(): void {
    const { strings } = this.#context;
    const { muted } = this.#audio;
    relabel(this.#muteButton, muted ? 'mute' : 'unmute', muted ? strings.unmute : strings.mute);
  }

  async #drawWaveform(bytes: Uint8Array): Promise<void> {
    const peaks = await decodePeaks(bytes, peakCount);
    if (peaks) this.#waveform.draw(peaks);
  }

  get #duration(): number {
    // Some files have no length until they are read to the end. Until then, the recorded length is used.
    return Number.isFinite(this.#audio.duration) ? this.#audio.duration : (this.#item.seconds ?? 0);
  }

  /** `timeupdate` fires four times a second, but the line moves with every frame. */
  #follow(): void {
    if (this.#audio.paused) return;
    this.#showTime();
    requestAnimationFrame(() => this.#follow());
  }

  #showTime(): void {
    const { formats, strings } = this.#context;
    const duration = this.#duration;
    const { currentTime } = this.#audio;
    const words = { time: formats.time(currentTime), duration: formats.time(duration) };
    this.#time.textContent = `${words.time} / ${words.duration}`;
    const end = duration || 1;
    this.#seek.max = String(end);
    this.#seek.value = String(currentTime);
    this.#seek.setAttribute('aria-valuetext', fill(strings.seekValue, words));
    this.#waveform.showPlayed(currentTime / end);
  }
}

/** A drawing of peaks. Colors come from CSS, so a change of the theme needs no new drawing. */
interface Waveform {
  readonly element: HTMLElement;
  draw(peaks: readonly number[]): void;
  /** 0..1 */
  showPlayed(share: number): void;
}

function createWaveform(): Waveform {
  const frame = element('div', { class: 'waveform', attributes: { 'aria-hidden': 'true' } });
  const rest = createBars('waveform-rest');
  const played = createBars('waveform-played');
  frame.append(rest.svg, played.svg);
  return {
    element: frame,
    draw(peaks) {
      const path = peaks.map(barPath).join('');
      rest.path.setAttribute('d', path);
      played.path.setAttribute('d', path);
      frame.classList.add('drawn');
    },
    showPlayed(share) {
      frame.style.setProperty('--played', `${Math.min(Math.max(share, 0), 1) * 100}%`);
    },
  };
}

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Units of the drawing, which is stretched to the available width. */
const barPitch = 4;
const barWidth = 2.6;
const drawingHeight = 100;
/** Silence is a line, not a gap. */
const minBar = 3;

/** Number of bars of a waveform. */
const peakCount = 160;

/** Draws the same bars twice, clipped from each side: played, and not yet played. */
function createBars(className: string): { svg: SVGElement; path: SVGElement } {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('class', className);
  svg.setAttribute('viewBox', `0 0 ${peakCount * barPitch} ${drawingHeight}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const path = document.createElementNS(svgNamespace, 'path');
  svg.append(path);
  return { svg, path };
}

function barPath(peak: number, index: number): string {
  const bar = Math.max(peak * drawingHeight, minBar);
  return `M${index * barPitch} ${(drawingHeight - bar) / 2}h${barWidth}v${bar}h-${barWidth}z`;
}
