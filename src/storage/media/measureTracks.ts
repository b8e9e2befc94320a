import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputTrack,
} from 'mediabunny';
import type { MediaCodecs, MediaSize } from './mediaJob.ts';

/** Of each kind. A player needs one. */
const maxTracks = 16;

const formats = [MP3, WAVE, OGG, FLAC, ADTS, MP4, QTFF, WEBM, MATROSKA];

/** Length of a sound or a video, and the size of its picture as it is shown. Rejects when the file can not be read so. */
export async function measureTracks(path: string): Promise<MediaSize> {
  const input = new Input({ formats, source: new FilePathSource(path) });
  try {
    const seconds = await input.computeDuration();
    const video = await input.getPrimaryVideoTrack();
    return {
      width: (await video?.getDisplayWidth()) ?? null,
      height: (await video?.getDisplayHeight()) ?? null,
      seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) / 1_000 : null,
    };
  } finally {
    input.dispose();
  }
}

/** Rejects when the file can not be read so. */
export async function readTrackCodecs(path: string): Promise<MediaCodecs> {
  const input = new Input({ formats, source: new FilePathSource(path) });
  try {
    const codecsOf = async (tracks: readonly InputTrack[]): Promise<readonly string[]> =>
      Promise.all(tracks.slice(0, maxTracks).map(async (track) => (await track.getCodecParameterString()) ?? ''));
    return { video: await codecsOf(await input.getVideoTracks()), audio: await codecsOf(await input.getAudioTracks()) };
  } finally {
    input.dispose();
  }
}
