/**
 * Returns the loudest sample of each of `count` equal spans over all channels, scaled so that the loudest of all is 1.
 * Silence stays 0.
 */
export function buildPeaks(channels: readonly Float32Array[], count: number): readonly number[] {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  const peaks = Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * length) / count);
    const end = Math.floor(((index + 1) * length) / count);
    return Math.max(0, ...channels.map((channel) => loudest(channel, start, end)));
  });
  const top = Math.max(...peaks);
  return top > 0 ? peaks.map((peak) => peak / top) : peaks;
}

function loudest(samples: Float32Array, start: number, end: number): number {
  let peak = 0;
  for (let index = start; index < end; index += 1) peak = Math.max(peak, Math.abs(samples[index] ?? 0));
  return peak;
}

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
