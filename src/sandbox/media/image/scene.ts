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
export type Thing = 'lighthouse' | 'boat' | 'cabin' | 'balloon' | 'cat' | 'fox' | 'snow';

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

/** Words in English, then those in simplified and traditional Chinese, of which many are Japanese as well. */
type Words = readonly [english: RegExp, chinese: string];
type Reading<T> = readonly (readonly [...Words, meaning: T])[];
const times: Reading<Time> = [
  [
    /\b(dawn|sunrise|morning|breakfast|early|spring)/,
    '晨 早上 早餐 早朝 黎明 拂晓 拂曉 日出 朝阳 朝陽 朝霞 朝日 朝焼け 朝の 春',
    'dawn',
  ],
  [
    /\b(sunset|dusk|evening|golden hour|twilight|autumn|fall\b|fire)/,
    '日落 夕阳 夕陽 夕日 夕焼け 夕暮れ 斜阳 斜陽 黄昏 黃昏 傍晚 晚霞 暮色 秋 篝火 火焰 炉火 爐火',
    'sunset',
  ],
  [
    /\b(night|midnight|moon|stars?\b|starry|space|planet|lantern|neon|dark|galaxy)/,
    '夜 晚上 今晚 月亮 月光 明月 满月 滿月 圆月 圓月 星空 星星 繁星 行星 太空 宇宙 银河 銀河 灯笼 燈籠 霓虹 黑暗',
    'night',
  ],
  [
    /\b(noon|midday|day\b|daylight|sunny|summer|winter|bright|blue sky)/,
    '正午 中午 白天 晴 阳光 陽光 蓝天 藍天 青空 明亮 夏 冬',
    'day',
  ],
];
const places: Reading<Place> = [
  [
    /\b(city|street|skyline|town\b|tower|skyscraper|urban|tokyo|paris|london|new york|robot|car\b|office)/,
    '城 都市 街 小镇 小鎮 町 铁塔 鐵塔 高塔 大楼 大樓 高楼 高樓 摩天 上海 北京 香港 东京 東京 巴黎 伦敦 倫敦 纽约 紐約 机器人 機器人 汽车 汽車 跑车 跑車 办公室 辦公室',
    'city',
  ],
  [
    /\b(sea|ocean|harbou?r|beach|coast|boat|ship|sail|lighthouse|wave|island|lake|river|pond|fish|whale|bay)/,
    '海 港 沙滩 沙灘 船 舟 帆 灯塔 燈塔 灯台 燈台 波浪 岛 島 湖 小河 河流 河边 河邊 江边 江邊 江上 池塘 鱼 魚 鲸 鯨 湾 灣',
    'sea',
  ],
  [
    /\b(hill|mountain|alps?\b|forest|woods?\b|meadow|field|garden|farm|desert|tree|cat\b|kitten|balloon|fox\b|foxes\b)/,
    '山 森 树 樹 竹林 草地 草原 田 花园 花園 花海 庭园 庭園 庭院 农场 農場 沙漠 猫 貓 气球 氣球 気球 狐 雪地',
    'hills',
  ],
];
const things: Reading<Thing> = [
  [/\blighthouse/, '灯塔 燈塔 灯台 燈台', 'lighthouse'],
  [/\b(boat|ship|sail|yacht|harbou?r|regatta)/, '船 舟 艇 帆 港', 'boat'],
  [/\b(cabin|house\b|cottage|hut|home|farm|village)/, '屋 房子 村 农场 農場', 'cabin'],
  [/\bballoon/, '气球 氣球 気球', 'balloon'],
  [/\b(cat|kitten)\b/, '猫 貓', 'cat'],
  [/\bfox(es)?\b/, '狐', 'fox'],
  [/\b(snow|winter|frost|ice|glacier|alps?)\b/, '雪 冬 冰川 冰山 冰原 结冰 結冰', 'snow'],
];
const watercolor: Words = [
  /\b(water ?colou?r|aquarelle|gouache|painting|illustration|pastel)/,
  '水彩 水粉 水墨 油画 油畫 国画 國畫 绘画 繪畫 絵画 插画 插畫 插图 插圖 粉彩',
];

/** Chinese has no boundaries between words. In these, a word of the tables is part of one that means another thing. */
const others =
  /熊[猫貓]|[猫貓]熊|[猫貓][头頭][鹰鷹]|海[报報拔绵綿]|[云雲脑腦]海|[飞飛]船|帆布|湖[南北]|山[东東西药藥]|青春|[华華]夏|秋千|冬瓜|雪[茄碧糕]|城堡|屋[顶頂根]/g;

/** Words of the prompt win. The seed decides the rest. Uses the same random numbers whatever the words are. */
export function parseScene(prompt: string, random: Random): Scene {
  const text = prompt.toLowerCase().replaceAll(others, ' ');
  const time = pickOne<Time>(random, ['dawn', 'day', 'sunset', 'night']);
  const place = read(places, text) ?? pickOne<Place>(random, ['sea', 'hills']);
  const usual: Readonly<Record<Place, Thing>> = {
    sea: pickOne<Thing>(random, ['boat', 'lighthouse']),
    city: 'boat',
    hills: pickOne<Thing>(random, ['balloon', 'cat', 'cabin']),
  };
  const named = things.filter((row) => mentions(text, row)).map(([, , thing]) => thing);
  return {
    time: read(times, text) ?? time,
    place,
    things: named.length > 0 ? named : [usual[place]],
    isWatercolor: mentions(text, watercolor),
  };
}

function read<T>(reading: Reading<T>, text: string): T | undefined {
  return reading.find((row) => mentions(text, row))?.[2];
}

function mentions(text: string, [english, chinese]: readonly [...Words, ...unknown[]]): boolean {
  return english.test(text) || chinese.split(' ').some((word) => text.includes(word));
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
