import type { Seed } from '../media/mediaSpec.ts';
import { createRandom, pickOne, type Random } from '../media/random.ts';
import { capitalize, findSubject, plainText } from './findSubject.ts';
import type { ChatPrompt } from './parsePrompt.ts';

/** The first form that the prompt mentions. Otherwise an article. */
const forms: readonly (readonly [asked: RegExp, write: Writer])[] = [
  [/\bjson\b/i, writeData],
  [/\b(?:code|function|script|program|regex|sql|python|javascript|typescript)\b/i, writeCode],
  [/\b(?:lyrics|song|poem|haiku|verse|rhyme|ballad)\b/i, writeSong],
  [/\b(?:table|compare|comparison|versus|vs)\b/i, writeTable],
  [/\b(?:list|ideas|names|ways|tips|steps|titles|slogans|taglines|examples|reasons|prompts|captions)\b/i, writeList],
  [/\b(?:prompt|sentence|slogan|tagline|caption|title|description|one line|short)\b(?!s)/i, writeParagraph],
];

/**
 * Writes an answer in Markdown in the form that the prompt mentions: a poem, a list, a table, code. It follows fixed
 * rules, so equal prompts and seeds return equal text.
 */
export function writeText({ system, text, turns }: ChatPrompt, seed: Seed): string {
  const write = forms.find(([asked]) => asked.test(text))?.[1] ?? writeArticle;
  return write({
    subject: findSubject(text),
    prompt: plainText(text.replaceAll('\n', ' ')),
    count: parseCount(text),
    turns,
    random: createRandom(`chat ${String(seed)} ${system} ${text}`),
  });
}

const numerals = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns the number of items that the prompt mentions: 1 to 20. */
function parseCount(text: string): number {
  const [word = ''] = /\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(text) ?? [];
  const count = /^\d/.test(word) ? Number(word) : numerals.indexOf(word.toLowerCase());
  return count >= 1 && count <= 20 ? count : 5;
}

/** The input of a writer. All texts are safe inside Markdown. */
interface Theme {
  /** `a lighthouse café` */
  readonly subject: string;
  /** The whole prompt, on one line. */
  readonly prompt: string;
  readonly count: number;
  readonly turns: number;
  readonly random: Random;
}

/** Returns Markdown that ends with a line break. */
type Writer = (theme: Theme) => string;

function writeArticle({ subject, prompt, turns, random }: Theme): string {
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
}

function writeList({ subject, count, random }: Theme): string {
  const [names, notes] = [shuffle(things, random), shuffle(details, random)];
  const lines = Array.from({ length: count }, (_, index) => {
    const name = `${capitalize(pickOne(random, moods))} ${names[index % names.length] ?? ''}`;
    return `${String(index + 1)}. **${name}**: ${notes[index % notes.length] ?? ''}`;
  });
  return [`### ${capitalize(subject)}`, '', ...lines, '', signature, ''].join('\n');
}

/** Writes one plain paragraph, because such an answer often becomes the prompt of another job. */
function writeParagraph({ subject, random }: Theme): string {
  const scene = `${capitalize(subject)} ${pickOne(random, lights)}, ${pickOne(random, moods)} and ${pickOne(random, moods)}`;
  return `${scene}; ${pickOne(random, details)}, ${pickOne(random, styles)}.\n`;
}

function writeSong({ subject, prompt, random }: Theme): string {
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
}

function writeTable({ subject, random }: Theme): string {
  const [left = subject, right = 'the usual way'] = subject.split(/\s(?:and|versus|vs\.?|with|or)\s/i);
  const rows = ['First impression', 'Light', 'What stays'].map(
    (name) => `| ${name} | ${pickOne(random, moods)} | ${pickOne(random, moods)}, ${pickOne(random, lights)} |`,
  );
  const head = `| | ${capitalize(left)} | ${capitalize(right)} |`;
  return [`### ${capitalize(subject)}`, '', head, '| --- | --- | --- |', ...rows, '', signature, ''].join('\n');
}

function writeCode({ subject, prompt, random }: Theme): string {
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
}

function writeData({ subject, count, random }: Theme): string {
  const items = Array.from({ length: Math.min(count, 5) }, () => ({
    name: capitalize(pickOne(random, moods)),
    when: pickOne(random, lights),
  }));
  return ['```json', JSON.stringify({ subject, items }, null, 2), '```', ''].join('\n');
}

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

// Phrases for the answers. Every phrase can follow every subject, in the singular or in the plural.

const moods = ['quiet', 'bright', 'unhurried', 'weathered', 'golden', 'curious', 'wide-open', 'hand-made'] as const;

const lights = [
  'in the first light',
  'after the rain',
  'at blue hour',
  'under a wide sky',
  'by lamplight',
  'in late autumn',
] as const;

const moves = ['waiting', 'drifting', 'glowing', 'humming', 'turning slowly', 'coming home', 'listening'] as const;

const details = [
  'the sound that stays when everybody has left',
  'one color that returns everywhere',
  'the smell of salt and warm wood',
  'a small mistake that makes it human',
  'the moment just before it begins',
  'the longest shadow of the day',
  'the detail that a child would notice first',
  'the thing that nobody photographs',
] as const;

const things = ['Harbor', 'Lantern', 'Tide', 'Compass', 'Gull', 'Horizon', 'Ember', 'Keel', 'Meadow', 'Attic'] as const;

const styles = ['soft watercolor', 'grainy film photograph', 'fine ink drawing', 'low-poly diorama'] as const;
