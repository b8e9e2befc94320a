import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { flagType, numberType, observedField, openType, textType } from './observedField.ts';

/**
 * The interface specification shows no chat body (4.5), so all of this is observed. `prompt` and `system` are converted
 * to the fields of the API format while the body is built.
 */

export const chatPrompt: Field = observedField('prompt', textType, {
  description: 'Your message, sent with the role of the user.',
  isProse: true,
});

export const chatSystem: Field = observedField('system', textType, {
  description: 'Instructions for the model, before the conversation.',
  isProse: true,
});

export const chatStream: Field = observedField('stream', flagType, {
  description: 'Streams the answer. Genwright sends `true` if it is left out.',
  default: true,
});

export function chatTemperature(max: number): Field {
  return observedField('temperature', numberType, {
    description: 'How random the words are. 0 always uses the most likely one.',
    range: [0, max],
  });
}

export const chatTopP: Field = observedField('top_p', numberType, {
  description: 'Samples from the most likely tokens that add up to this share.',
  range: [0, 1],
});

export const chatTools: readonly Field[] = [
  observedField(
    'tools',
    { kind: 'array', items: openType },
    { description: 'Tools that the model may call, as the endpoint describes them.' },
  ),
  observedField('tool_choice', openType, { description: 'Which of the tools the model must call.' }),
];

/** A conversation in the form of the endpoint, instead of `prompt`. */
export function conversationField(roles: readonly string[], more: readonly Field[] = []): Field {
  const message: readonly Field[] = [
    observedField('role', textType, { description: 'Role of the speaker.', values: roles }),
    observedField('content', openType, {
      description: 'Content of the message: text, or a list of parts.',
      isProse: true,
    }),
    ...more,
  ];
  return observedField(
    'messages',
    { kind: 'array', items: { kind: 'object', fields: message } },
    { description: 'The whole conversation, sent unchanged. Use it instead of `prompt`.' },
  );
}

/** One of the two inputs is required. `verbatim` is the field that is sent unchanged. */
export function promptOr(verbatim: string): readonly Rule[] {
  return [
    { kind: 'one-of', fields: ['prompt', verbatim], source: 'observed' },
    { kind: 'exclusive', fields: ['prompt', verbatim], source: 'observed' },
  ];
}

/** Identifiers, and starts of identifiers, that the specification assigns to the responses endpoint. */
export const responsesModels = ['gpt-5.5', 'gpt-5.2', 'gpt-5.3-codex'] as const;

/** The specification has only `claude-*`. These are well-known names, and others are covered as well. */
export const claudeModels = ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'] as const;
