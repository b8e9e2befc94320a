import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { promptOr } from '../fields/chatFields.ts';
import { completionsFields } from '../fields/completionsFields.ts';

/**
 * Images through chat (interface specification 1.8): synchronous, while the same models on the image endpoint return a
 * task. The fields are observed.
 */
export const geminiImageChat: ModelFamily = {
  id: 'gemini-image-chat',
  title: 'Gemini images through chat',
  description: 'Images with text, in one answer of a conversation. To set a size, use the image endpoint.',
  modality: 'image',
  models: ['gemini-3-pro-image-preview', 'gemini-2.5-flash-image'],
  endpoints: [endpoints.chat],
  fields: completionsFields,
  rules: promptOr('messages'),
  sample: {
    gen: { endpoint: endpoints.chat.path },
    prompt: 'Draw a lighthouse in a storm as a woodcut, and give it a title.',
  },
};
