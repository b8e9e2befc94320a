import type { JsonValue } from '../../support/json/json.ts';
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
