import { buildPeaks } from './peaks.ts';

/**
 * The decoder of the browser knows every format that the audio element plays, so the host needs none. The rate is low:
 * enough for a drawing, and a ten-minute song stays below 40 MB instead of 210.
 */
const decodeRateHz = 8000;

/** Returns null if the browser cannot decode these bytes. */
export async function decodePeaks(bytes: Uint8Array, count: number): Promise<readonly number[] | null> {
  try {
    const context = new OfflineAudioContext(1, 1, decodeRateHz);
    const audio = await context.decodeAudioData(bytes.slice().buffer);
    const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index));
    return buildPeaks(channels, count);
  } catch {
    return null;
  }
}
