import type { ChatDialect, Endpoint } from './catalog.ts';

/**
 * The callable paths of the interface specification (sections 4.2 to 4.5), by what they make. Grok-family images are
 * synchronous on the path that the other image models share, hence two entries with one path.
 */
export const endpoints = {
  music: { path: '/v1/music/generations', pollPath: '/v1/music/generations/{task_id}' },
  speech: { path: '/v1/audio/speech', pollPath: '/v1/audio/speech/{task_id}' },
  images: { path: '/v1/images/generations', pollPath: '/v1/images/generations/{task_id}' },
  imagesAtOnce: { path: '/v1/images/generations', pollPath: null },
  videos: { path: '/v1/videos', pollPath: '/v1/videos/{task_id}' },
  legacyVideo: { path: '/v1/video/generations', pollPath: '/v1/video/generations/{task_id}' },
  subtitleErase: {
    path: '/v1/videos/subtitle-erase',
    pollPath: '/v1/videos/subtitle-erase/{task_id}',
    takesNoModel: true,
  },
  klingText: { path: '/kling/v1/videos/text2video', pollPath: '/kling/v1/videos/{task_id}' },
  klingImage: { path: '/kling/v1/videos/image2video', pollPath: '/kling/v1/videos/{task_id}' },
  chat: { path: '/v1/chat/completions', pollPath: null, dialect: 'completions' },
  responses: { path: '/v1/responses', pollPath: null, dialect: 'responses' },
  messages: { path: '/v1/messages', pollPath: null, dialect: 'messages' },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Returns the chat dialect of a path. Null if its endpoint is not for chat. */
export function findDialect(path: string): ChatDialect | null {
  const known: readonly Endpoint[] = Object.values(endpoints);
  return known.find((each) => each.path === path)?.dialect ?? null;
}
