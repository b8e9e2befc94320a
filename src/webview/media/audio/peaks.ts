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
