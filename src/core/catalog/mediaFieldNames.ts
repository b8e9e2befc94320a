/**
 * Names under which the families of the gateway take media by URL. Where a model is not in the catalog they tell that a
 * value which is no URL is meant as a local file.
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
