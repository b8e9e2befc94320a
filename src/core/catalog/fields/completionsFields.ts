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
    observedField('name', textType, { description: 'Tells speakers of one role apart.' }),
    observedField('tool_calls', openType, { description: 'What the model asked its tools.' }),
    observedField('tool_call_id', textType, { description: 'Which question to a tool this answers.' }),
  ],
);

/** What every model on `/v1/chat/completions` takes. */
export const completionsFields: readonly Field[] = [
  chatPrompt,
  chatSystem,
  chatTemperature(2),
  observedField('max_tokens', wholeType, {
    description: 'Longest answer, in tokens. Newer models call it `max_completion_tokens`.',
  }),
  chatStream,
  completionsMessages,
  chatTopP,
];

/** What text models take beside that. */
export const completionsTextFields: readonly Field[] = [
  observedField('max_completion_tokens', wholeType, {
    description: 'Longest answer in tokens, with those spent on thinking.',
  }),
  observedField('reasoning_effort', textType, {
    description: 'How much the model thinks before it answers.',
    suggestions: ['minimal', 'low', 'medium', 'high'],
  }),
  observedField('response_format', openType, { description: 'Asks for JSON, with or without a schema.' }),
  observedField('stop', openType, { description: 'Text, or a list of texts, at which the answer ends.' }),
  observedField('seed', wholeType, { description: 'The same seed and fields give much the same answer again.' }),
  ...chatTools,
];
