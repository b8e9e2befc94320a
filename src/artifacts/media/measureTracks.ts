import { nodeFileSystem, type OpenFile } from '../../node/files/fileSystem.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import type { MediaCodecs, MediaSize } from './mediaReader.ts';
import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';

/** Maximum number of tracks of each kind. A player needs one. */
const maxTracks = 16;
/**
 * Limit of the bytes that are read for one job. They are outside the heap, which is the only memory of a thread that
 * can be limited.
 */
const maxReadBytes = 64 * 1024 * 1024;

const formats = [MP3, WAVE, OGG, FLAC, ADTS, MP4, QTFF, WEBM, MATROSKA];

/**
 * Returns the duration of audio or video, and the displayed size of a video. Rejects when the file cannot be parsed.
 */
export async function measureTracks(path: string): Promise<MediaSize> {
  return withInput(path, async (input) => {
    const seconds = await input.computeDuration();
    const video = await input.getPrimaryVideoTrack();
    return {
      width: (await video?.getDisplayWidth()) ?? null,
      height: (await video?.getDisplayHeight()) ?? null,
      seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) / 1_000 : null,
    };
  });
}

/** Rejects when the file cannot be parsed. */
export async function readTrackCodecs(path: string): Promise<MediaCodecs> {
  return withInput(path, async (input) => {
    const codecsOf = async (tracks: readonly InputTrack[]): Promise<readonly string[]> =>
      Promise.all(tracks.slice(0, maxTracks).map(async (track) => (await track.getCodecParameterString()) ?? ''));
    return { video: await codecsOf(await input.getVideoTracks()), audio: await codecsOf(await input.getAudioTracks()) };
  });
}

async function withInput<T>(path: string, use: (input: Input) => Promise<T>): Promise<T> {
  return withFile(await nodeFileSystem.open(path, 'r'), async (file) => {
    const input = new Input({ formats, source: await createBoundedSource(file) });
    try {
      return await use(input);
    } finally {
      input.dispose();
    }
  });
}

/** Creates a source that refuses to read more than `maxReadBytes` of the file in total. */
async function createBoundedSource(file: OpenFile): Promise<CustomSource> {
  const { size } = await file.stat();
  let left = maxReadBytes;
  return new CustomSource({
    getSize: () => size,
    read(start, end) {
      left -= end - start;
      if (left < 0) throw new Error(`More than ${maxReadBytes} bytes would have to be read`);
      return readRange(file, start, end);
    },
    prefetchProfile: 'fileSystem',
    // The library also reads ahead, and such a read may still run when the job is done.
    handleUnhandledError: () => undefined,
  });
}
