import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewDetails } from '../../../protocol/previewItem.ts';
import { Icon, joinClasses } from '../../elements.tsx';
import { fill } from '../../format.ts';
import { OpenFileButton } from '../../notice.tsx';
import { usePage } from '../../usePage.ts';
import { togglePlayer, useClip } from '../players.ts';
import { useHandle, type MediaProps } from '../mediaProps.ts';

const seekSeconds = 5;
/** Duration of a frame in most generated clips. The element does not report the frame rate. */
const frameSeconds = 1 / 24;

/** A clip with the controls of the browser and its first frame as poster. It says which part cannot be played. */
export function VideoView({ item, uri, details, handle, loaded, failed }: MediaProps) {
  const { strings } = usePage();
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setIsReady] = useState(false);
  // The style hides the spinner of the browser, which stays on the first frame, until the user uses the controls.
  const [isUsed, setIsUsed] = useState(false);
  const use = (): void => setIsUsed(true);
  // The record may know the size before the file is loaded, so that the layout does not jump.
  const [size, setSize] = useState({ width: item.width, height: item.height });
  const unplayable = useUnplayable(details);
  useClip(video);
  useHandle(handle, {
    pressKey({ key, target }) {
      const { current: player } = video;
      if (!player) return false;
      const seek = (seconds: number): void => {
        player.currentTime = Math.min(Math.max(player.currentTime + seconds, 0), player.duration || 0);
      };
      switch (key.toLowerCase()) {
        case ' ':
        case 'k':
          if (target instanceof HTMLButtonElement) return false;
          togglePlayer(player);
          return true;
        case 'm':
          player.muted = !player.muted;
          return true;
        case ',':
        case '.':
          player.pause();
          seek(key === ',' ? -frameSeconds : frameSeconds);
          return true;
        case 'arrowleft':
        case 'arrowright':
          // Elsewhere, these keys step through the results.
          if (target !== player) return false;
          seek(key === 'ArrowLeft' ? -seekSeconds : seekSeconds);
          return true;
        default:
          return false;
      }
    },
  });
  const show = (): void => {
    setIsReady(true);
    loaded();
  };
  return (
    <div class="video-view">
      {unplayable !== null && (
        <div class="video-warning" role="status">
          <Icon name="warning" />
          <span>{unplayable}</span>
          <OpenFileButton id={item.id} details={details} />
        </div>
      )}
      <div class="video-room">
        <video
          class={joinClasses('video', isReady && 'ready', !isUsed && 'unused')}
          ref={video}
          src={uri}
          controls
          preload="metadata"
          playsInline
          disableRemotePlayback
          aria-label={fill(strings.videoHelp, { name: item.name })}
          style={size.width && size.height ? { '--ratio': String(size.width / size.height) } : {}}
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
            if (width && height) setSize({ width, height });
          }}
          onLoadedData={show}
          onPointerDown={use}
          onFocus={use}
          onPlay={use}
          // There is no first frame.
          onSuspend={loaded}
          onError={failed}
        />
      </div>
    </div>
  );
}

/** Returns what the user is told of a codec that cannot be played. Null if there is none, or while that is unknown. */
function useUnplayable(details: PreviewDetails | null): string | null {
  const { strings } = usePage();
  const [unplayable, setUnplayable] = useState<string | null>(null);
  const codecs = details?.codecs ?? null;
  const probe = async (): Promise<void> => {
    const picture = await findUndecodable(codecs?.video ?? [], 'video');
    const sound = await findUndecodable(codecs?.audio ?? [], 'audio');
    if (picture !== null) setUnplayable(fill(strings.silentPicture, { codec: picture }));
    else if (sound !== null) setUnplayable(fill(strings.silentSound, { codec: sound }));
  };
  // Codecs are probed once.
  const isKnown = codecs !== null;
  useEffect(() => {
    if (isKnown) void probe();
  }, [isKnown]);
  return unplayable;
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
