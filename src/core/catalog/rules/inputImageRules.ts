import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';

/** Formats that a name shows. A URL without an extension may be anything and is accepted. */
const otherImage = /\.(?:webp|gif|bmp|tiff?|avif|heic|heif|svg)(?:$|[?#])|^data:image\/(?!jpe?g|png)/i;

/** Interface specification 4.4, "Gemini image models": input images are jpg or png files. */
export const jpegOrPngInput: Rule = {
  kind: 'named',
  name: 'jpeg-or-png-input',
  fields: ['image', 'images'],
  source: 'specification',
  check: ({ image, images }) => {
    const inputs: readonly (JsonValue | undefined)[] = [image, ...(Array.isArray(images) ? images : [])];
    const wrong = inputs.find((each) => typeof each === 'string' && otherImage.test(each));
    return typeof wrong === 'string' ? { input: wrong.length > 60 ? `${wrong.slice(0, 60)}…` : wrong } : null;
  },
};

/**
 * Interface specification 4.4, "Wan 2.6": the text-to-image model does not allow the image fields of the other Wan 2.6
 * model.
 */
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
export function hasInputImages({ images }: JsonObject, present: ReadonlySet<string>): boolean {
  const isEmpty = Array.isArray(images) && images.length === 0;
  return present.has('image') || (present.has('images') && !isEmpty);
}
