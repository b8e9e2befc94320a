import type { ModelFamily } from '../catalog.ts';
import { hailuoFields } from '../fields/hailuoFields.ts';
import { videoEndpoints } from '../fields/videoFields.ts';
import { fullHdLength, imageToVideoOnly } from '../rules/videoRules.ts';

/** Interface specification 1.8: image-to-video only. The fields are observed. */
export const hailuo23Fast: ModelFamily = {
  id: 'hailuo-2-3-fast',
  title: 'MiniMax Hailuo 2.3 Fast',
  description: 'Video of 6 or 10 seconds that starts from an image. Fields that it does not know are rejected.',
  modality: 'video',
  models: ['MiniMax-Hailuo-2.3-Fast'],
  endpoints: videoEndpoints,
  fields: hailuoFields(['768p', '1080p']),
  rules: [imageToVideoOnly('metadata.first_frame_image'), fullHdLength],
  sample: {
    prompt: 'The waves begin to move, gulls pass by',
    duration: 6,
    size: '768p',
    metadata: { first_frame_image: 'https://example.com/harbor.jpg' },
  },
};
