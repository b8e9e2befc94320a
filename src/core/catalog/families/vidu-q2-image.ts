import type { ModelFamily } from '../catalog.ts';
import { videoEndpoints } from '../fields/videoFields.ts';
import { viduFields, viduImages } from '../fields/viduFields.ts';
import { imageToVideoOnly } from '../rules/videoRules.ts';

/** Interface specification 1.8: image-to-video only. The fields are observed. */
export const viduQ2Image: ModelFamily = {
  id: 'vidu-q2-image',
  title: 'Vidu Q2 pro and turbo',
  description: 'Video of 4 to 8 seconds that starts from an image, or leads from one to another.',
  modality: 'video',
  models: ['viduq2-pro', 'viduq2-turbo'],
  endpoints: videoEndpoints,
  fields: [viduImages, ...viduFields({ range: [4, 8] })],
  rules: [imageToVideoOnly('images')],
  sample: {
    images: ['https://example.com/harbor.jpg'],
    prompt: 'The boats begin to rock, gulls cross the sky',
    duration: 4,
    metadata: { resolution: '540p' },
  },
};
