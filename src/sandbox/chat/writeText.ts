import { createRandom } from '../media/random.ts';
import type { Seed } from '../media/taskBody.ts';
import type { ChatPrompt } from './parsePrompt.ts';

/** Shows that the text is not the answer of a model. */
const signature = '*Written by the sandbox of Genwright, by rule: no model was asked.*';

const song = `[Verse 1]
{Subject} {move} {light}
And {detail}

[Chorus]
Oh, {subject}, stay a little longer
Oh, {subject}, stay a little longer

[Verse 2]
{Subject} {move} {light}
And {detail}
`;

const data = `\`\`\`json
{
  "subject": {quoted},
  "moods": ["{mood}", "{mood}", "{mood}"]
}
\`\`\`
`;

const article = `## {Title}

You asked: *{Request}* Here is one **{mood}** way to look at it.

Picture {subject} {move} {light}. Three things are worth keeping in mind:

1. **{Mood}**: {detail}.
2. **{Mood}**: {detail}.
3. **{Mood}**: {detail}.

${signature}
`;

/** The first form that the prompt mentions. Otherwise an article. */
const forms: readonly (readonly [asked: RegExp, template: string])[] = [
  [/\bjson\b/i, data],
  [/\bhaiku\b/i, '*{Mood} morning light*  \n*{subject}, {move}*  \n*and the tide replies*\n'],
  [/\b(?:lyrics|song|poem|verse|rhyme|ballad)\b/i, song],
  [
    /\b(?:list|ideas|names|ways|tips|steps|titles|slogans|taglines|examples|reasons|prompts|captions)\b/i,
    `### {Subject}\n\n{items}\n\n${signature}\n`,
  ],
  // One plain paragraph, because such an answer often becomes the prompt of another job.
  [
    /\b(?:prompt|sentence|slogan|tagline|caption|title|description|one line|short)\b(?!s)/i,
    '{Subject} {light}, {mood} and {mood}; {detail}, {style}.\n',
  ],
];

/** Every phrase can follow every subject, in the singular or in the plural. */
const vocabulary: Readonly<Record<string, readonly string[]>> = {
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
  thing: ['harbor', 'lantern', 'tide', 'compass', 'gull', 'horizon', 'ember', 'keel', 'meadow', 'attic'],
  style: ['soft watercolor', 'grainy film photograph', 'fine ink drawing', 'low-poly diorama'],
};

/**
 * Writes an answer in Markdown in the form that the prompt mentions: a poem, a list, data. It follows fixed rules, so
 * equal prompts and seeds return equal text.
 */
export function writeText({ system, text }: ChatPrompt, seed: Seed): string {
  const random = createRandom(`chat ${String(seed)} ${system} ${text}`);
  const next = new Map<string, number>();
  // Phrases are taken in turn, so that none is repeated before the others were used.
  const pick = (name: string): string => {
    const phrases = vocabulary[name] ?? [];
    const at = next.get(name) ?? Math.floor(random() * phrases.length);
    next.set(name, at + 1);
    return phrases[at % phrases.length] ?? '';
  };
  const subject = findSubject(text);
  const prompt = plainText(text.replaceAll('\n', ' '));
  const request = shorten(prompt, 160);
  const words: Readonly<Record<string, string>> = {
    subject,
    quoted: JSON.stringify(subject),
    title: prompt.length <= 80 && prompt.endsWith('?') ? prompt : subject,
    request: /[.!?…]$/.test(request) ? request : `${request}.`,
  };
  const items = Array.from({ length: parseCount(text) }, (_, at) => `${String(at + 1)}. **{Mood} {Thing}**: {detail}`);
  const template = forms.find(([asked]) => asked.test(text))?.[1] ?? article;
  // A capital in the name of a placeholder makes one in the text.
  return template.replace('{items}', items.join('\n')).replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => {
    const name = placeholder.toLowerCase();
    const word = words[name] ?? pick(name);
    return name === placeholder ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
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
