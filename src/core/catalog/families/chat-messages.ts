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

/** Interface specification 1.8 names the models by how they start, and 4.5 the path; the fields are observed. */
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
      description: 'Longest answer, in tokens. The endpoint requires it: Genwright sends 4096 where it is left out.',
      default: 4096,
    }),
    chatTemperature(1),
    chatStream,
    observedObject('thinking', 'Lets the model think before it answers.', [
      observedField('type', textType, { description: 'Whether it does.', values: ['enabled', 'disabled'] }),
      observedField('budget_tokens', wholeType, {
        description: 'How many tokens it may spend on that; fewer than `max_tokens`.',
      }),
    ]),
    conversationField(['user', 'assistant']),
    chatTopP,
    observedField('top_k', wholeType, { description: 'Chooses among so many of the likeliest words.' }),
    observedField('stop_sequences', textsType, { description: 'Texts at which the answer ends.' }),
    ...chatTools,
    observedObject('metadata', 'Never shown to the model.', [
      observedField('user_id', textType, { description: 'Tells the people apart for whom you ask.' }),
    ]),
  ],
  rules: promptOr('messages'),
  sample: {
    system: 'You answer in three sentences at most.',
    prompt: 'Why does bread smell different on the second day?',
  },
};
