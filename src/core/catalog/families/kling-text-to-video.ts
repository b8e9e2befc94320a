import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { klingControls, klingModels, klingOmniModels, klingRatios } from '../fields/klingFields.ts';
import { observedField, textType } from '../fields/observedField.ts';
import { needsPrompt, videoPrompt } from '../fields/videoFields.ts';

/**
 * The native path for text of interface specification 4.5. It accepts every field at the root. All fields are observed.
 */
export const klingTextToVideo: ModelFamily = {
  id: 'kling-text-to-video',
  title: 'Kling, native, from text',
  description: 'Video of 5 or 10 seconds from text, by the native endpoint of the Kling models.',
  modality: 'video',
  models: [...klingModels, ...klingOmniModels],
  endpoints: [endpoints.klingText],
  fields: [
    videoPrompt,
    observedField('aspect_ratio', textType, { description: 'Aspect ratio, as width:height.', values: klingRatios }),
    ...klingControls,
  ],
  rules: [needsPrompt],
  sample: {
    gen: { endpoint: endpoints.klingText.path },
    prompt: 'A hot-air balloon rises over a misty valley, seen from above',
    aspect_ratio: '16:9',
    duration: 5,
    mode: 'std',
  },
};
