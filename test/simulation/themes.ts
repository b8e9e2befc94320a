import type { Manner } from './manners.ts';
import type { Random } from './random.ts';
import { errorRefusals, refusals } from './simulatedGateway.ts';
import { callFaults } from './simulatedNetwork.ts';
import { tornFiles, type Move, type TornFile } from './story.ts';
import { diskFaults, type Weather } from './weather.ts';

/** Themes of stories. A story has few of them, so that most of it goes well. */
export type Theme = (typeof allThemes)[number];

export const allThemes = [
  'kills',
  'tears',
  'refusals',
  'adoption',
  'sleep',
  'crowd',
  'stop',
  'restart',
  'network',
  'disk',
  'power',
  'gateway',
  'hopeless',
  'user',
  'rush',
  'renames',
  'profile',
  'clock',
  'ingress',
  'answers',
  'rebuild',
  'elsewhere',
] as const;

/** Themes in which a process ends, or cannot write. */
export const endings: readonly Theme[] = [
  'kills',
  'tears',
  'refusals',
  'adoption',
  'restart',
  'disk',
  'power',
  'rebuild',
];

/** What the moves of a theme depend on. */
export interface Draw {
  readonly random: Random;
  readonly machines: number;
  readonly windows: number;
  readonly files: number;
  readonly spanMs: number;
  readonly at: () => number;
  /** Whether there is one window, whose process does not end in the middle of its work. */
  readonly isQuiet: boolean;
  /** How answers of the gateway are unusual. Null if they are not. */
  readonly manner: Manner | null;
}

/** Draws a press of Generate. The first one happens early. */
export function drawPress(
  { random, windows, files, spanMs }: Draw,
  isFirst = false,
): Extract<Move, { kind: 'generate' }> {
  return {
    at: Math.floor(isFirst ? random.between(4_000, 6_000) : random.between(100, spanMs)),
    kind: 'generate',
    window: random.below(windows),
    file: random.below(files),
    answer: random.pick(['all', 'missing', 'missing', 'cancel']),
    thinksMs: Math.floor(random.pick([0, 200, random.between(0, 30_000)])),
  };
}

