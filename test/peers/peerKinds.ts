import { makePng, makeWav } from '../fakes/media/media.ts';
import type { Fixture, Route } from './peerBench.ts';

/** What aimock calls these endpoints. */
export const endpoints = {
  '/v1/chat/completions': 'chat',
  '/v1/messages': 'chat',
  '/v1/responses': 'chat',
  '/v1/images/generations': 'image',
  '/v1/videos': 'video',
  '/v1/audio/speech': 'speech',
} as const satisfies Readonly<Record<string, Fixture['match']['endpoint']>>;

type Endpoint = keyof typeof endpoints;

/** A job file, and what is saved of a good answer to it. */
export interface Kind {
  readonly name: string;
  readonly provider?: Route['provider'];
  readonly endpoint: Endpoint;
  /** The job file, without its endpoint. Its prompt is `A verse`. */
  readonly text: string;
  /** What aimock returns. `FILES` is the URL of a server with `a.png` and `a.mp4`. */
  readonly response: object;
  readonly saved: readonly string[];
  readonly isStream?: boolean;
}

export const verse = 'Rain on the roof, and nobody is awake to hear it.';
export const prompt = 'A verse';
const png = { b64Json: makePng().toString('base64') };

const chats = [
  { endpoint: '/v1/chat/completions', model: 'gpt-4o' },
  { endpoint: '/v1/messages', model: 'claude-sonnet-4-5', provider: 'anthropic' },
  { endpoint: '/v1/responses', model: 'gpt-5.5' },
] as const;

export const chatKinds = chats.flatMap(({ model, ...chat }) =>
  [true, false].map((isStream): Kind => ({
    name: `a text of ${chat.endpoint}${isStream ? ', streamed' : ''}`,
    ...chat,
    text: `model: ${model}\nprompt: ${prompt}\nstream: ${isStream}\n`,
    response: { content: verse },
    saved: ['hero.md text/markdown'],
    isStream,
  })),
);

const image = { endpoint: '/v1/images/generations' as const, text: `model: gpt-image-2\nprompt: ${prompt}\n` };
export const video = { endpoint: '/v1/videos' as const, text: `model: seedance-2.0\nprompt: ${prompt}\n` };

export const anImage: Kind = { name: 'an image', ...image, response: { image: png }, saved: ['hero.png image/png'] };

export const aLinkedImage: Kind = { ...anImage, name: 'a linked image', response: { image: { url: 'FILES/a.png' } } };

export const kinds: readonly Kind[] = [
  ...chatKinds,
  anImage,
  {
    name: 'two images, which the model makes at once',
    ...image,
    text: `model: grok-imagine-image\nprompt: ${prompt}\nn: 2\n`,
    response: { images: [png, { url: 'FILES/a.png' }] },
    saved: ['hero.png image/png', 'hero-2.png image/png'],
  },
  {
    name: 'a video that exists at once',
    ...video,
    response: { video: { id: 'v1', status: 'completed', url: 'FILES/a.mp4' } },
    saved: ['hero.mp4 video/mp4'],
  },
  {
    name: 'speech',
    endpoint: '/v1/audio/speech',
    text: `model: seed-tts-2.0\ninput: ${prompt}\nvoice: a\n`,
    response: { audio: makeWav(0.1).toString('base64'), format: 'wav' },
    saved: ['hero.wav audio/wav'],
  },
];
