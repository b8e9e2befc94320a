import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';

/** Formats that a name shows, where the bytes are not known. A URL without an extension is accepted. */
const otherImage = /\.(?:webp|gif|bmp|tiff?|avif|heic|heif|svg)(?:$|[?#])|^data:(?!image\/(?:jpe?g|png))/i;

/** The first bytes of GIF, WebP, BMP, TIFF, and of AVIF and HEIC, in base64. */
const otherData = /^data:[^,]{1,100};base64,(?:R0lGOD|UklGR|Qk[0-3]|SUkqA|TU0AK|AAAA..Z0eX)/;

/** Interface specification 4.4, "Gemini image models": input images are jpg or png files. */
export const jpegOrPngInput: Rule = {
  kind: 'named',
  name: 'jpeg-or-png-input',
  fields: ['image', 'images'],
  source: 'specification',
  check: ({ image, images }, _present, mediaTypeOf) => {
    const inputs = image === undefined ? listOf(images) : [image, ...listOf(images)];
    const index = inputs.findIndex((each) => {
      const mediaType = typeof each === 'string' ? mediaTypeOf?.(each) : undefined;
      if (typeof mediaType === 'string') return !/^image\/(?:jpeg|a?png)$/.test(mediaType);
      return typeof each === 'string' && (otherImage.test(each) || otherData.test(each));
    });
    const wrong = inputs[index];
    return typeof wrong === 'string' ? { input: wrong.length > 60 ? `${wrong.slice(0, 60)}…` : wrong, index } : null;
  },
};

/** Interface specification 4.4, "Wan 2.6": the text-to-image model does not allow image fields of the other one. */
export const noInputImages: Rule = {
  kind: 'named',
  name: 'no-input-images',
  fields: [],
  alsoReads: ['image', 'images'],
  source: 'specification',
  check: (_values, present) => {
    const field = ['image', 'images'].find((name) => present.has(name));
    return field === undefined ? null : { field, model: 'wan2.6-image' };
  },
};

/** Interface specification 4.4, "gpt-image-2": a mask edits input images. Its effect without them is not specified. */
export const maskNeedsImage: Rule = {
  kind: 'named',
  name: 'mask-needs-image',
  fields: ['mask', 'image', 'images'],
  source: 'observed',
  reason: 'A mask is documented for image input. Its effect without one is unknown.',
  check: (values, present) => (present.has('mask') && !hasInputImages(values, present) ? { field: 'mask' } : null),
};

/** Interface specification 4.4, "Pruna models": an edit needs an image, in one of three fields. */
export const editNeedsImage: Rule = {
  kind: 'named',
  name: 'edit-needs-image',
  fields: ['image', 'images', 'extra_fields'],
  source: 'specification',
  check: (values, present) => {
    if (hasInputImages(values, present)) return null;
    return present.has('extra_fields') && !lacksImages(values) ? null : { field: 'images' };
  },
};

/** Returns false while an expression may still evaluate to an image. */
function lacksImages(values: JsonObject): boolean {
  if (!Object.hasOwn(values, 'extra_fields')) return false;
  const input = memberOf(values['extra_fields'], 'input');
  const images = memberOf(input, 'images');
  return !(Array.isArray(images) ? images.length > 0 : typeof images === 'string' && images !== '');
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Interface specification 4.4, "Wan 2.7": boxes mark areas of input images. */
export const boxesNeedImages: Rule = {
  kind: 'named',
  name: 'boxes-need-images',
  fields: ['bbox_list', 'image', 'images'],
  source: 'specification',
  check: (values, present) =>
    present.has('bbox_list') && !hasInputImages(values, present) ? { field: 'bbox_list' } : null,
};

/** Interface specification 4.4, "Wan 2.7": each box has exactly four numbers. */
export const boxesOfFour: Rule = {
  kind: 'named',
  name: 'boxes-of-four',
  fields: ['bbox_list'],
  source: 'specification',
  check: ({ bbox_list }) => {
    const boxes = listOf(bbox_list).flatMap((each) => listOf(each));
    const wrong = boxes.find((box) => Array.isArray(box) && box.length !== 4);
    return wrong === undefined ? null : { count: listOf(wrong).length };
  },
};

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a body has input images, or a value that is evaluated later may add them. An empty list adds none. */
function hasInputImages({ images }: JsonObject, present: ReadonlySet<string>): boolean {
  const isEmpty = Array.isArray(images) && images.length === 0;
  return present.has('image') || (present.has('images') && !isEmpty);
}

/** Interface specification 4.4, "Wan 2.7", rules 2 and 3: must not be sent together with `enable_sequential: true`. */
export function notWithSequential(field: 'thinking_mode' | 'color_palette'): Rule {
  return {
    kind: 'named',
    name: 'not-with-sequential',
    fields: [field, 'enable_sequential'],
    source: 'specification',
    figures: { field },
    check: ({ enable_sequential }, present) => (enable_sequential === true && present.has(field) ? { field } : null),
  };
}

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
