import type { Constraint, Field } from '../field.ts';
import type { Rule } from '../rule.ts';

const stated = 'specification';

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** `model` and `prompt` are always required (interface specification 4.4). Most models limit the length. */
export function imagePrompt(bounds: Bounds = {}): Field {
  return {
    name: 'prompt',
    type: { kind: 'string' },
    isRequired: true,
    isProse: true,
    description: 'What the image shows. With input images: what to change or how to combine them.',
    ...limitTo('length', bounds),
  };
}

/** One input image. It makes the job image-to-image. */
export const inputImage: Field = {
  name: 'image',
  type: { kind: 'string' },
  isMedia: true,
  description: 'URL or file of one input image. Makes the job image-to-image.',
};

/** Input images. They make the job image-to-image. */
export function inputImages(bounds: Bounds = {}): Field {
  return {
    name: 'images',
    type: { kind: 'array', items: { kind: 'string' } },
    isMedia: true,
    description: 'URLs or files of the input images. Make the job image-to-image.',
    ...limitTo('items', bounds),
  };
}

function limitTo(kind: 'length' | 'items', bounds: Bounds): { readonly constraints?: readonly Constraint[] } {
  return Object.keys(bounds).length === 0 ? {} : { constraints: [{ kind, source: stated, ...bounds }] };
}

/** The specification lists `image / images` as two spellings of one input. The effect of both together is unknown. */
export const imageOrImages: Rule = {
  kind: 'exclusive',
  fields: ['image', 'images'],
  source: 'observed',
  reason: 'Both set the input, and it is unknown which of them the gateway uses.',
};

export function imageSize(values: readonly string[]): Field {
  return {
    name: 'size',
    type: { kind: 'string' },
    description: 'Resolution class, or exact width and height in pixels.',
    constraints: [{ kind: 'enum', values, source: stated }],
  };
}

/** A size that only a form describes, because its list is open. */
export function sizeLike(pattern: string, form: string): Field {
  return {
    name: 'size',
    type: { kind: 'string' },
    description: 'Resolution class, or exact width and height in pixels.',
    constraints: [{ kind: 'pattern', pattern, form, source: stated }],
  };
}

export const jpegOrPng: Field = {
  name: 'output_format',
  type: { kind: 'string' },
  description: 'File format of the image.',
  constraints: [{ kind: 'enum', values: ['jpeg', 'png'], source: stated }],
};

/** Seedream: how the prompt is optimized before it is used. */
export const optimizePrompt: Field = {
  name: 'optimize_prompt_options',
  type: {
    kind: 'object',
    fields: [
      {
        name: 'mode',
        type: { kind: 'string' },
        description: 'How the prompt is optimized.',
        constraints: [{ kind: 'enum', values: ['standard'], source: stated }],
      },
    ],
  },
  description: 'How the gateway optimizes the prompt before it is used.',
};

export const imageSeed: Field = {
  name: 'seed',
  type: { kind: 'integer' },
  description: 'The same seed and fields produce a similar image again.',
};
