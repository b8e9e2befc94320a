/** A job file for measuring, and the places where its features are asked. Letters are typed before the other two. */
export interface BenchDocument {
  readonly name: string;
  readonly text: string;
  /**
   * The number is so large that the first calls, which are slower, do not decide the median. A side that reads the
   * whole text is warm after a few calls; one that reads only changes does a twentieth of the work in each call.
   */
  readonly rounds: number;
  /** Largest share of the time of the peer. A small document takes so little time that the calls themselves count. */
  readonly aims: { readonly edited: string; readonly again: string };
  /** Offset in the prose of the job in the middle, at which letters are typed. */
  readonly typedAt: number;
  /** Offset on the blank line of that job, where a key is possible. */
  readonly completedAt: number;
  /** Offset on a key of that job. */
  readonly hoveredAt: number;
}

/**
 * Builds files with as many jobs as fit on a screen, as a page has and as a whole project has, and a job whose prompt
 * is long.
 */
export function buildBenchDocuments(): readonly BenchDocument[] {
  return [
    { name: '20 lines', rounds: 301, aims: { edited: '≤ 1', again: '≤ 1' }, ...buildDocument(2) },
    { name: '200 lines', rounds: 301, aims: { edited: '≤ 0.2', again: '≤ 0.02' }, ...buildDocument(31) },
    { name: '5,000 lines', rounds: 15, aims: { edited: '≤ 0.1', again: '≤ 0.02' }, ...buildDocument(791) },
    { name: '5,000 lines of prose', rounds: 41, aims: { edited: '≤ 1', again: '≤ 1' }, ...buildProse(5_000) },
  ];
}

const scenes = ['A lighthouse at dawn', 'An old harbor in rain', 'A reading room at night', 'A tram in the snow'];

type Shape = (id: string, scene: string) => readonly string[];

/** Jobs of all kinds, in turn. */
const shapes: readonly Shape[] = [
  (id, scene) => [
    `  ${id}:`,
    '    model: seedream-5-0-260128',
    '    prompt: |',
    `      ${scene}, watercolor on rough paper,`,
    '      seen from the water.',
    '    size: 2K',
    '    output_format: png',
  ],
  (id, scene) => [`  ${id}:`, '    model: sonic', '    # slow', `    prompt: A waltz for ${scene.toLowerCase()}`, ''],
  (id, scene) => [
    `  ${id}:`,
    '    model: claude-opus-4-8',
    '    max_tokens: 400',
    `    prompt: "Describe this: ${scene}."`,
    '',
  ],
  (id, scene) => [
    `  ${id}:`,
    '    model: gpt-image-2',
    `    prompt: ${scene}, in the style of a stamp`,
    '    size: 1024x1024',
    '    n: 2',
    '    quality: high',
    '',
  ],
];

function buildDocument(jobCount: number): Omit<BenchDocument, 'name' | 'rounds' | 'aims'> {
  const lines = ['# A project of many jobs', 'gen: {max_runs: 5000}', 'output: out', 'jobs:'];
  const middle = Math.floor(jobCount / 2);
  for (let n = 0; n < jobCount; n += 1) {
    const scene = scenes[n % scenes.length] ?? '';
    const shape = n === middle ? shapes[0] : shapes[n % shapes.length];
    lines.push(...(shape?.(`job-${n}`, scene) ?? []));
    if (n === middle) lines.push('    ');
    if (n % 3 === 0) lines.push('');
  }
  const text = `${lines.join('\n')}\n`;
  const start = text.indexOf(`  job-${middle}:`);
  return {
    text,
    typedAt: text.indexOf('seen from', start),
    completedAt: text.indexOf('\n    \n', start) + 5,
    hoveredAt: text.indexOf('size', start) + 1,
  };
}

/** One job with a long prompt, as a brief for a chat model. */
function buildProse(lineCount: number): Omit<BenchDocument, 'name' | 'rounds' | 'aims'> {
  const prose = Array.from(
    { length: lineCount },
    (_, n) => `  ${scenes[n % scenes.length]}, and what happens in line ${n}.`,
  );
  const text = ['model: claude-opus-4-8', 'prompt: |', ...prose, 'max_tokens: 400', '', ''].join('\n');
  return {
    text,
    typedAt: text.indexOf(`line ${lineCount / 2}.`),
    completedAt: text.length - 1,
    hoveredAt: text.indexOf('max_tokens') + 1,
  };
}
