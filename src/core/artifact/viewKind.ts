export type ViewKind = 'image' | 'audio' | 'video' | 'markdown' | 'text' | 'file';

/** Media that another program may open, by extension. Opening any of them runs no code of the file. */
const mediaKinds: Readonly<Record<string, ViewKind>> = {
  png: 'image',
  jpg: 'image',
  webp: 'image',
  gif: 'image',
  avif: 'image',
  mp3: 'audio',
  wav: 'audio',
  flac: 'audio',
  ogg: 'audio',
  m4a: 'audio',
  aac: 'audio',
  mp4: 'video',
  webm: 'video',
  mov: 'video',
};

const viewKinds: Readonly<Record<string, ViewKind>> = { ...mediaKinds, opus: 'audio', md: 'markdown', txt: 'text' };

/** Extension of a media file that another program may open, in lower case without the dot; null for any other file. */
export function findMediaExtension(path: string): string | null {
  const extension = extensionOf(path);
  return Object.hasOwn(mediaKinds, extension) ? extension : null;
}

/** Depends on the name alone, as in other programs: a runs file is untrusted, and may claim any media type. */
export function viewKindOf(path: string): ViewKind {
  const extension = extensionOf(path);
  return Object.hasOwn(viewKinds, extension) ? (viewKinds[extension] ?? 'file') : 'file';
}

function extensionOf(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
