/** What is wrong, and what to do, if a named rule of the catalog is broken: `rule-broken/<name of the rule>`. */
export const ruleMessages: Readonly<Record<`rule-broken/${string}`, string>> = {
  'rule-broken/image-to-video-only': 'This model makes video from images, and text alone is rejected. Add "{path}".',
  'rule-broken/size-within':
    'This model accepts {smallest} to {largest} pixels in total, no longer than {ratio} to 1. Change {size}.',
  'rule-broken/size-up-to': 'This model accepts at most {largest} pixels in total. Change {size}.',
  'rule-broken/size-in-steps':
    'This model is known to accept edges in steps of {step} up to {longest}, no longer than {ratio} to 1. {size} may be refused.',
  'rule-broken/edges-need-custom':
    '"{field}" has an effect only with "aspect_ratio: custom". Set that, or remove "{field}".',
  'rule-broken/large-size-needs-text':
    'With input images, or in sequence, this model accepts nothing larger than 2K and 2048*2048. Change {size}, or make the image only from text.',
  'rule-broken/small-size-needs-text':
    'With input images, or in sequence, this model is only certain to accept 2K and 2048*2048. {size} may be refused.',
  'rule-broken/not-with-sequential': '"{field}" cannot be combined with "enable_sequential: true". Remove one of them.',
  'rule-broken/boxes-need-images':
    '"{field}" marks areas of input images. Add "image" or "images", or remove "{field}".',
  'rule-broken/boxes-of-four': 'A box must have four whole numbers, not {count}.',
  'rule-broken/jpeg-or-png-input': 'Input images must be JPG or PNG files. "{input}" is not.',
  'rule-broken/mask-needs-image': '"{field}" needs an input image. Add "image" or "images".',
  'rule-broken/no-input-images': 'This model makes images only from text. Remove "{field}", or use "{model}".',
  'rule-broken/edit-needs-image': 'There is nothing to edit yet. Add the image, or images, as "{field}".',
  'rule-broken/full-hd-length':
    'At 1080p this model is known to accept {seconds} seconds. Shorten "duration", or use a smaller "size".',
};

/** The same rules as hover states them, by the name of the rule. Its figures replace the placeholders. */
export const ruleHints: Readonly<Record<string, string>> = {
  'image-to-video-only': 'Makes video from images: text alone is rejected',
  'size-within': '`{smallest}` to `{largest}` pixels in total, from 1:{ratio} to {ratio}:1',
  'size-up-to': 'Up to `{largest}` pixels in total',
  'size-in-steps': 'Edges in steps of {step} up to {longest}, from 1:{ratio} to {ratio}:1',
  'edges-need-custom': '`width` and `height` only with `aspect_ratio: custom`',
  'large-size-needs-text': '`4K` and more than `2048*2048` pixels only from text, and not in sequence',
  'small-size-needs-text': 'With input images, or in sequence: `2K` or `2048*2048`',
  'not-with-sequential': 'Not with `enable_sequential: true`',
  'boxes-need-images': 'Only with input images',
  'boxes-of-four': 'Four whole numbers per box',
  'jpeg-or-png-input': 'JPG or PNG files',
  'mask-needs-image': 'A mask needs an input image',
  'no-input-images': 'No input images',
  'edit-needs-image': 'An image in `image`, `images` or `extra_fields.input.images`',
  'full-hd-length': 'At 1080p the length is 6 seconds',
};
