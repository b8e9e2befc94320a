import type { Endpoint, Modality } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { IndexedModel, ModelIndex } from './modelIndex.ts';

const knownEndpoints: readonly Endpoint[] = Object.values(endpoints);

/**
 * Whether a path of the index can be called: a path of the interface specification, or a real path of the API
 * description if there is one. A path that exists only as an `#alias` must not be requested (interface specification
 * 1.6).
 */
export function isCallablePath(path: string, { paths }: Pick<ModelIndex, 'paths'>): boolean {
  if (knownEndpoints.some((endpoint) => endpoint.path === path)) return true;
  return paths.length === 0 || paths.includes(path);
}

/** Builds an endpoint from the index. If a model has several paths but one query, a known path keeps its own query. */
export function buildPublishedEndpoint(path: string, { pollPath }: Pick<IndexedModel, 'pollPath'>): Endpoint {
  const known = knownEndpoints.find((endpoint) => endpoint.path === path);
  if (known?.dialect) return known;
  if (pollPath === null) return { ...known, path, pollPath: null };
  const isOwn = pollPath.startsWith(`${path}/`);
  return { ...known, path, pollPath: isOwn ? pollPath : (known?.pollPath ?? pollPath) };
}

/** A path says what it makes more reliably than an index, except for chat, which may return images. */
export function findModality(path: string, said: Modality | null): Modality | null {
  const guessed = modalityWords.find(([, words]) => words.test(path))?.[0] ?? null;
  return guessed === 'chat' ? (said ?? guessed) : (guessed ?? said);
}

/** Checked in this order: `/v1/videos/audio` makes videos. */
const modalityWords: readonly (readonly [modality: Modality, words: RegExp])[] = [
  ['chat', /\b(chat|completions|responses|messages)\b/],
  ['video', /video/],
  ['image', /image|\bmj\b|midjourney|portrait/],
  ['music', /music|song/],
  ['speech', /speech|audio|tts/],
];
