/** Two channels of floating-point samples, nominally within ±1. */
export interface Stereo {
  readonly sampleRate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Creates silence. */
export function createStereo(sampleRate: number, seconds: number): Stereo {
  const length = Math.round(sampleRate * seconds);
  return { sampleRate, left: new Float32Array(length), right: new Float32Array(length) };
}

/** Adds a sound and cuts what is beyond the end. `pan` is -1 (left) to 1 (right). */
export function mix(
  target: Stereo,
  sound: Float32Array,
  { atSeconds, gain, pan = 0 }: { readonly atSeconds: number; readonly gain: number; readonly pan?: number },
): void {
  const start = Math.round(atSeconds * target.sampleRate);
  const count = Math.min(sound.length, target.left.length - start);
  const angle = ((pan + 1) * Math.PI) / 4;
  const leftGain = gain * Math.cos(angle) * Math.SQRT2;
  const rightGain = gain * Math.sin(angle) * Math.SQRT2;
  for (let index = 0; index < count; index += 1) {
    const sample = sound[index] ?? 0;
    target.left[start + index] = (target.left[start + index] ?? 0) + sample * leftGain;
    target.right[start + index] = (target.right[start + index] ?? 0) + sample * rightGain;
  }
}

/** Adds a small room: four feedback combs for each side, of lengths without a common beat. */
export function addRoom(target: Stereo, amount: number): void {
  addCombs(target.left, target.sampleRate, [0.0297, 0.0371, 0.0411, 0.0437], amount);
  addCombs(target.right, target.sampleRate, [0.0305, 0.0363, 0.0419, 0.0431], amount);
}

function addCombs(samples: Float32Array, sampleRate: number, delays: readonly number[], amount: number): void {
  const wet = new Float32Array(samples.length);
  for (const delay of delays) {
    const line = new Float32Array(Math.round(delay * sampleRate));
    let damped = 0;
    for (let index = 0, at = 0; index < samples.length; index += 1, at = at + 1 === line.length ? 0 : at + 1) {
      const echo = line[at] ?? 0;
      damped += (echo - damped) * 0.5;
      line[at] = (samples[index] ?? 0) + damped * 0.78;
      wet[index] = (wet[index] ?? 0) + echo;
    }
  }
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) + (wet[index] ?? 0) * amount * 0.25;
  }
}

/** The peak after leveling: below full scale, so that a lossy encoder does not overshoot it. */
const peakLevel = 0.8;

/** Scales all channels by one factor so that the loudest sample is at the peak level, and fades the last part out. */
export function finish(channels: readonly Float32Array[], fadeSamples: number): void {
  const peak = Math.max(
    1e-6,
    ...channels.map((samples) => samples.reduce((max, each) => Math.max(max, Math.abs(each)), 0)),
  );
  for (const samples of channels) {
    for (let index = 0; index < samples.length; index += 1) {
      const fade = Math.min(1, (samples.length - index) / Math.max(1, fadeSamples));
      samples[index] = (samples[index] ?? 0) * (peakLevel / peak) * fade;
    }
  }
}
