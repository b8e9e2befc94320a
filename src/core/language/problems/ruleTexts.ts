/** How a named rule of the catalog is put in words. Its figures replace the placeholders. */
interface RuleText {
  /** What is wrong, and what to do, if the rule is broken. */
  readonly message: string;
  readonly hint: string;
}

export const ruleTexts: Readonly<Record<string, RuleText>> = {
  'image-to-video-only': {
    message: 'This model makes video from images, and text alone is rejected. Add "{path}".',
    hint: 'Makes video from images: text alone is rejected',
  },
  'size-within': {
    message: 'This model accepts {smallest} to {largest} pixels in total, no longer than {ratio} to 1. Change {size}.',
    hint: '`{smallest}` to `{largest}` pixels in total, from 1:{ratio} to {ratio}:1',
  },
  'size-up-to': {
    message: 'This model accepts at most {largest} pixels in total. Change {size}.',
    hint: 'Up to `{largest}` pixels in total',
  },
  'size-in-steps': {
    message:
      'This model is known to accept edges in steps of {step} up to {longest}, no longer than {ratio} to 1. {size} may be refused.',
    hint: 'Edges in steps of {step} up to {longest}, from 1:{ratio} to {ratio}:1',
  },
  'edges-need-custom': {
    message: '"{field}" has an effect only with "aspect_ratio: custom". Set that, or remove "{field}".',
    hint: '`width` and `height` only with `aspect_ratio: custom`',
  },
  'large-size-needs-text': {
    message:
      'With input images, or in sequence, this model accepts nothing larger than 2K and 2048*2048. Change {size}, or make the image only from text.',
    hint: '`4K` and more than `2048*2048` pixels only from text, and not in sequence',
  },
  'small-size-needs-text': {
    message:
      'With input images, or in sequence, this model is only certain to accept 2K and 2048*2048. {size} may be refused.',
    hint: 'With input images, or in sequence: `2K` or `2048*2048`',
  },
  'not-with-sequential': {
    message: '"{field}" cannot be combined with "enable_sequential: true". Remove one of them.',
    hint: '`{field}` not with `enable_sequential: true`',
  },
  'boxes-need-images': {
    message: '"{field}" marks areas of input images. Add "image" or "images", or remove "{field}".',
    hint: 'Only with input images',
  },
  'boxes-of-four': {
    message: 'A box must have four whole numbers, not {count}.',
    hint: 'Four whole numbers per box',
  },
  'jpeg-or-png-input': {
    message: 'Input images must be JPG or PNG files. "{input}" is not.',
    hint: 'JPG or PNG files',
  },
  'mask-needs-image': {
    message: '"{field}" needs an input image. Add "image" or "images".',
    hint: 'A mask needs an input image',
  },
  'no-input-images': {
    message: 'This model makes images only from text. Remove "{field}", or use "{model}".',
    hint: 'No input images',
  },
  'edit-needs-image': {
    message: 'There is nothing to edit yet. Add the image, or images, as "{field}".',
    hint: 'An image in `image`, `images` or `extra_fields.input.images`',
  },
  'full-hd-length': {
    message: 'At 1080p this model is known to accept {seconds} seconds. Shorten "duration", or use a smaller "size".',
    hint: 'At 1080p the length is 6 seconds',
  },
};
