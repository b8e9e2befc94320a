import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imagePrompt } from '../fields/imageFields.ts';
import { prunaEdge, prunaRatio, prunaSafety, prunaSeed } from '../fields/prunaFields.ts';
import { edgesNeedCustom } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Pruna models". */
export const pImage: ModelFamily = {
  id: 'p-image',
  title: 'P-Image',
  description: 'Very quick images from text.',
  modality: 'image',
  models: ['prunaai/p-image'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt(),
    prunaRatio('custom'),
    { name: 'size', type: { kind: 'string' }, typeSource: 'observed', description: 'Size of the image.' },
    prunaEdge('width'),
    prunaEdge('height'),
    prunaSeed,
    prunaSafety,
  ],
  rules: [edgesNeedCustom],
  sample: { prompt: 'A tin robot watering tulips on a balcony', aspect_ratio: '4:3' },
};
