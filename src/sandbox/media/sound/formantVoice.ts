import type { Random } from '../random.ts';

/** The state of a voice at one time. Between two moments, all values glide. */
export interface VoiceMoment {
  /** Time from the start of the sound. */
  readonly atSeconds: number;
  /** Pitch of the vocal cords in Hz. */
  readonly pitch: number;
  /** The first three resonances of the mouth in Hz. */
  readonly formants: readonly [number, number, number];
  /** Loudness of the vocal cords, 0 to 1. */
  readonly voicing: number;
  /** Loudness of the breath, 0 to 1, and the frequency of its hiss in Hz. */
  readonly breath: number;
  readonly hiss: number;
}

/** Samples between two evaluations of the glides. */
const controlSamples = 48;

const bandwidths = [80, 110, 160] as const;

/** Loudness of breath relative to vowels. */
const hissLevel = 0.14;

/**
 * Synthesizes a voice from a source and resonances in series, as speech synthesis did before it used samples: the vocal
 * cords make pulses, the mouth shapes them. `moments` are in order of time, at least one. The loudest vowel is at about
 * 1.
 */
export function voice(sampleRate: number, moments: readonly VoiceMoment[], random: Random): Float32Array {
  const length = Math.round((moments.at(-1)?.atSeconds ?? 0) * sampleRate);
  const vowels = new Float32Array(length);
  const hiss = new Float32Array(length);
  const mouth = bandwidths.map(() => new Resonator(sampleRate));
  const teeth = new Resonator(sampleRate);
  const walk = createWalk(moments);
  let now = walk(0);
  let phase = 0;
  let lastPulse = 0;
  for (let index = 0; index < length; index += 1) {
    if (index % controlSamples === 0) {
      now = walk(index / sampleRate);
      mouth.forEach((each, formant) => each.tune(now.formants[formant] ?? 500, bandwidths[formant] ?? 100));
      teeth.tune(now.hiss, 1400);
    }
    phase = (phase + now.pitch / sampleRate) % 1;
    const pulse = glottalPulse(phase);
    const noise = random() * 2 - 1;
    let sample = (pulse - lastPulse + noise * 0.002) * now.voicing;
    lastPulse = pulse;
    for (const each of mouth) sample = each.next(sample);
    vowels[index] = sample;
    hiss[index] = teeth.next(noise * now.breath);
  }
  evenOut(vowels, sampleRate);
  return vowels.map((sample, index) => sample + (hiss[index] ?? 0) * hissLevel);
}

/** Returns the flow between the vocal cords over one period (Rosenberg): they open slowly, close fast and stay shut. */
function glottalPulse(phase: number): number {
  if (phase < 0.4) return 0.5 - 0.5 * Math.cos((Math.PI * phase) / 0.4);
  return phase < 0.58 ? Math.cos((Math.PI * (phase - 0.4)) / 0.36) : 0;
}

/**
 * Reduces the difference between loud and soft vowels: a resonance that meets an overtone is many times louder than the
 * next one.
 */
function evenOut(samples: Float32Array, sampleRate: number): void {
  const rise = 1 - Math.exp(-1 / (0.004 * sampleRate));
  const fall = 1 - Math.exp(-1 / (0.08 * sampleRate));
  const loudness = new Float32Array(samples.length);
  let follower = 0;
  let loudest = 1e-9;
  samples.forEach((sample, index) => {
    const size = Math.abs(sample);
    follower += (size - follower) * (size > follower ? rise : fall);
    loudness[index] = follower;
    loudest = Math.max(loudest, follower);
  });
  for (let index = 0; index < samples.length; index += 1) {
    // Silence stays silent, because the gain has a limit.
    const relative = (loudness[index] ?? 0) / loudest + 0.04;
    samples[index] = ((samples[index] ?? 0) / loudest) * relative ** -0.7 * 0.6;
  }
}

/** Looks up moments in order of increasing time. */
function createWalk(moments: readonly VoiceMoment[]): (seconds: number) => VoiceMoment {
  let next = 0;
  return (seconds) => {
    while (next < moments.length - 1 && (moments[next]?.atSeconds ?? 0) <= seconds) next += 1;
    const to = moments[next];
    const from = moments[Math.max(0, next - 1)] ?? to;
    if (!from || !to) throw new Error('A voice needs at least one moment.');
    const span = to.atSeconds - from.atSeconds;
    const share = span > 0 ? Math.min(1, Math.max(0, (seconds - from.atSeconds) / span)) : 1;
    const glide = (a: number, b: number): number => a + (b - a) * share;
    return {
      atSeconds: seconds,
      pitch: glide(from.pitch, to.pitch),
      formants: [
        glide(from.formants[0], to.formants[0]),
        glide(from.formants[1], to.formants[1]),
        glide(from.formants[2], to.formants[2]),
      ],
      voicing: glide(from.voicing, to.voicing),
      breath: glide(from.breath, to.breath),
      hiss: glide(from.hiss, to.hiss),
    };
  };
}

/** A two-pole filter that resonates at one frequency. Its gain at 0 Hz is 1. */
class Resonator {
  readonly #sampleRate: number;
  #gain = 1;
  #first = 0;
  #second = 0;
  #before = 0;
  #beforeThat = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Sets the frequency and bandwidth, both in Hz. */
  tune(frequency: number, bandwidth: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / this.#sampleRate);
    this.#first =
      2 * radius * Math.cos((2 * Math.PI * Math.min(frequency, this.#sampleRate * 0.45)) / this.#sampleRate);
    this.#second = -radius * radius;
    this.#gain = 1 - this.#first - this.#second;
  }

  next(sample: number): number {
    const out = this.#gain * sample + this.#first * this.#before + this.#second * this.#beforeThat;
    this.#beforeThat = this.#before;
    this.#before = out;
    return out;
  }
}
