const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Reads all frames of an MPEG 1 or 2 layer III stream. Throws if a frame does not begin correctly. */
export function readMp3(bytes: Uint8Array): {
  readonly seconds: number;
  readonly frames: number;
  readonly channels: number;
} {
  let [at, seconds, frames, channels] = [0, 0, 0, 0];
  while (at + 4 <= bytes.length) {
    const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
    if (sync !== 0xff || (second & 0xe6) !== 0xe2) throw new Error(`No layer III frame at ${String(at)}`);
    const version = (second & 0x18) === 0x18 ? 1 : 2;
    const sampleRate = ([44_100, 48_000, 32_000][(third >> 2) & 3] ?? 0) / version;
    const bitrate = (bitrates[version][third >> 4] ?? 0) * 1000;
    const samples = version === 1 ? 1152 : 576;
    at += Math.floor((samples / 8) * (bitrate / sampleRate)) + ((third >> 1) & 1);
    seconds += samples / sampleRate;
    frames += 1;
    channels = fourth >> 6 === 3 ? 1 : 2;
  }
  return { seconds, frames, channels };
}
