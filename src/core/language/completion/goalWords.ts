import type { Modality } from '../../catalog/catalog.ts';

/** Words that users enter who know what they want to make, but no model. They are compared and never shown. */
export const goalWords: Readonly<Record<Modality, string>> = {
  image: 'image picture photo drawing',
  music: 'music song',
  speech: 'speech voice narration tts',
  video: 'video clip film movie',
  chat: 'chat text story',
};
