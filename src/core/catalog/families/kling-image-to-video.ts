import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { klingControls, klingImages, klingModels, klingOmniModels, klingRatios } from '../fields/klingFields.ts';
import { observedField, textType } from '../fields/observedField.ts';
import { videoPrompt } from '../fields/videoFields.ts';

/**
 * The native path for images of interface specification 4.5. It accepts every field at the root. All fields are
 * observed.
 */
export const klingImageToVideo: ModelFamily = {
  id: 'kling-image-to-video',
  title: 'Kling, native, from an image',
  description: 'Video of 5 or 10 seconds between input images, by the native endpoint of the Kling models.',
  modality: 'video',
  models: [...klingModels, ...klingOmniModels],
  endpoints: [endpoints.klingImage],
  fields: [
    ...klingImages,
    videoPrompt,
    observedField('aspect_ratio', textType, { description: 'Aspect ratio, as width:height.', values: klingRatios }),
    ...klingControls,
  ],
  rules: [{ kind: 'one-of', fields: ['image', 'image_tail'], source: 'observed' }],
  sample: {
    gen: { endpoint: endpoints.klingImage.path },
    image: 'https://example.com/portrait.jpg',
    prompt: 'She turns her head and smiles, the wind in her hair',
    duration: 5,
    mode: 'std',
  },
};
