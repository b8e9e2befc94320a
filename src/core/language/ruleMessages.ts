/** What is wrong, and what to do, where a named rule of the catalog is broken: `rule-broken/<name of the rule>`. */
export const ruleMessages: Readonly<Record<`rule-broken/${string}`, string>> = {
  'rule-broken/image-to-video-only': 'This model makes video from images, and text alone is rejected. Add "{path}".',
  'rule-broken/size-within':
    'This model takes {smallest} to {largest} pixels in all, no longer than {ratio} to 1. Change {size}.',
  'rule-broken/size-up-to': 'This model takes up to {largest} pixels in all. Change {size}.',
  'rule-broken/size-in-steps':
    'This model is known for edges in steps of {step} up to {longest}, no longer than {ratio} to 1. {size} may be refused.',
  'rule-broken/edges-need-custom': '"{field}" counts with "aspect_ratio: custom" only. Set that, or remove it.',
  'rule-broken/large-size-needs-text':
    'With input images, or in sequence, this model takes 2K and 2048*2048, nothing larger. Change {size}, or make the image from text alone.',
  'rule-broken/small-size-needs-text':
    'With input images, or in sequence, this model is only sure to take 2K and 2048*2048. {size} may be refused.',
  'rule-broken/not-with-sequential':
    '"{field}" is not sent together with "enable_sequential: true". Remove one of them.',
  'rule-broken/boxes-need-images': '"{field}" marks places in input images. Add "image" or "images", or remove it.',
  'rule-broken/boxes-of-four': 'A box is four whole numbers; this one has {count}.',
  'rule-broken/jpeg-or-png-input': 'Input images are jpg or png files; this one is not: {input}',
  'rule-broken/mask-needs-image': '"{field}" belongs to an input image. Add "image" or "images".',
  'rule-broken/no-input-images': 'This model makes images from text alone. Remove "{field}", or use "{model}".',
  'rule-broken/edit-needs-image': 'There is nothing to edit yet. Add the image, or images, as "{field}".',
  'rule-broken/full-hd-length':
    'At 1080p this model is known for {seconds} seconds. Shorten "duration", or choose a smaller "size".',
};

/** The same rules as hover states them, by the name of the rule; its figures fill them. */
export const ruleHints: Readonly<Record<string, string>> = {
  'image-to-video-only': 'Makes video from images: text alone is rejected',
  'size-within': '`{smallest}` to `{largest}` pixels in all, from 1:{ratio} to {ratio}:1',
  'size-up-to': 'Up to `{largest}` pixels in all',
  'size-in-steps': 'Edges in steps of {step} up to {longest}, from 1:{ratio} to {ratio}:1',
  'edges-need-custom': '`width` and `height` with `aspect_ratio: custom` only',
  'large-size-needs-text': '`4K` and more than `2048*2048` pixels only from text alone, and not in sequence',
  'small-size-needs-text': 'With input images, or in sequence: `2K` or `2048*2048`',
  'not-with-sequential': 'Not together with `enable_sequential: true`',
  'boxes-need-images': 'Only with input images',
  'boxes-of-four': 'Four whole numbers a box',
  'jpeg-or-png-input': 'jpg or png files',
  'mask-needs-image': 'A mask goes with an input image',
  'no-input-images': 'No input images',
  'edit-needs-image': 'An image in `image`, `images` or `extra_fields.input.images`',
  'full-hd-length': 'At 1080p the length is 6 seconds',
};
