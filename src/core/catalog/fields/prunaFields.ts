import type { Field } from '../field.ts';

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];

/** The interface specification shows only names. Types and values are observed. */
export function prunaRatio(further: string): Field {
  return {
    name: 'aspect_ratio',
    type: { kind: 'string' },
    typeSource: 'observed',
    description: 'Width to height.',
    suggestions: [...ratios, further],
  };
}

/** Edges in pixels have an effect only with `aspect_ratio: custom`. */
export function prunaEdge(name: 'width' | 'height'): Field {
  return {
    name,
    type: { kind: 'integer' },
    typeSource: 'observed',
    description: 'In pixels, in steps of 16. It has an effect only with `aspect_ratio: custom`.',
    constraints: [{ kind: 'range', min: 256, max: 1440, source: 'observed' }],
  };
}

export const prunaSeed: Field = {
  name: 'seed',
  type: { kind: 'integer' },
  typeSource: 'observed',
  description: 'The same seed and fields produce a similar image again.',
};

export const prunaSafety: Field = {
  name: 'disable_safety_checker',
  type: { kind: 'boolean' },
  typeSource: 'observed',
  description: 'Skips the safety check of the finished image.',
};
