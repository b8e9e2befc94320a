import type { ModelFamily } from '../catalog.ts';
import { klingOmniControls, klingOmniModels, klingRatios } from '../fields/klingFields.ts';
import { observedObject } from '../fields/observedField.ts';
import { needsPrompt, ratioAsSize, videoEndpoints, videoPrompt } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const klingOmni: ModelFamily = {
  id: 'kling-omni',
  title: 'Kling Omni',
  description: 'Video of 3 to 15 seconds from text, images and videos, with or without sound.',
  modality: 'video',
  models: klingOmniModels,
  endpoints: videoEndpoints,
  fields: [
    videoPrompt,
    ratioAsSize(klingRatios),
    observedObject('metadata', 'All settings except the prompt and the aspect ratio.', klingOmniControls),
  ],
  rules: [needsPrompt],
  sample: {
    prompt: 'A clockmaker winds a tiny brass bird, and it flies off the bench',
    size: '16:9',
    metadata: { duration: 3, mode: 'std', sound: 'off' },
  },
};