/** Draws the moves of a theme. */
export const drawMoves: Readonly<Record<Theme, (draw: Draw) => readonly Move[]>> = {
  kills: (draw) => {
    const { random, windows, machines } = draw;
    const [at, window] = [draw.at(), random.below(windows)];
    const isKill = random.chance(0.7);
    const gone: Move = isKill
      ? { at, kind: 'kill', window, steps: random.below(random.pick([60, 400])) }
      : { at, kind: 'close', window };
    const reopensAt = at + Math.floor(random.pick([10, 500, random.between(0, 20_000)]));
    const reopened: Move = { at: reopensAt, kind: 'open', window, machine: random.below(machines) };
    const resumes: Move = { at: reopensAt + 500 + random.below(8_000), kind: 'resume', window };
    return random.chance(0.5) ? [gone, reopened, resumes] : [gone, reopened];
  },
  // The process dies while a line is being written, and another one continues.
  tears: (draw) => {
    const { random, windows, machines } = draw;
    const [at, window] = [draw.at(), random.below(windows)];
    const file = random.pick(Object.keys(tornFiles) as TornFile[]);
    const reopensAt = at + Math.floor(random.between(5_000, 30_000));
    return [
      { at, kind: 'tear', window, file },
      { at: reopensAt, kind: 'open', window, machine: random.below(machines) },
    ];
  },
  // The disk does not accept some of the lines, and later the process ends.
  refusals: (draw) => {
    const { random, windows, machines, at } = draw;
    const window = random.below(windows);
    const from = Math.floor(random.between(3_000, 12_000));
    const refusal: Move = {
      at: from,
      kind: 'refuse',
      window,
      // The journal is more likely, because it has the most lines to lose.
      file: random.pick(['journal', 'journal', ...(Object.keys(tornFiles) as TornFile[])]),
      after: random.below(6),
      count: random.pick([1, 2, 3, 1_000, 1_000]),
      code: random.pick(['EIO', 'ENOSPC', 'EBUSY', 'ESTALE']),
    };
    const endsAt = from + Math.floor(random.pick([random.between(500, 20_000), random.between(26_000, 70_000)]));
    const reopened: Move = { at: endsAt + 2_000, kind: 'open', window, machine: random.below(machines) };
    const end: Move = random.chance(0.8)
      ? { at: endsAt, kind: 'kill', window, steps: random.below(4) }
      : { at: endsAt, kind: 'power', machine: random.below(machines) };
    return random.chance(0.9) ? [refusal, end, reopened] : [{ ...refusal, at: at() }];
  },
  // A process ends, and the next one has a fault while it adopts the remaining tasks.
  adoption: (draw) => {
    const { random, windows, machines } = draw;
    const [at, window, machine] = [draw.at(), random.below(windows), random.below(machines)];
    const weather = { lastsMs: random.pick([500, 4_000, 40_000]), chance: 1, most: random.pick([1, 3, 1_000]) };
    return [
      { at, kind: 'kill', window, steps: random.below(3) },
      { at: at + 1_990, kind: 'disk', machine, fault: random.pick(['short', 'short', ...diskFaults]), ...weather },
      { at: at + 2_000, kind: 'open', window, machine },
    ];
  },
  // A machine sleeps for so long that another one adopts its tasks.
  sleep: ({ random, windows }) => [
    {
      at: Math.floor(random.between(4_100, 14_000)),
      kind: 'suspend',
      window: random.below(windows),
      lastsMs: Math.floor(random.pick([random.between(1_000, 120_000), random.between(215_000, 300_000)])),
    },
  ],
  // Two windows save into one folder at the same time.
  crowd: (draw) => {
    const { random } = draw;
    const [at, file] = [draw.at(), random.below(draw.files)];
    return [0, 1].map((window): Move => {
      return { ...drawPress(draw), at: at + random.below(3_000), window, file, answer: 'all', thinksMs: 0 };
    });
  },
  // The user stops watching what was accepted, so its price stays unknown.
  stop: ({ random, windows }) => [
    { at: Math.floor(random.between(5_000, 15_000)), kind: 'stop', window: random.below(windows) },
  ],
  // A window is opened again while a run is held back by its budget, and the user resumes what waits.
  restart: (draw) => {
    const { random, windows, machines } = draw;
    const [at, window] = [Math.floor(random.between(6_000, 40_000)), random.below(windows)];
    const resumes = Array.from({ length: 3 }, (): Move => {
      return { at: at + Math.floor(random.between(500, 60_000)), kind: 'resume', window };
    });
    return [
      random.chance(0.5) ? { at, kind: 'close', window } : { at, kind: 'kill', window, steps: 0 },
      { at: at + 3_100, kind: 'open', window, machine: random.below(machines) },
      ...resumes,
    ];
  },
  network: (draw) => [{ at: draw.at(), kind: 'network', fault: draw.random.pick(callFaults), ...drawWeather(draw) }],
  disk: (draw) => {
    const { random } = draw;
    return [
      {
        at: draw.at(),
        kind: 'disk',
        machine: random.below(draw.machines),
        fault: random.pick(diskFaults),
        ...random.pick([{}, {}, { only: 'storage' }, { only: 'work' }] as const),
        ...drawWeather(draw),
      },
    ];
  },
  power: (draw) => {
    const { random, machines, windows } = draw;
    const [at, machine] = [draw.at(), random.below(machines)];
    return [
      { at, kind: 'power', machine },
      { at: at + 3_000, kind: 'open', window: random.below(windows), machine },
    ];
  },
  gateway: (draw) => {
    const { random } = draw;
    const refuses = random.pick(refusals);
    // The engine gives nothing up before a task has been unknown, or without a result, for a minute.
    const isLong = refuses === 'forgetful' || refuses === 'without results';
    const at = isLong ? Math.floor(random.between(5_000, 20_000)) : draw.at();
    const lastsMs = isLong ? random.pick([30_000, 120_000]) : drawSpan(draw);
    const isInside = errorRefusals.some((each) => each === refuses) && random.chance(0.4);
    return [{ at, kind: 'gateway', refuses, lastsMs, ...(isInside ? { isInside } : {}) }];
  },
  // The gateway forgets tasks, or has no results, until the user decides what becomes of them.
  hopeless: ({ random, windows }) => {
    const at = Math.floor(random.between(5_000, 20_000));
    const [refuses, state] = random.pick([
      ['forgetful', 'lost'],
      ['without results', 'unsaved'],
    ] as const);
    const acts = Array.from({ length: 3 }, (): Move => {
      const acted = at + Math.floor(random.between(65_000, 180_000));
      return { at: acted, kind: 'act', window: random.below(windows), nth: random.below(1_000), state };
    });
    return [{ at, kind: 'gateway', refuses, lastsMs: random.pick([90_000, 180_000]) }, ...acts];
  },
  user: (draw) => [
    draw.random.chance(0.4)
      ? drawPress(draw)
      : { at: draw.at(), kind: 'act', window: draw.random.below(draw.windows), nth: draw.random.below(1_000) },
  ],
  // When prices are known, two windows send at once what a budget has room for once.
  rush: (draw) => {
    const at = Math.floor(draw.random.between(30_000, 70_000));
    const press = (window: number): Move => ({
      ...drawPress(draw),
      at: at + draw.random.below(40),
      window,
      thinksMs: 0,
    });
    return [press(0), press(1)];
  },
  // A job file or the folder of results is renamed under way.
  renames: (draw) => {
    const { random, windows } = draw;
    const [at, window] = [Math.floor(random.between(4_000, 40_000)), random.below(windows)];
    if (!draw.isQuiet || random.chance(0.4)) return [{ at, kind: 'rename', window, what: 'results' }];
    const file = random.below(draw.files);
    const press: Move = { ...drawPress(draw), at: at + random.below(20_000), file };
    return [{ at, kind: 'rename', window, what: 'job file', file }, press];
  },
  // The gateway is installed again while it works, so that the ingress before it answers all calls.
  ingress: ({ random }) => [
    {
      at: Math.floor(random.between(5_000, 20_000)),
      kind: 'network',
      fault: random.pick(['no-route', 'no-server'] as const),
      lastsMs: Math.floor(random.between(5_000, 120_000)),
      chance: 1,
      most: 1_000,
    },
  ],
  answers: ({ random, manner, at }) => {
    if (!manner) return [];
    const isAlways = random.chance(0.6);
    const weather = isAlways ? { lastsMs: 330_000, chance: 1 } : { lastsMs: 60_000, chance: random.pick([1, 0.5]) };
    return [{ at: isAlways ? 0 : at(), kind: 'answers', are: manner, ...weather, most: 1_000 }];
  },
  // A container is built again, and what was in flight is known to its job files alone.
  rebuild: (draw) => {
    const { random, windows, machines } = draw;
    const [at, machine, window] = [
      Math.floor(random.between(5_000, 40_000)),
      random.below(machines),
      random.below(windows),
    ];
    return [
      { at, kind: 'rebuild', machine },
      { at: at + 3_000, kind: 'open', window, machine },
      { ...drawPress(draw), at: at + 4_000 + random.below(30_000), window, answer: 'missing', thinksMs: 0 },
    ];
  },
  // Windows with separate storage folders start the same request one after the other.
  elsewhere: (draw) => {
    const { random } = draw;
    const [at, file] = [Math.floor(random.between(4_500, 30_000)), random.below(draw.files)];
    return [0, 1].map((window): Move => {
      const delayMs = window * random.below(random.pick([3_000, 60_000]));
      return { ...drawPress(draw), at: at + delayMs, window, file, answer: 'missing', thinksMs: 0 };
    });
  },
  profile: (draw) => [{ at: draw.at(), kind: 'profile', lastsMs: drawSpan(draw) }],
  clock: (draw) => [
    {
      at: draw.at(),
      kind: 'clock',
      machine: draw.random.below(draw.machines),
      byMs: draw.random.pick([-3_600_000, -90_000, 90_000, 3_600_000, 86_400_000]),
    },
  ],
};

function drawSpan({ random }: Draw): number {
  return Math.floor(random.pick([200, 3_000, random.between(0, 60_000)]));
}

function drawWeather(draw: Draw): Weather {
  const { random } = draw;
  return {
    lastsMs: drawSpan(draw),
    chance: random.pick([1, 1, 0.3, 0.05]),
    most: random.pick([1, 1, 3, 1_000]),
  };
}
