import type { Random } from '../random.ts';

// Every instrument makes one mono sound. Frequencies are in Hz.

/** Input of a tone. */
export interface Note {
  readonly sampleRate: number;
  readonly frequency: number;
  readonly seconds: number;
}

/** A plucked string: noise that circulates in a delay line and loses its high frequencies (Karplus and Strong). */
export function pluck({ sampleRate, frequency, seconds }: Note, random: Random): Float32Array {
  const sound = new Float32Array(Math.round(sampleRate * seconds));
  const period = sampleRate / frequency;
  const line = Float32Array.from({ length: Math.max(2, Math.round(period - 0.5)) }, () => random() * 2 - 1);
  // Smooths the first burst, like a soft finger.
  for (let index = 1; index < line.length; index += 1) {
    line[index] = 0.5 * (line[index] ?? 0) + 0.5 * (line[index - 1] ?? 0);
  }
  for (let index = 0, at = 0; index < sound.length; index += 1) {
    const next = at + 1 === line.length ? 0 : at + 1;
    const sample = line[at] ?? 0;
    sound[index] = sample * release(index, sound.length, 0.05 * sampleRate);
    line[at] = 0.498 * (sample + (line[next] ?? 0));
    at = next;
  }
  return sound;
}

/** A warm chord tone that swells and fades: three strings slightly apart, with few overtones. */
export function pad({ sampleRate, frequency, seconds }: Note): Float32Array {
  const sound = new Float32Array(Math.round(sampleRate * seconds));
  const steps = [0.997, 1, 1.003].map((detune) => (2 * Math.PI * frequency * detune) / sampleRate);
  for (let index = 0; index < sound.length; index += 1) {
    let sample = 0;
    for (const step of steps) {
      const phase = step * index;
      sample += Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.12 * Math.sin(3 * phase);
    }
    const swell = Math.min(1, index / (0.18 * sampleRate));
    sound[index] = (sample / 4) * swell * release(index, sound.length, 0.35 * sampleRate);
  }
  return sound;
}

/** A round low tone. */
export function bass({ sampleRate, frequency, seconds }: Note): Float32Array {
  return tone({ sampleRate, frequency, seconds }, (phase, age) => {
    const body =
      Math.sin(phase) +
      0.45 * Math.sin(2 * phase) * Math.exp(-4 * age) +
      0.2 * Math.sin(3 * phase) * Math.exp(-9 * age);
    return body * Math.exp(-0.9 * age);
  });
}

/** A flute-like lead with a vibrato that starts late. */
export function flute({ sampleRate, frequency, seconds }: Note): Float32Array {
  return tone({ sampleRate, frequency, seconds }, (phase, age) => {
    const vibrato = 0.012 * frequency * Math.min(1, age * 3) * Math.sin(2 * Math.PI * 5.2 * age);
    const bent = phase + vibrato / 5.2;
    return Math.sin(bent) + 0.22 * Math.sin(2 * bent) + 0.06 * Math.sin(3 * bent);
  });
}

/** A bright, buzzing tone, softened by folding its overtones. */
export function saw({ sampleRate, frequency, seconds }: Note): Float32Array {
  return tone({ sampleRate, frequency, seconds }, (phase, age) => {
    let sample = 0;
    const overtones = Math.min(9, Math.floor(7000 / frequency));
    for (let overtone = 1; overtone <= overtones; overtone += 1) {
      sample += (Math.sin(overtone * phase) / overtone) * Math.exp(-age * overtone * 0.9);
    }
    return sample;
  });
}

/** A low thump that falls in pitch. */
export function kick(sampleRate: number): Float32Array {
  const sound = new Float32Array(Math.round(0.28 * sampleRate));
  let phase = 0;
  for (let index = 0; index < sound.length; index += 1) {
    const age = index / sampleRate;
    phase += (2 * Math.PI * (46 + 110 * Math.exp(-28 * age))) / sampleRate;
    sound[index] = Math.sin(phase) * Math.exp(-11 * age) * release(index, sound.length, 0.02 * sampleRate);
  }
  return sound;
}

/** A short tone with a rattle of noise. */
export function snare(sampleRate: number, random: Random): Float32Array {
  const sound = new Float32Array(Math.round(0.22 * sampleRate));
  for (let index = 0; index < sound.length; index += 1) {
    const age = index / sampleRate;
    const rattle = (random() * 2 - 1) * Math.exp(-19 * age);
    sound[index] = 0.6 * rattle + 0.5 * Math.sin(2 * Math.PI * 185 * age) * Math.exp(-26 * age);
  }
  return sound;
}

/** A tick of noise without low frequencies. */
export function hat(sampleRate: number, random: Random): Float32Array {
  const sound = new Float32Array(Math.round(0.07 * sampleRate));
  let before = 0;
  for (let index = 0; index < sound.length; index += 1) {
    const noise = random() * 2 - 1;
    sound[index] = (noise - before) * 0.5 * Math.exp((-60 * index) / sampleRate);
    before = noise;
  }
  return sound;
}

function tone(
  { sampleRate, frequency, seconds }: Note,
  sampleAt: (phase: number, age: number) => number,
): Float32Array {
  const sound = new Float32Array(Math.round(sampleRate * seconds));
  const step = (2 * Math.PI * frequency) / sampleRate;
  for (let index = 0; index < sound.length; index += 1) {
    const attack = Math.min(1, index / (0.02 * sampleRate));
    sound[index] =
      sampleAt(step * index, index / sampleRate) * attack * release(index, sound.length, 0.06 * sampleRate);
  }
  return sound;
}

/** Falls to 0 at the end, so that no sound stops with a click. */
function release(index: number, length: number, samples: number): number {
  return Math.min(1, (length - index) / samples);
}
