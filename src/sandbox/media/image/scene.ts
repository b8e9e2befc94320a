import { between, pickOne, type Random } from '../random.ts';
import { mixColors, rgb, type Canvas, type Color, type Point } from './canvas.ts';
import type { Noise } from './noise.ts';

/** Content of an image, as far as the painter can read it from the prompt. The rest is random. */
interface Scene {
  readonly time: Time;
  readonly place: Place;
  readonly things: readonly Thing[];
  readonly isWatercolor: boolean;
}

/** Determines the colors and the position of the light. */
type Time = 'dawn' | 'day' | 'sunset' | 'night';
/** Determines the landscape below the sky. */
type Place = 'sea' | 'city' | 'hills';
/** An object that is added to the landscape. */
export type Thing = 'lighthouse' | 'boat' | 'cabin' | 'balloon' | 'cat' | 'snow';

/** The state that every part of an image is painted with. */
export interface Painting {
  readonly canvas: Canvas;
  readonly scene: Scene;
  readonly palette: ReturnType<typeof createPalette>;
  readonly random: Random;
  readonly noise: Noise;
  readonly horizon: number;
  /** Center of the sun or moon. */
  readonly light: Point;
}

type Reading<T> = readonly (readonly [words: RegExp, meaning: T])[];
const times: Reading<Time> = [
  [/\b(dawn|sunrise|morning|breakfast|early|spring)/, 'dawn'],
  [/\b(sunset|dusk|evening|golden hour|twilight|autumn|fall\b|fire)/, 'sunset'],
  [/\b(night|midnight|moon|stars?\b|starry|space|planet|lantern|neon|dark|galaxy)/, 'night'],
  [/\b(noon|midday|day\b|daylight|sunny|summer|winter|bright|blue sky)/, 'day'],
];
const places: Reading<Place> = [
  [/\b(city|street|skyline|town\b|tower|skyscraper|urban|tokyo|paris|london|new york|robot|car\b|office)/, 'city'],
  [/\b(sea|ocean|harbou?r|beach|coast|boat|ship|sail|lighthouse|wave|island|lake|river|pond|fish|whale|bay)/, 'sea'],
  [/\b(hill|mountain|alps?\b|forest|woods?\b|meadow|field|garden|farm|desert|tree|cat\b|kitten|balloon)/, 'hills'],
];
const things: Reading<Thing> = [
  [/\blighthouse/, 'lighthouse'],
  [/\b(boat|ship|sail|yacht|harbou?r|regatta)/, 'boat'],
  [/\b(cabin|house\b|cottage|hut|home|farm|village)/, 'cabin'],
  [/\bballoon/, 'balloon'],
  [/\b(cat|kitten)\b/, 'cat'],
  [/\b(snow|winter|frost|ice|glacier|alps?)\b/, 'snow'],
];

/** Words of the prompt win. The seed decides the rest. Uses the same random numbers whatever the words are. */
export function parseScene(prompt: string, random: Random): Scene {
  const text = prompt.toLowerCase();
  const time = pickOne<Time>(random, ['dawn', 'day', 'sunset', 'night']);
  const place = read(places, text) ?? pickOne<Place>(random, ['sea', 'hills']);
  const usual: Readonly<Record<Place, Thing>> = {
    sea: pickOne<Thing>(random, ['boat', 'lighthouse']),
    city: 'boat',
    hills: pickOne<Thing>(random, ['balloon', 'cat', 'cabin']),
  };
  const named = things.filter(([words]) => words.test(text)).map(([, thing]) => thing);
  return {
    time: read(times, text) ?? time,
    place,
    things: named.length > 0 ? named : [usual[place]],
    isWatercolor: /\b(water ?colou?r|aquarelle|gouache|painting|illustration|pastel)/.test(text),
  };
}

function read<T>(reading: Reading<T>, text: string): T | undefined {
  return reading.find(([words]) => words.test(text))?.[1];
}

// Each row lists the sky from top to horizon, then disk, glow, cloud, far, near and lamp.
const colors: Readonly<Record<Time, readonly number[]>> = {
  dawn: [0x4a5f9e, 0x9a8fc4, 0xf0aeb0, 0xffdcae, 0xfff4d6, 0xffb98a, 0xffd3c4, 0x9a92bd, 0x2a3158, 0xffdf9a],
  day: [0x2b78c8, 0x63aee6, 0xa9d8f2, 0xe4f4f4, 0xfffdf0, 0xfff3c4, 0xffffff, 0x9fc0d2, 0x2c5a4c, 0xfff0b8],
  sunset: [0x2b2a62, 0x83427f, 0xec6b5a, 0xffc56b, 0xfff0c2, 0xff8a4a, 0xff9c7a, 0x8a4a74, 0x1d1838, 0xffc66e],
  night: [0x070c26, 0x14224f, 0x29427c, 0x5a76a6, 0xf8f4e2, 0x9db7e8, 0x3d5488, 0x2f4674, 0x080d20, 0xffcf7d],
};

/** The colors of one image. It has a little of those of another time, so that two images of dawn differ. */
export function createPalette(time: Time, random: Random) {
  const other = pickOne<Time>(random, ['dawn', 'day', 'sunset', 'night']);
  const share = between(random, 0, 0.16);
  const mix = (index: number): Color => mixColors(rgb(colors[time][index] ?? 0), rgb(colors[other][index] ?? 0), share);
  return {
    /** From the top of the sky to the horizon. */
    sky: [mix(0), mix(1), mix(2), mix(3)] as const,
    /** The sun or moon. */
    disk: mix(4),
    glow: mix(5),
    cloud: mix(6),
    /** Land at the horizon and in the foreground. */
    far: mix(7),
    near: mix(8),
    /** Lamps and windows. */
    lamp: mix(9),
  };
}
