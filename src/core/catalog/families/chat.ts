import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import { observedField, observedObject, textsType } from '../fields/observedField.ts';
import type { Rule } from '../rule.ts';

/** `prompt` and `system` are converted to the fields of the API format while the body is built. */
const prompt: Field = observedField('prompt', 'string', 'Your message, sent with the role of the user.', {
  isProse: true,
});

const system: Field = observedField('system', 'string', 'Instructions for the model, before the conversation.', {
  isProse: true,
});

const stream: Field = observedField(
  'stream',
  'boolean',
  'Streams the answer. Genwright sends `true` if it is left out.',
  {
    default: true,
  },
);

function temperature(max: number): Field {
  const description = 'How random the words are. 0 always uses the most likely one.';
  return observedField('temperature', 'number', description, { range: { min: 0, max } });
}

const topP: Field = observedField('top_p', 'number', 'Samples from the most likely tokens that add up to this share.', {
  range: { min: 0, max: 1 },
});

const tools: readonly Field[] = [
  observedField(
    'tools',
    { kind: 'array', items: { kind: 'unknown' } },
    'Tools that the model may call, as the endpoint describes them.',
  ),
  observedField('tool_choice', 'unknown', 'Which of the tools the model must call.'),
];

/** A conversation in the form of the endpoint, instead of `prompt`. */
function conversation(roles: readonly string[], more: readonly Field[] = []): Field {
  const fields: readonly Field[] = [
    observedField('role', 'string', 'Role of the speaker.', { values: roles }),
    observedField('content', 'unknown', 'Content of the message: text, or a list of parts.', { isProse: true }),
    ...more,
  ];
  const type = { kind: 'array', items: { kind: 'object', fields } } as const;
  return observedField('messages', type, 'The whole conversation, sent unchanged. Use it instead of `prompt`.');
}

/** One of the two inputs is required. `verbatim` is the field that is sent unchanged. */
function promptOr(verbatim: string): readonly Rule[] {
  return [
    { kind: 'one-of', fields: ['prompt', verbatim], source: 'observed' },
    { kind: 'exclusive', fields: ['prompt', verbatim], source: 'observed' },
  ];
}

/** Fields that every model on `/v1/chat/completions` accepts. */
const completionsFields: readonly Field[] = [
  prompt,
  system,
  temperature(2),
  observedField(
    'max_tokens',
    'integer',
    'Maximum length of the answer in tokens. Newer models call it `max_completion_tokens`.',
  ),
  stream,
  conversation(
    ['system', 'developer', 'user', 'assistant', 'tool'],
    [
      observedField('name', 'string', 'Distinguishes speakers with the same role.'),
      observedField('tool_calls', 'unknown', 'The tool calls of the model.'),
      observedField('tool_call_id', 'string', 'The tool call that this message answers.'),
    ],
  ),
  topP,
];

/** Identifiers, and starts of identifiers, that the specification assigns to the responses endpoint. */
const responsesModels = ['gpt-5.5', 'gpt-5.2', 'gpt-5.3-codex'] as const;

/** The specification has only `claude-*`. These are well-known names, and others are covered as well. */
const claudeModels = ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'] as const;

/**
 * Interface specification 1.8 and 4.5 list the models and the paths, and show no body, so all fields are observed.
 * Completions follow the other API formats, because a model that has several uses the first.
 */
export const chatFamilies: readonly ModelFamily[] = [
  {
    id: 'chat-messages',
    title: 'Messages',
    description: 'Text from text, as a conversation in the messages style.',
    modality: 'chat',
    models: claudeModels,
    prefixes: ['claude-'],
    endpoints: [endpoints.messages],
    fields: [
      prompt,
      system,
      observedField(
        'max_tokens',
        'integer',
        'Maximum length of the answer in tokens. The endpoint requires it, so Genwright sends 4096 if it is left out.',
        { default: 4096 },
      ),
      temperature(1),
      stream,
      observedObject('thinking', 'Lets the model think before it answers.', [
        observedField('type', 'string', 'Whether the model thinks.', { values: ['enabled', 'disabled'] }),
        observedField(
          'budget_tokens',
          'integer',
          'How many tokens the model may spend on thinking. Less than `max_tokens`.',
        ),
      ]),
      conversation(['user', 'assistant']),
      topP,
      observedField('top_k', 'integer', 'Samples from this many of the most likely tokens.'),
      observedField('stop_sequences', textsType, 'Strings that end the answer.'),
      ...tools,
      observedObject('metadata', 'Never shown to the model.', [
        observedField('user_id', 'string', 'Identifies your end users.'),
      ]),
    ],
    rules: promptOr('messages'),
    sample: {
      system: 'You answer in three sentences at most.',
      prompt: 'Why does bread smell different on the second day?',
    },
  },
  {
    id: 'chat-responses',
    title: 'Responses',
    description: 'Text from text by models that think first, in the responses style.',
    modality: 'chat',
    models: responsesModels,
    prefixes: responsesModels,
    endpoints: [endpoints.responses],
    fields: [
      prompt,
      system,
      observedObject('reasoning', 'How the model thinks before it answers.', [
        observedField('effort', 'string', 'How much the model thinks.', {
          suggestions: ['none', 'low', 'medium', 'high'],
        }),
        observedField('summary', 'string', 'How much of the thinking is summarized.', {
          suggestions: ['auto', 'concise', 'detailed'],
        }),
      ]),
      observedField(
        'max_output_tokens',
        'integer',
        'Maximum length of the answer in tokens, including tokens for thinking.',
      ),
      observedObject('text', 'The form of the answer.', [
        observedField('verbosity', 'string', 'How detailed the answer is.', {
          suggestions: ['low', 'medium', 'high'],
        }),
        observedField('format', 'unknown', 'Asks for JSON, with or without a schema.'),
      ]),
      stream,
      temperature(2),
      topP,
      observedField('input', 'unknown', 'Text or a list of items, sent unchanged. Use it instead of `prompt`.', {
        isProse: true,
      }),
      observedField('instructions', 'string', 'Instructions for the model. Another name for `system`.', {
        isProse: true,
      }),
      observedField('store', 'boolean', 'Stores the answer, so that later requests can continue it.'),
      observedField('previous_response_id', 'string', 'Continues a stored answer.'),
      ...tools,
    ],
    rules: [...promptOr('input'), { kind: 'exclusive', fields: ['system', 'instructions'], source: 'observed' }],
    sample: {
      system: 'You are a careful editor.',
      prompt: 'Turn this into one clear sentence: The thing is, we shipped it, kind of, on Friday.',
    },
  },
  {
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
    fields: [
      ...completionsFields,
      observedField(
        'max_completion_tokens',
        'integer',
        'Maximum length of the answer in tokens, including tokens for thinking.',
      ),
      observedField('reasoning_effort', 'string', 'How much the model thinks before it answers.', {
        suggestions: ['minimal', 'low', 'medium', 'high'],
      }),
      observedField('response_format', 'unknown', 'Asks for JSON, with or without a schema.'),
      observedField('stop', 'unknown', 'A string, or a list of strings, that ends the answer.'),
      observedField('seed', 'integer', 'The same seed and fields produce a similar answer again.'),
      ...tools,
    ],
    rules: promptOr('messages'),
    sample: {
      system: 'You write short, warm product texts.',
      prompt: 'Three names for a lighthouse keeper who collects storms, with one line on each.',
    },
  },
  // Synchronous, while the same models on the image endpoint return a task. They follow the families of that endpoint.
  {
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
  },
];
