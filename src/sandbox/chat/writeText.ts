import type { Seed } from '../media/mediaSpec.ts';
import { createRandom } from '../media/random.ts';
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
export function writeText({ system, text }: ChatPrompt, seed: Seed): string {
  const random = createRandom(`chat ${String(seed)} ${system} ${text}`);
  const write = forms.find(([asked]) => asked.test(text))?.[1] ?? writeArticle;
  const next = new Map<string, number>();
  // Phrases are taken in turn, so that none is repeated before the others were used.
  const pick = (name: keyof typeof vocabulary): string => {
    const phrases = vocabulary[name];
    const at = next.get(name) ?? Math.floor(random() * phrases.length);
    next.set(name, at + 1);
    return phrases[at % phrases.length] ?? '';
  };
  const prompt = plainText(text.replaceAll('\n', ' '));
  return write({ subject: findSubject(text), prompt, count: parseCount(text), pick }).join('\n');
}

const numerals = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns the number of items that the prompt mentions: 1 to 20. */
function parseCount(text: string): number {
  const [word = ''] = /\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(text) ?? [];
  const count = /^\d/.test(word) ? Number(word) : numerals.indexOf(word.toLowerCase());
  return count >= 1 && count <= 20 ? count : 5;
}

/** Words before the subject of a prompt: "a poem about" is the clearest, then "five names for". */
const about = /^.*?\b(?:about|describing|showing|between)\s+(.+)$/is;
const purpose = /^.*?\b(?:for|of|on)\s+(.+)$/is;

/** In a question, everything that follows is the subject. */
const question = /^(?:why|how|what|who|when|where|which)\b/i;

/** Matches the requested form of an answer, which is not part of its subject. */
const shape = /\s(?:in|as) (?:a |an )?(?:\w+ )?(?:table|list|json|sentence|paragraph|markdown)\b:?/i;

/** Words that only express a request. */
const request =
  /^(?:please\s+|can you\s+|could you\s+|i (?:want|need)\s+)*(?:write|make|give|tell|show|list|explain|describe|draw|create|suggest|compare|summari[sz]e|translate|what (?:is|are)|how (?:do|does|to)|why (?:is|are|do|does))\s+(?:me\s+|us\s+|i\s+)?/i;

/** Returns the subject of a prompt as a phrase inside a sentence: `a lighthouse café`. */
function findSubject(prompt: string): string {
  const [first = ''] = plainText(prompt).split(/[.!?\n]/);
  const sentence = first.trim().replace(shape, '');
  const lead = about.exec(sentence) ?? (question.test(sentence) ? null : purpose.exec(sentence));
  const object = lead?.[1] ?? sentence.replace(request, '');
  const subject = shorten(object.replace(/,.*/s, '').trim() || sentence, 60);
  return subject === '' ? 'the open sea' : subject.charAt(0).toLowerCase() + subject.slice(1);
}

