import { pickOne, type Random } from '../media/random.ts';
import { capitalize } from './findSubject.ts';
import { details, lights, moods, moves, styles, things } from './words.ts';

/** The input of a writer. All texts are safe inside Markdown. */
export interface Theme {
  /** `a lighthouse café` */
  readonly subject: string;
  /** The whole prompt, on one line. */
  readonly prompt: string;
  readonly count: number;
  readonly turns: number;
  readonly random: Random;
}

/** Returns Markdown that ends with a line break. */
export type Writer = (theme: Theme) => string;

export const writeArticle: Writer = ({ subject, prompt, turns, random }) => {
  const points = shuffle(details, random).slice(0, 3);
  const isQuestion = prompt.length <= 80 && prompt.endsWith('?');
  const scene = isQuestion
    ? `A good one to ask ${pickOne(random, lights)}`
    : `Picture ${subject} ${pickOne(random, moves)} ${pickOne(random, lights)}`;
  const opening = turns > 1 ? 'To take that further' : 'You asked';
  return [
    `## ${capitalize(isQuestion ? prompt : subject)}`,
    '',
    `${opening}: *${shorten(prompt)}* Here is one **${pickOne(random, moods)}** way to look at it.`,
    '',
    `${scene}. Three things are worth keeping in mind:`,
    '',
    ...points.map((point, index) => `${String(index + 1)}. ${stress(point)}.`),
    '',
    `> Start with the ${pickOne(random, moods)} part; the rest follows.`,
    '',
    signature,
    '',
  ].join('\n');
};

export const writeList: Writer = ({ subject, count, random }) => {
  const [names, notes] = [shuffle(things, random), shuffle(details, random)];
  const lines = Array.from({ length: count }, (_, index) => {
    const name = `${capitalize(pickOne(random, moods))} ${names[index % names.length] ?? ''}`;
    return `${String(index + 1)}. **${name}**: ${notes[index % notes.length] ?? ''}`;
  });
  return [`### ${capitalize(subject)}`, '', ...lines, '', signature, ''].join('\n');
};

/** Writes one plain paragraph, because such an answer often becomes the prompt of another job. */
export const writeParagraph: Writer = ({ subject, random }) => {
  const scene = `${capitalize(subject)} ${pickOne(random, lights)}, ${pickOne(random, moods)} and ${pickOne(random, moods)}`;
  return `${scene}; ${pickOne(random, details)}, ${pickOne(random, styles)}.\n`;
};

export const writeSong: Writer = ({ subject, prompt, random }) => {
  const line = (): string => `${capitalize(subject)} ${pickOne(random, moves)} ${pickOne(random, lights)}`;
  if (/haiku/i.test(prompt)) {
    return `*${capitalize(pickOne(random, moods))} morning light*  \n*${subject}, ${pickOne(random, moves)}*  \n*and the tide replies*\n`;
  }
  const refrain = `Oh, ${subject}, stay a little longer`;
  const verse = (name: string): string[] => [`[${name}]`, line(), `And ${pickOne(random, details)}`, line(), ''];
  return [
    ...verse('Verse 1'),
    '[Chorus]',
    refrain,
    refrain,
    '',
    ...verse('Verse 2'),
    '[Chorus]',
    refrain,
    refrain,
    '',
  ].join('\n');
};

export const writeTable: Writer = ({ subject, random }) => {
  const [left = subject, right = 'the usual way'] = subject.split(/\s(?:and|versus|vs\.?|with|or)\s/i);
  const rows = ['First impression', 'Light', 'What stays'].map(
    (name) => `| ${name} | ${pickOne(random, moods)} | ${pickOne(random, moods)}, ${pickOne(random, lights)} |`,
  );
  const head = `| | ${capitalize(left)} | ${capitalize(right)} |`;
  return [`### ${capitalize(subject)}`, '', head, '| --- | --- | --- |', ...rows, '', signature, ''].join('\n');
};

export const writeCode: Writer = ({ subject, prompt, random }) => {
  const name = subject.replaceAll(/[^a-z]+(\w?)/gi, (_, next: string) => next.toUpperCase()) || 'answer';
  const mood = pickOne(random, moods);
  const isPython = /python/i.test(prompt);
  const code = isPython
    ? [
        '```python',
        `def ${name}(times: int = 1) -> str:`,
        `    """${capitalize(subject).replaceAll('"', "'")}."""`,
        `    return " ".join(["${mood}"] * times)`,
      ]
    : [
        '```ts',
        `/** ${capitalize(subject)}. */`,
        `export function ${name}(times = 1): string {`,
        `  return '${mood} '.repeat(times).trim();`,
        '}',
      ];
  return [
    `Here is a start for **${subject}**:`,
    '',
    ...code,
    '```',
    '',
    `Call it with \`${name}(3)\`.`,
    '',
    signature,
    '',
  ].join('\n');
};

export const writeData: Writer = ({ subject, count, random }) => {
  const items = Array.from({ length: Math.min(count, 5) }, () => ({
    name: capitalize(pickOne(random, moods)),
    when: pickOne(random, lights),
  }));
  return ['```json', JSON.stringify({ subject, items }, null, 2), '```', ''].join('\n');
};

/** Shows that the text is not the answer of a model. */
const signature = '*Written by the sandbox of Genwright, by rule: no model was asked.*';

/** Puts the first two words, which name the thing, in bold. */
function stress(text: string): string {
  return capitalize(text).replace(/^\S+ \S+/, '**$&**');
}

function shorten(text: string): string {
  const short = text.length > 160 ? `${text.slice(0, 160).trim()} …` : text;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function shuffle<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
