import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import {
  chatPrompt,
  chatStream,
  chatSystem,
  chatTemperature,
  chatTools,
  chatTopP,
  promptOr,
  responsesModels,
} from '../fields/chatFields.ts';
import { flagType, observedField, observedObject, openType, textType, wholeType } from '../fields/observedField.ts';

/** Interface specification 4.5 names the models and the path; the fields are observed. */
export const chatResponses: ModelFamily = {
  id: 'chat-responses',
  title: 'Responses',
  description: 'Text from text by models that think first, in the responses style.',
  modality: 'chat',
  models: responsesModels,
  prefixes: responsesModels,
  endpoints: [endpoints.responses],
  fields: [
    chatPrompt,
    chatSystem,
    observedObject('reasoning', 'How the model thinks before it answers.', [
      observedField('effort', textType, {
        description: 'How much the model thinks.',
        suggestions: ['none', 'low', 'medium', 'high'],
      }),
      observedField('summary', textType, {
        description: 'How much of the thinking is summarized.',
        suggestions: ['auto', 'concise', 'detailed'],
      }),
    ]),
    observedField('max_output_tokens', wholeType, {
      description: 'Maximum length of the answer in tokens, including tokens for thinking.',
    }),
    observedObject('text', 'The form of the answer.', [
      observedField('verbosity', textType, {
        description: 'How detailed the answer is.',
        suggestions: ['low', 'medium', 'high'],
      }),
      observedField('format', openType, { description: 'Asks for JSON, with or without a schema.' }),
    ]),
    chatStream,
    chatTemperature(2),
    chatTopP,
    observedField('input', openType, {
      description: 'Text or a list of items, sent unchanged. Use it instead of `prompt`.',
      isProse: true,
    }),
    observedField('instructions', textType, {
      description: 'Instructions for the model. Another name for `system`.',
      isProse: true,
    }),
    observedField('store', flagType, { description: 'Stores the answer, so that later requests can continue it.' }),
    observedField('previous_response_id', textType, { description: 'Continues a stored answer.' }),
    ...chatTools,
  ],
  rules: [...promptOr('input'), { kind: 'exclusive', fields: ['system', 'instructions'], source: 'observed' }],
  sample: {
    system: 'You are a careful editor.',
    prompt: 'Turn this into one clear sentence: The thing is, we shipped it, kind of, on Friday.',
  },
};
