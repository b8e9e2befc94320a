import type { Random } from '../random.ts';

/** Smooth noise over the plane, 0 to 1, with features of about the size 1. */
export type Noise = (x: number, y: number) => number;

const sizeBits = 8;
const mask = (1 << sizeBits) - 1;

/** Blends values on a lattice smoothly. The noise repeats after 256 cells. */
export function createNoise(random: Random): Noise {
  const lattice = Float32Array.from({ length: 1 << (2 * sizeBits) }, random);
  const at = (x: number, y: number): number => lattice[((y & mask) << sizeBits) | (x & mask)] ?? 0;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const across = smooth(x - column);
    const down = smooth(y - row);
    const above = at(column, row) + (at(column + 1, row) - at(column, row)) * across;
    const below = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * across;
    return above + (below - above) * down;
  };
}

/** Adds finer noise to noise: clouds, ridges, paper. 0 to 1, mostly around 0.5. */
export function layerNoise(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += weight * noise(x * scale + octave * 17.3, y * scale + octave * 9.1);
      weight /= 2;
      scale *= 2;
    }
    return sum / (1 - 2 * weight * 0.5);
  };
}

/** Returns 0 up to `from`, 1 beyond `to`, and a smooth slope in between. */
export function ramp(from: number, to: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