/** Makes words of the user safe inside Markdown: on one line, without markup characters. */
function plainText(text: string): string {
  return text
    .replaceAll(/[`*_#<>[\]|\\~]/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
}

/** A long text is represented by its beginning, up to a word if there is one. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(' ', maxLength);
  return `${text.slice(0, space > 0 ? space : maxLength).trim()} …`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The input of a writer. All texts are safe inside Markdown. */
interface Theme {
  /** `a lighthouse café` */
  readonly subject: string;
  /** The whole prompt, on one line. */
  readonly prompt: string;
  readonly count: number;
  readonly pick: (name: keyof typeof vocabulary) => string;
}

/** Returns lines of Markdown, the last of which is empty. */
type Writer = (theme: Theme) => readonly string[];

/** Shows that the text is not the answer of a model. */
const signature = ['', '*Written by the sandbox of Genwright, by rule: no model was asked.*', ''];

/** Every phrase can follow every subject, in the singular or in the plural. */
const vocabulary = {
  mood: ['quiet', 'bright', 'unhurried', 'weathered', 'golden', 'curious', 'wide-open', 'hand-made'],
  light: ['in the first light', 'after the rain', 'at blue hour', 'under a wide sky', 'by lamplight', 'in late autumn'],
  move: ['waiting', 'drifting', 'glowing', 'humming', 'turning slowly', 'coming home', 'listening'],
  detail: [
    'the sound that stays when everybody has left',
    'one color that returns everywhere',
    'the smell of salt and warm wood',
    'a small mistake that makes it human',
    'the moment just before it begins',
    'the longest shadow of the day',
  ],
  thing: ['Harbor', 'Lantern', 'Tide', 'Compass', 'Gull', 'Horizon', 'Ember', 'Keel', 'Meadow', 'Attic'],
  style: ['soft watercolor', 'grainy film photograph', 'fine ink drawing', 'low-poly diorama'],
} as const;

function writeArticle({ subject, prompt, pick }: Theme): readonly string[] {
  const title = prompt.length <= 80 && prompt.endsWith('?') ? prompt : subject;
  const quoted = shorten(prompt, 160);
  const points = [1, 2, 3].map((number) => `${String(number)}. **${capitalize(pick('mood'))}**: ${pick('detail')}.`);
  return [
    `## ${capitalize(title)}`,
    '',
    `You asked: *${/[.!?…]$/.test(quoted) ? quoted : `${quoted}.`}* Here is one **${pick('mood')}** way to look at it.`,
    '',
    `Picture ${subject} ${pick('move')} ${pick('light')}. Three things are worth keeping in mind:`,
    '',
    ...points,
    ...signature,
  ];
}

function writeList({ subject, count, pick }: Theme): readonly string[] {
  const lines = Array.from(
    { length: count },
    (_, index) => `${String(index + 1)}. **${capitalize(pick('mood'))} ${pick('thing')}**: ${pick('detail')}`,
  );
  return [`### ${capitalize(subject)}`, '', ...lines, ...signature];
}

/** Writes one plain paragraph, because such an answer often becomes the prompt of another job. */
function writeParagraph({ subject, pick }: Theme): readonly string[] {
  const scene = `${capitalize(subject)} ${pick('light')}, ${pick('mood')} and ${pick('mood')}`;
  return [`${scene}; ${pick('detail')}, ${pick('style')}.`, ''];
}

function writeSong({ subject, prompt, pick }: Theme): readonly string[] {
  if (/haiku/i.test(prompt)) {
    const mood = capitalize(pick('mood'));
    return [`*${mood} morning light*  `, `*${subject}, ${pick('move')}*  `, '*and the tide replies*', ''];
  }
  const line = (): string => `${capitalize(subject)} ${pick('move')} ${pick('light')}`;
  const refrain = `Oh, ${subject}, stay a little longer`;
  return [1, 2].flatMap((number) => [
    `[Verse ${String(number)}]`,
    line(),
    `And ${pick('detail')}`,
    line(),
    '',
    '[Chorus]',
    refrain,
    refrain,
    '',
  ]);
}

function writeTable({ subject, pick }: Theme): readonly string[] {
  const [left = subject, right = 'the usual way'] = subject.split(/\s(?:and|versus|vs\.?|with|or)\s/i);
  const rows = ['First impression', 'Light', 'What stays'].map(
    (name) => `| ${name} | ${pick('mood')} | ${pick('mood')}, ${pick('light')} |`,
  );
  const head = `| | ${capitalize(left)} | ${capitalize(right)} |`;
  return [`### ${capitalize(subject)}`, '', head, '| --- | --- | --- |', ...rows, ...signature];
}

function writeCode({ subject, prompt, pick }: Theme): readonly string[] {
  const name = subject.replaceAll(/[^a-z]+(\w?)/gi, (_, next: string) => next.toUpperCase()) || 'answer';
  const code = /python/i.test(prompt)
    ? ['```python', `def ${name}(times: int = 1) -> str:`, `    return " ".join(["${pick('mood')}"] * times)`]
    : ['```ts', `export function ${name}(times = 1): string {`, `  return '${pick('mood')} '.repeat(times);`, '}'];
  return [`Here is a start for **${subject}**:`, '', ...code, '```', ...signature];
}

function writeData({ subject, count, pick }: Theme): readonly string[] {
  const items = Array.from({ length: Math.min(count, 5) }, () => ({
    name: capitalize(pick('mood')),
    when: pick('light'),
  }));
  return ['```json', JSON.stringify({ subject, items }, null, 2), '```', ''];
}
