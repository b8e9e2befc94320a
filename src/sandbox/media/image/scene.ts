import { pick, type Random } from '../random.ts';

/** Content of an image, as far as the painter can read it from the prompt. The rest is random. */
export interface Scene {
  readonly time: Time;
  readonly place: Place;
  readonly style: Style;
  readonly things: readonly Thing[];
}

/** Determines the colors and the position of the light. */
export type Time = 'dawn' | 'day' | 'sunset' | 'night';
/** Determines the landscape below the sky. */
export type Place = 'sea' | 'mountains' | 'forest' | 'city' | 'desert' | 'meadow' | 'space';
/** Determines how the finished image is processed. */
export type Style = 'plain' | 'watercolor' | 'ink' | 'neon' | 'pastel';
/** An object that is added to the landscape. */
export type Thing = 'lighthouse' | 'boat' | 'cabin' | 'balloon' | 'birds' | 'cat' | 'tree' | 'snow';

type Reading<T> = readonly (readonly [words: RegExp, meaning: T])[];

const times: Reading<Time> = [
  [/\b(dawn|sunrise|morning|breakfast|early|spring)/, 'dawn'],
  [/\b(sunset|dusk|evening|golden hour|twilight|autumn|fall\b|fire)/, 'sunset'],
  [/\b(night|midnight|moon|stars?\b|starry|aurora|lantern|neon|dark|galaxy)/, 'night'],
  [/\b(noon|midday|day\b|daylight|sunny|summer|bright|blue sky)/, 'day'],
];

const places: Reading<Place> = [
  [/\b(space|planet|galaxy|cosmos|cosmic|universe|orbit|nebula|astronaut|rocket|mars)/, 'space'],
  [
    /\b(city|street|skyline|town\b|tower|skyscraper|urban|tokyo|paris|london|new york|cyberpunk|robot|car\b|office)/,
    'city',
  ],
  [/\b(sea|ocean|harbou?r|beach|coast|boat|ship|sail|lighthouse|wave|island|lake|river|fish|whale|bay)/, 'sea'],
  [/\b(forest|woods?\b|jungle|pine|fox|deer|bear|owl|wolf|mushroom|taiga)/, 'forest'],
  [/\b(mountain|alps?\b|peak|summit|valley|canyon|snow|glacier|cliff|eagle|cabin|volcano|dragon|castle)/, 'mountains'],
  [/\b(desert|dunes?\b|sahara|camel|sand|cactus|pyramid)/, 'desert'],
  [
    /\b(meadow|field|garden|flower|hill|farm|village|tree|grass|horse|cat\b|kitten|dog\b|picnic|park|balloon)/,
    'meadow',
  ],
];

const styles: Reading<Style> = [
  [/\b(water ?colou?r|aquarelle|gouache|painting|illustration)/, 'watercolor'],
  [/\b(ink|black.and.white|monochrome|noir|charcoal|pencil|sketch|etching)/, 'ink'],
  [/\b(neon|cyberpunk|synthwave|vaporwave|retro)/, 'neon'],
  [/\b(pastel|soft|minimal|minimalist|gentle|dreamy|children)/, 'pastel'],
];

const things: Reading<Thing> = [
  [/\blighthouse/, 'lighthouse'],
  [/\b(boat|ship|sail|yacht|harbou?r|regatta)/, 'boat'],
  [/\b(cabin|house\b|cottage|hut|home|farm|village)/, 'cabin'],
  [/\bballoon/, 'balloon'],
  [/\b(bird|gull|seagull|crow|swallow|crane|eagle|flock)/, 'birds'],
  [/\b(cat|kitten)\b/, 'cat'],
  [/\b(tree|oak|willow)\b/, 'tree'],
  [/\b(snow|winter|frost|ice|glacier|alps?)\b/, 'snow'],
];

/** Words of the prompt win. The seed decides the rest. Takes the same random numbers whatever the words are. */
export function readScene(prompt: string, random: Random): Scene {
  const text = prompt.toLowerCase();
  const drawn = {
    time: pick<Time>(random, ['dawn', 'day', 'sunset', 'night']),
    place: pick<Place>(random, ['sea', 'mountains', 'forest', 'meadow', 'desert', 'mountains']),
    land: pick<Thing>(random, ['birds', 'balloon', 'cabin', 'tree', 'birds']),
    water: pick<Thing>(random, ['boat', 'birds', 'boat']),
  };
  const named = things.filter(([words]) => words.test(text)).map(([, thing]) => thing);
  const place = read(places, text) ?? drawn.place;
  const fitting: Readonly<Record<Place, Thing>> = {
    sea: drawn.water,
    city: 'birds',
    space: 'birds',
    forest: 'birds',
    desert: 'balloon',
    mountains: drawn.land,
    meadow: drawn.land,
  };
  return {
    time: read(times, text) ?? drawn.time,
    place,
    style: read(styles, text) ?? 'plain',
    things: named.length > 0 ? named : [fitting[place]],
  };
}

function read<T>(reading: Reading<T>, text: string): T | undefined {
  return reading.find(([words]) => words.test(text))?.[1];
}
