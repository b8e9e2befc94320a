import type { Field } from '../field.ts';
import { imagePrompt, imageSeed, imageSize } from './imageFields.ts';

/** Interface specification 4.4, "Wan 2.6": the fields that both models accept. */
export const wan26ImageFields: readonly Field[] = [
  imagePrompt({ max: 2000 }),
  imageSize(['1280*1280', '800*1200', '1200*800', '960*1280', '1280*960', '720*1280', '1280*720', '1344*576']),
  {
    name: 'negative_prompt',
    type: { kind: 'string' },
    isProse: true,
    description: 'What to avoid in the image.',
    constraints: [{ kind: 'length', max: 500, source: 'specification' }],
  },
  { name: 'prompt_extend', type: { kind: 'boolean' }, description: 'Lets the gateway expand the prompt.' },
  imageSeed,
];
