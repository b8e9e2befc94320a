/**
 * Names of the fields in which the families accept media by URL. For a model that is not in the catalog, a value of
 * such a field is a local file unless it is a URL.
 */
export const mediaFieldNames = [
  'image',
  'images',
  'image_tail',
  'image_list',
  'image_url',
  'img_url',
  'mask',
  'input_reference',
  'first_frame_image',
  'last_frame_image',
  'audio_url',
  'video_url',
  'video_list',
  'reference_video_urls',
  'reference_audio_urls',
] as const;

const known: ReadonlySet<string> = new Set(mediaFieldNames);

export function isMediaFieldName(name: string): boolean {
  return known.has(name);
}

/** The kind of media of a field. `any` if its name does not show it. */
export type MediaKind = 'image' | 'audio' | 'video' | 'any';

export function mediaKindOf(fieldName: string): MediaKind {
  if (/video/.test(fieldName)) return 'video';
  if (/audio/.test(fieldName)) return 'audio';
  return isMediaFieldName(fieldName) ? 'image' : 'any';
}

/** Video containers may contain only audio. */
const mediaTypes: Readonly<Record<MediaKind, RegExp>> = {
  image: /^image\//,
  audio: /^(?:audio\/|application\/ogg$|video\/(?:mp4|webm|ogg)$)/,
  video: /^(?:video\/|application\/ogg$)/,
  any: /^(?:(?:image|audio|video)\/|application\/ogg$)/,
};

/** Whether a media type, as detected from the bytes of a file, is of a kind. */
export function isOfMediaKind(mediaType: string | null, kind: MediaKind): boolean {
  return mediaType !== null && mediaTypes[kind].test(mediaType);
}
