import type { Field } from '../field.ts';
import {
  conversationField,
  chatPrompt,
  chatStream,
  chatSystem,
  chatTemperature,
  chatTools,
  chatTopP,
} from './chatFields.ts';
import { observedField, openType, textType, wholeType } from './observedField.ts';

const completionsMessages: Field = conversationField(
  ['system', 'developer', 'user', 'assistant', 'tool'],
  [
    observedField('name', textType, { description: 'Distinguishes speakers with the same role.' }),
    observedField('tool_calls', openType, { description: 'The tool calls of the model.' }),
    observedField('tool_call_id', textType, { description: 'The tool call that this message answers.' }),
  ],
);

/** Fields that every model on `/v1/chat/completions` accepts. */
export const completionsFields: readonly Field[] = [
  chatPrompt,
  chatSystem,
  chatTemperature(2),
  observedField('max_tokens', wholeType, {
    description: 'Maximum length of the answer in tokens. Newer models call it `max_completion_tokens`.',
  }),
  chatStream,
  completionsMessages,
  chatTopP,
];

/** Further fields of text models. */
export const completionsTextFields: readonly Field[] = [
  observedField('max_completion_tokens', wholeType, {
    description: 'Maximum length of the answer in tokens, including tokens for thinking.',
  }),
  observedField('reasoning_effort', textType, {
    description: 'How much the model thinks before it answers.',
    suggestions: ['minimal', 'low', 'medium', 'high'],
  }),
  observedField('response_format', openType, { description: 'Asks for JSON, with or without a schema.' }),
  observedField('stop', openType, { description: 'A string, or a list of strings, that ends the answer.' }),
  observedField('seed', wholeType, { description: 'The same seed and fields produce a similar answer again.' }),
  ...chatTools,
];
