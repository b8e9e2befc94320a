import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PreviewDetails } from '../../../protocol/previewItem.ts';
import { IconButton, joinClasses } from '../../elements.tsx';
import { fill } from '../../format.ts';
import { usePage } from '../../usePage.ts';
import { togglePlayer, useClip } from '../players.ts';
import { useHandle, type MediaProps } from '../mediaProps.ts';
import { decodePeaks } from './peaks.ts';

/** Seconds that a key moves by. The step of the browser for a slider without steps is too small for a song. */
const keySeconds: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

/** A clip with its waveform, title, and lyrics or spoken text. */
export function AudioView({ item, uri, details, handle, failed }: MediaProps) {
  const { strings, formats } = usePage();
  const audio = useRef<HTMLAudioElement>(null);
  const { update, paused, muted, currentTime, ...clip } = usePlayer(audio);
  const toggle = (): void => togglePlayer(audio.current);
  useHandle(handle, {
    pressKey({ key, target }) {
      // Space presses a button that has the focus.
      if (key !== ' ' || target instanceof HTMLButtonElement) return false;
      toggle();
      return true;
    },
  });
  // Some files have no length until they are read to the end. Until then, the recorded length is used.
  const duration = Number.isFinite(clip.duration) ? clip.duration : (item.seconds ?? 0);
  const end = duration || 1;
  const words = { time: formats.time(currentTime), duration: formats.time(duration) };
  const seek = (seconds: number): void => {
    if (audio.current) audio.current.currentTime = Math.min(Math.max(seconds, 0), duration);
    update();
  };
  const seekByKey = (event: KeyboardEvent): void => {
    const step = keySeconds[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seek((audio.current?.currentTime ?? 0) + step);
  };
  const mute = (): void => {
    if (audio.current) audio.current.muted = !muted;
  };
  const play = paused ? (['play', 'play'] as const) : (['debug-pause', 'pause'] as const);
  return (
    <div class="audio-view">
      <div class="player">
        <h2 class="clip-title">{details?.title || item.name}</h2>
        <div class="track">
          <Waveform id={item.id} played={currentTime / end} />
          {/* The slider covers the waveform, so pointer, keys and screen reader use one native control. */}
          <input
            class="seek"
            type="range"
            {...{ min: 0, max: end, step: 'any', value: currentTime }}
            aria-label={strings.seek}
            aria-valuetext={fill(strings.seekValue, words)}
            onInput={({ currentTarget }) => seek(Number(currentTarget.value))}
            onKeyDown={seekByKey}
          />
        </div>
        <div class="controls">
          <IconButton icon={play[0]} label={strings[play[1]]} class="play-button" press={toggle} />
          <span class="time">{`${words.time} / ${words.duration}`}</span>
          <IconButton icon={muted ? 'mute' : 'unmute'} label={strings[muted ? 'unmute' : 'mute']} press={mute} />
        </div>
        <audio ref={audio} preload="metadata" src={uri} onError={failed} />
      </div>
      {details && <Words {...details} />}
    </div>
  );
}

const playerEvents = ['play', 'pause', 'volumechange', 'timeupdate', 'durationchange', 'seeked'] as const;

/** What the controls show of a clip. */
function usePlayer(audio: RefObject<HTMLAudioElement | null>) {
  const [clip, setClip] = useState({ currentTime: 0, duration: Number.NaN, paused: true, muted: false });
  const update = (): void => {
    if (!audio.current) return;
    const { currentTime, duration, paused, muted } = audio.current;
    setClip({ currentTime, duration, paused, muted });
  };
  useClip(audio);
  useLayoutEffect(() => {
    for (const type of playerEvents) audio.current?.addEventListener(type, update);
  }, []);
  useEffect(() => {
    // `timeupdate` fires four times a second, but the line moves with every frame.
    const frame = clip.paused ? 0 : requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  });
  return { ...clip, update };
}

/** Words belong to the clip, not to the file, and arrive later. */
function Words({ lyrics, spokenText }: PreviewDetails) {
  const { strings } = usePage();
  const words = lyrics ?? spokenText ?? '';
  const title = lyrics === null ? strings.spokenText : strings.lyrics;
  if (words.trim() === '') return null;
  return (
    <section class="words" aria-label={title}>
      <h3>{title}</h3>
      <div class="words-text">{words}</div>
    </section>
  );
}

/** Units of the drawing, which is stretched to the available width. */
const barPitch = 4;
const barWidth = 2.6;
const drawingHeight = 100;
/** Silence is a line, not a gap. */
const minBar = 3;
/** Number of bars of a waveform. */
const peakCount = 160;

/** A drawing of peaks. Colors come from CSS, so a change of the theme needs no new drawing. `played` is a fraction. */
function Waveform({ id, played }: { readonly id: string; readonly played: number }) {
  const page = usePage();
  const [path, setPath] = useState('');
  useEffect(() => {
    const draw = async (bytes: Uint8Array): Promise<void> => {
      const peaks = await decodePeaks(bytes, peakCount);
      if (peaks) setPath(peaks.map(barPath).join(''));
    };
    page.audio.read(id, (bytes) => void draw(bytes));
  }, []);
  return (
    <div
      class={joinClasses('waveform', path !== '' && 'drawn')}
      aria-hidden="true"
      style={{ '--played': `${Math.min(Math.max(played, 0), 1) * 100}%` }}
    >
      {/* The same bars twice, clipped from each side: not yet played, and played. */}
      {['waveform-rest', 'waveform-played'].map((name) => (
        <svg
          key={name}
          class={name}
          viewBox={`0 0 ${peakCount * barPitch} ${drawingHeight}`}
          preserveAspectRatio="none"
        >
          <path d={path} />
        </svg>
      ))}
    </div>
  );
}

function barPath(peak: number, index: number): string {
  const bar = Math.max(peak * drawingHeight, minBar);
  return `M${index * barPitch} ${(drawingHeight - bar) / 2}h${barWidth}v${bar}h-${barWidth}z`;
}
