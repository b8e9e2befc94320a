import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { claudeModels, promptOr, responsesModels } from '../fields/chatFields.ts';
import { completionsFields, completionsTextFields } from '../fields/completionsFields.ts';

/** Interface specification 1.8 lists the models by prefix, and 4.5 the path. The fields are observed. */
export const chatCompletions: ModelFamily = {
  id: 'chat-completions',
  title: 'Chat',
  description: 'Text from text, as a conversation in the chat-completions style.',
  modality: 'chat',
  models: [
    'gpt-5',
    'gpt-4.1',
    'gpt-4o',
    'gemini-3-pro-preview',
    'MiniMax-M2',
    'MiniMax-Text-01',
    ...responsesModels,
    ...claudeModels,
  ],
  prefixes: ['gpt-4.1', 'gpt-4o', 'gpt-5', 'gemini-', 'MiniMax-Text-', 'MiniMax-M', 'claude-', ...responsesModels],
  endpoints: [endpoints.chat],
  fields: [...completionsFields, ...completionsTextFields],
  rules: promptOr('messages'),
  sample: {
    system: 'You write short, warm product texts.',
    prompt: 'Three names for a lighthouse keeper who collects storms, with one line on each.',
  },
};
