import type { JsonObject, JsonValue } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';
import { hasInputImages } from './inputImageRules.ts';

interface SizeBounds {
  /** The number of pixels in total, inclusive, written as a size: `768*768`. */
  readonly smallest?: string;
  readonly largest: string;
  /** Ratio of the long edge to the short one, inclusive. */
  readonly ratio?: number;
}

/** Interface specification 4.4, "Wan 2.7": bounds of an explicit size. Resolution classes are accepted. */
export function sizeWithin(bounds: SizeBounds): Rule {
  const { smallest = '', largest, ratio = Infinity } = bounds;
  const [min, max] = [smallest, largest].map(parsePixelSize);
  return {
    kind: 'named',
    name: smallest === '' ? 'size-up-to' : 'size-within',
    fields: ['size'],
    figures: { ...bounds },
    source: 'specification',
    check: ({ size }) => {
      const parsed = parsePixelSize(size);
      if (!parsed || typeof size !== 'string') return null;
      const pixels = pixelsOf(parsed);
      const isInside = pixels > 0 && (!min || pixels >= pixelsOf(min)) && (!max || pixels <= pixelsOf(max));
      return isInside && ratioOf(parsed) <= ratio ? null : { size };
    },
  };
}

interface SizeSteps {
  /** Both edges are multiples of it. */
  readonly step: number;
  /** Longest edge, inclusive. */
  readonly longest: number;
  /** Ratio of the long edge to the short one, inclusive. */
  readonly ratio: number;
}

/** Observed for gpt-image-2: the limits of an explicit size. */
export function sizeInSteps({ step, longest, ratio }: SizeSteps): Rule {
  return {
    kind: 'named',
    name: 'size-in-steps',
    fields: ['size'],
    figures: { step, longest, ratio },
    source: 'observed',
    check: ({ size }) => {
      const parsed = parsePixelSize(size);
      if (!parsed || typeof size !== 'string') return null;
      // The ratio of an edge of 0 is not a finite number.
      const fits = [parsed.width, parsed.height].every((edge) => edge <= longest && edge % step === 0);
      return fits && ratioOf(parsed) <= ratio ? null : { size };
    },
  };
}

const largestPixels = 2048 * 2048;
const guidedSizeFields = ['size', 'image', 'images', 'enable_sequential'];

/**
 * Interface specification 4.4, "Wan 2.7", rule 1. With input images or in sequence, no reading allows 4K or a larger
 * custom size.
 */
export const largeSizeNeedsText: Rule = {
  kind: 'named',
  name: 'large-size-needs-text',
  fields: guidedSizeFields,
  source: 'specification',
  check: (values, present) => (isGuided(values, present) && isLarge(values) ? describeSize(values) : null),
};

/** The same rule can be read as allowing only `2K` and `2048*2048`. */
export const smallSizeNeedsText: Rule = {
  kind: 'named',
  name: 'small-size-needs-text',
  fields: guidedSizeFields,
  source: 'observed',
  reason: 'The specification can be read in two ways here.',
  check: (values, present) => {
    const { size } = values;
    if (!isGuided(values, present) || typeof size !== 'string' || isLarge(values)) return null;
    return size === '2K' || size === '2048*2048' ? null : { size };
  },
};

function describeSize({ size }: JsonObject): { readonly size: string } {
  return { size: typeof size === 'string' ? size : '' };
}

/** Whether input images, or earlier images in a sequence, guide the result. */
function isGuided(values: JsonObject, present: ReadonlySet<string>): boolean {
  return hasInputImages(values, present) || values['enable_sequential'] === true;
}

function isLarge({ size }: JsonObject): boolean {
  const parsed = parsePixelSize(size);
  return size === '4K' || (parsed !== null && pixelsOf(parsed) > largestPixels);
}

/** Observed for p-image: `width` and `height` have an effect only with `aspect_ratio: custom`. */
export const edgesNeedCustom: Rule = {
  kind: 'named',
  name: 'edges-need-custom',
  fields: ['width', 'height', 'aspect_ratio'],
  source: 'observed',
  check: ({ aspect_ratio: ratio }, present) => {
    const field = ['width', 'height'].find((edge) => present.has(edge));
    const isOther = present.has('aspect_ratio') ? ratio !== undefined && ratio !== 'custom' : true;
    return field !== undefined && isOther ? { field } : null;
  },
};

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Parses `1024*768` or `1024x768` in pixels. Null for a resolution class and for any other value. */
function parsePixelSize(value: JsonValue | undefined): PixelSize | null {
  const [, width, height] = typeof value === 'string' ? (/^(\d+)[x*](\d+)$/.exec(value) ?? []) : [];
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) };
}

function pixelsOf({ width, height }: PixelSize): number {
  return width * height;
}

/** Returns the ratio of the long edge to the short one. Infinite if an edge is 0. */
function ratioOf({ width, height }: PixelSize): number {
  return Math.max(width, height) / Math.min(width, height);
}
