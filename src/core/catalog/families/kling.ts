import type { ModelFamily } from '../catalog.ts';
import { klingControls, klingImages, klingModels, klingRatios } from '../fields/klingFields.ts';
import { observedObject } from '../fields/observedField.ts';
import { needsPrompt, ratioAsSize, videoEndpoints, videoPrompt } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const kling: ModelFamily = {
  id: 'kling',
  title: 'Kling',
  description: 'Video of 5 or 10 seconds from text or images, with control of the camera.',
  modality: 'video',
  models: klingModels,
  endpoints: videoEndpoints,
  fields: [
    videoPrompt,
    ratioAsSize(klingRatios),
    observedObject('metadata', 'All settings except the prompt and the aspect ratio.', [
      ...klingControls,
      ...klingImages,
    ]),
  ],
  rules: [needsPrompt],
  sample: {
    prompt: 'A tram crosses a rainy square at night, reflections on the cobbles',
    size: '16:9',
    metadata: { duration: 5, mode: 'std' },
  },
};
