import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import {
  conversationField,
  chatPrompt,
  chatStream,
  chatSystem,
  chatTemperature,
  chatTools,
  chatTopP,
  claudeModels,
  promptOr,
} from '../fields/chatFields.ts';
import { observedField, observedObject, textsType, textType, wholeType } from '../fields/observedField.ts';

/** Interface specification 1.8 lists the models by prefix, and 4.5 the path. The fields are observed. */
export const chatMessages: ModelFamily = {
  id: 'chat-messages',
  title: 'Messages',
  description: 'Text from text, as a conversation in the messages style.',
  modality: 'chat',
  models: claudeModels,
  prefixes: ['claude-'],
  endpoints: [endpoints.messages],
  fields: [
    chatPrompt,
    chatSystem,
    observedField('max_tokens', wholeType, {
      description:
        'Maximum length of the answer in tokens. The endpoint requires it, so Genwright sends 4096 if it is left out.',
      default: 4096,
    }),
    chatTemperature(1),
    chatStream,
    observedObject('thinking', 'Lets the model think before it answers.', [
      observedField('type', textType, { description: 'Whether the model thinks.', values: ['enabled', 'disabled'] }),
      observedField('budget_tokens', wholeType, {
        description: 'How many tokens the model may spend on thinking. Less than `max_tokens`.',
      }),
    ]),
    conversationField(['user', 'assistant']),
    chatTopP,
    observedField('top_k', wholeType, { description: 'Samples from this many of the most likely tokens.' }),
    observedField('stop_sequences', textsType, { description: 'Strings that end the answer.' }),
    ...chatTools,
    observedObject('metadata', 'Never shown to the model.', [
      observedField('user_id', textType, { description: 'Identifies your end users.' }),
    ]),
  ],
  rules: promptOr('messages'),
  sample: {
    system: 'You answer in three sentences at most.',
    prompt: 'Why does bread smell different on the second day?',
  },
};
