/**
 * Sections 4.2 to 4.4 and 8 of the interface specification, row by row, as it states them. A row is `name type`, with
 * `*` if it is required, then its limits. Rules across fields follow. Types that the specification does not show are
 * `?`. Facts that are only observed are left out.
 */
export const fieldRows: Readonly<Record<string, readonly string[]>> = {
  // 4.2
  sonic: [
    'prompt* string, length ..5000',
    'custom_mode boolean, default true',
    'model_version string, default sonic-v4, one of sonic-v3-5 sonic-v4 sonic-v4-5 sonic-v4-5-plus sonic-v5',
    'auto_lyrics ?',
    'make_instrumental ?',
    'gpt_description_prompt ?',
    'negative_tags ?',
    'style_weight number',
    'tags string',
    'title string',
    'vocal_gender string, like one letter',
    'weirdness_constraint number',
  ],
  // 4.3
  'seed-tts-2.0': [
    'input string, length ..10000',
    'text string, length ..10000',
    'prompt string, length ..10000',
    'ssml string, length ..10000',
    'voice string',
    'speaker string',
    'response_format string, default mp3',
    'speed number',
    'rule one-of: input prompt ssml text',
    'rule one-of: speaker voice',
  ],
  // 4.4, Gemini
  ...forEach(['gemini-2.5-flash-image', 'gemini-3.1-flash-image-preview'], geminiRows('1K 2K 4K 512px')),
  'gemini-3-pro-image-preview': geminiRows('1K 2K 4K'),
  // 4.4, Grok
  ...forEach(
    [
      'grok-imagine-image',
      'grok-imagine-image-quality',
      'grok-imagine-image-2026-03-02',
      'grok-imagine-image-pro',
      'grok-imagine-image-quality-20260403',
      'grok-imagine-image-quality-latest',
    ],
    [
      'prompt* string',
      'resolution string, one of 1k 2k',
      'aspect_ratio string, like W:H',
      'n integer, range 1..10',
      'response_format string',
    ],
  ),
  // 4.4, gpt-image-2
  'gpt-image-2': [
    'prompt* string',
    'size string',
    'quality string',
    'image string',
    'images [string]',
    'mask string',
    'background string',
    'input_fidelity string',
    'moderation string',
    'n integer',
    'output_compression integer',
    'output_format string',
  ],
  // 4.4, Seedream
  ...forEach(
    ['doubao-seedream-5-0-lite-260128', 'seedream-5-0-260128'],
    [
      'prompt* string, length ..600',
      'size string, one of 1600x2848 1664x2496 1728x2304 2048x2048 2304x1728 2304x4096 2496x1664 2496x3744 2592x3456 2848x1600 2K 3072x3072 3136x1344 3456x2592 3744x2496 3K 4096x2304 4704x2016',
      'image string',
      'images [string], items ..14',
      'output_format string, one of jpeg png',
      'optimize_prompt_options object',
      'optimize_prompt_options.mode string, one of standard',
    ],
  ),
  'doubao-seedream-5-0-pro-260628': [
    'prompt* string, length 1..32000',
    'size* string, like 1K, 2K or WIDTHxHEIGHT',
    'images [string], items ..10',
    'output_format string, default jpeg, one of jpeg png',
    'optimize_prompt_options object',
    'optimize_prompt_options.mode string, one of standard',
  ],
  'doubao-seedream-4-5-251128': [
    'prompt* string, length ..600',
    'size string, one of 1440x2560 1664x2496 1728x2304 2048x2048 2304x1728 2496x1664 2560x1440 2K 3024x1296 4K',
    'image string',
    'images [string], items ..14',
  ],
  // 4.4, Wan 2.7
  'wan2.7-image': [...wan27Rows('1K, 2K or WIDTH*HEIGHT'), 'rule size-within: size'],
  'wan2.7-image-pro': [
    ...wan27Rows('1K, 2K, 4K or WIDTH*HEIGHT'),
    'rule size-up-to: size',
    'rule large-size-needs-text: enable_sequential image images size',
  ],
  // 4.4, Wan 2.6
  'wan2.6-t2i': [...wan26Rows(), 'rule no-input-images: image images'],
  'wan2.6-image': [...wan26Rows(), 'image string', 'images [string], items 1..', 'rule one-of: image images'],
  // 4.4, Pruna
  'prunaai/p-image': [
    'prompt* string',
    'size ?',
    'aspect_ratio ?',
    'width ?',
    'height ?',
    'seed ?',
    'disable_safety_checker ?',
  ],
  'prunaai/p-image-edit': [
    'prompt* string',
    'image ?',
    'images ?',
    'extra_fields object',
    'extra_fields.input object',
    'extra_fields.input.images [string]',
    'extra_fields.input.aspect_ratio ?',
    'extra_fields.input.turbo boolean',
    'extra_fields.input.seed integer',
    'aspect_ratio ?',
    'turbo ?',
    'seed ?',
    'disable_safety_checker ?',
    'rule edit-needs-image: extra_fields image images',
  ],
  // 1.8 and 4.4: the fields of this line are not shown, except those of every image model.
  mj_imagine: ['prompt* string', 'image ?', 'images ?'],
};

function geminiRows(sizes: string): readonly string[] {
  return [
    'prompt* string, length ..10000',
    'aspect_ratio string, like W:H',
    `size string, one of ${sizes}`,
    'image string',
    'images [string], items ..14',
    'rule jpeg-or-png-input: image images',
  ];
}

function wan27Rows(size: string): readonly string[] {
  return [
    'prompt* string',
    'image string',
    'images [string], items ..14',
    `size string, like ${size}`,
    'bbox_list (bboxList) [[[integer]]]',
    'color_palette (colorPalette) [object]',
    'color_palette[].hex* string',
    'color_palette[].ratio* string, like 40%',
    'enable_sequential (enableSequential) boolean',
    'seed integer',
    'thinking_mode (thinkingMode) ?',
    'rule boxes-need-images: bbox_list image images',
    'rule boxes-of-four: bbox_list',
    'rule not-with-sequential: color_palette enable_sequential',
    'rule not-with-sequential: enable_sequential thinking_mode',
  ];
}

function wan26Rows(): readonly string[] {
  return [
    'prompt* string, length ..2000',
    'size string, one of 1200*800 1280*1280 1280*720 1280*960 1344*576 720*1280 800*1200 960*1280',
    'negative_prompt string, length ..500',
    'prompt_extend boolean',
    'seed integer',
  ];
}

function forEach(models: readonly string[], rows: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(models.map((model) => [model, rows]));
}
