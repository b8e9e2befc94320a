import type { ProblemText } from './problemText.ts';
import { ruleTexts } from './ruleTexts.ts';

/** Fields of a request and their values. */
export const fieldProblems = {
  'unknown-field': {
    message: '"{field}" is not a known field of this model.',
    variants: {
      sent: '"{field}" is not a known field of this model. It is sent unchanged.',
      'sent-suggestion':
        '"{field}" is not a known field of this model. Did you mean "{suggestion}"? It is sent unchanged.',
      strict: '"{field}" is not a known field of this model. Strict checking does not allow it.',
      'strict-suggestion':
        '"{field}" is not a known field of this model. Did you mean "{suggestion}"? Strict checking does not allow unknown fields.',
      nested: 'Unknown field "{field}". It is sent unchanged.',
      'nested-suggestion': 'Unknown field "{field}". Did you mean "{suggestion}"? It is sent unchanged.',
      'strict-nested': 'Unknown field "{field}". Strict checking does not allow it.',
      'strict-nested-suggestion':
        'Unknown field "{field}". Did you mean "{suggestion}"? Strict checking does not allow unknown fields.',
    },
    page: {
      title: 'Unknown field',
      meaning:
        'The model is not known to have this field. It is sent unchanged, and a gateway may ignore it or refuse the request.',
      fix: 'Check the spelling. Put a field that is to be sent unchecked in "request". The setting "genwright.strict" makes unknown fields errors.',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nsiz: 2K\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nsize: 2K\n',
    },
  },
  'missing-field': {
    message: '{title} needs "{field}".',
    variants: {
      nested: '"{owner}" needs "{field}".',
    },
    page: {
      title: 'A field is missing',
      meaning: 'The model refuses a request without this field.',
      fix: 'Add it. "gen: {defaults: …}" gives it to all jobs of a file.',
      wrong: 'model: seedream-5-0-260128\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\n',
    },
  },
  'missing-one-of': {
    message: '{title} needs one of these: {fields}.',
    page: {
      title: 'One of several fields is missing',
      meaning: 'The model needs one of these fields. Any of them is enough.',
      fix: 'Add one of them.',
      wrong: 'model: seed-tts-2.0\ntext: Hello\n',
      right: 'model: seed-tts-2.0\ntext: Hello\nvoice: narrator-warm\n',
    },
  },
  'exclusive-fields': {
    message: '"{second}" and "{first}" mean the same. Keep one of them.',
    page: {
      title: 'Two fields with one meaning',
      meaning: 'Both fields have the same meaning, and it is unknown which of them the gateway uses.',
      fix: 'Keep one of them.',
      wrong: 'model: claude-sonnet-4-5\nprompt: Hi\nmessages: [{role: user, content: Hello}]\n',
      right: 'model: claude-sonnet-4-5\nmessages: [{role: user, content: Hello}]\n',
    },
  },
  'rule-broken': {
    message: 'These values cannot be combined.',
    variants: Object.fromEntries(Object.entries(ruleTexts).map(([name, { message }]) => [name, message])),
    page: {
      title: 'Values that cannot be combined',
      meaning: 'Each value alone is valid, but the model does not accept them together.',
      fix: 'Change or remove one of the fields in the message. Hover over the model to see its rules.',
      wrong: 'model: wan2.7-image-pro\nprompt: Rain\nsize: 4K\nenable_sequential: true\n',
      right: 'model: wan2.7-image-pro\nprompt: Rain\nsize: 2K\nenable_sequential: true\n',
    },
  },
  'wrong-type': {
    message: '"{field}" must be {expected}, not {found}.',
    variants: {
      plain: '"{field}" must be {expected}, not {found}.',
      item: 'Each item of "{field}" must be {expected}, not {found}.',
      quote: '"{field}" must be a string, but YAML reads {value} as {found}. Put it in quotes.',
    },
    page: {
      title: 'Wrong type',
      meaning:
        'In YAML, the way a value is written decides whether it is a number, a string, a list, or true or false. Genwright never converts it silently.',
      fix: 'Write strings in quotes, numbers, true and false without quotes, and lists in brackets.',
      wrong: 'model: sonic\nprompt: 2026\n',
      right: 'model: sonic\nprompt: "2026"\n',
    },
  },
  'not-in-enum': {
    message: '"{field}" cannot be "{value}". Allowed: {values}.',
    variants: {
      suggestion: '"{field}" cannot be "{value}". Did you mean "{suggestion}"? Allowed: {values}.',
      known: '"{field}" is known to accept: {values}. "{value}" may be refused.',
      'known-suggestion':
        '"{field}" is known to accept: {values}. Did you mean "{suggestion}"? "{value}" may be refused.',
    },
    page: {
      title: 'Not one of the known values',
      meaning: 'The field accepts only certain values, or is only known to accept these.',
      fix: 'Use one of the values that completion offers.',
      wrong: 'model: seedream-5-0-260128\nprompt: Rain\nsize: 9K\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nsize: 2K\n',
    },
  },
  'wrong-form': {
    message: '"{field}" must be written as {form}, not as "{value}".',
    page: {
      title: 'Wrong form',
      meaning: 'The field accepts only strings of a certain form, such as "16:9".',
      fix: 'Write the value in the form that the message shows.',
      wrong: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: wide\n',
      right: 'model: gemini-2.5-flash-image\nprompt: Rain\naspect_ratio: "16:9"\n',
    },
  },
  'out-of-range': {
    message: '"{field}" cannot be {value}.',
    variants: {
      both: '"{field}" must be between {min} and {max}, not {value}.',
      min: '"{field}" must be {min} or more, not {value}.',
      max: '"{field}" must be {max} or less, not {value}.',
      positive: '"{field}" must be more than 0, not {value}.',
    },
    page: {
      title: 'Out of range',
      meaning: 'The number is smaller or larger than the field accepts.',
      fix: 'Write a number within the limits.',
      wrong: 'model: grok-imagine-image-quality\nprompt: Rain\nn: 11\n',
      right: 'model: grok-imagine-image-quality\nprompt: Rain\nn: 4\n',
    },
  },
  'too-long': {
    message: '"{field}" must have at most {max} characters, not {length}.',
    page: {
      title: 'Too long',
      meaning: 'The text has more characters than the model accepts. An emoji counts as one.',
      fix: 'Shorten the text. The number after the field shows how many characters are used.',
      wrong:
        'model: wan2.6-t2i\nprompt: Rain\nnegative_prompt: gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, gray sky, \n',
      right: 'model: wan2.6-t2i\nprompt: Rain\nnegative_prompt: gray sky\n',
    },
  },
  'too-short': {
    message: '"{field}" must have at least {min} characters, not {length}.',
    page: {
      title: 'Too short',
      meaning: 'The text has fewer characters than the model accepts.',
      fix: 'Write more, or leave the field out.',
      wrong: 'model: doubao-seedream-5-0-pro-260628\nprompt: ""\nsize: 2K\n',
      right: 'model: doubao-seedream-5-0-pro-260628\nprompt: Rain\nsize: 2K\n',
    },
  },
  'too-many-items': {
    message: '"{field}" must have at most {max} items, not {count}.',
    page: {
      title: 'Too many items',
      meaning: 'The list is longer than the model accepts.',
      fix: 'Remove some of the items, or make several requests with a matrix.',
      wrong:
        'model: seedream-5-0-260128\nprompt: Rain\nimages:\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n  - https://example.com/a.png\n',
      right: 'model: seedream-5-0-260128\nprompt: Rain\nimages:\n  - https://example.com/a.png\n',
    },
  },
  'too-few-items': {
    message: '"{field}" must have at least {min} items, not {count}.',
    page: {
      title: 'Too few items',
      meaning: 'The list is shorter than the model accepts.',
      fix: 'Add items, or leave the field out.',
      wrong: 'model: wan2.6-image\nprompt: Rain\nimages: []\n',
      right: 'model: wan2.6-image\nprompt: Rain\nimages: [https://example.com/a.png]\n',
    },
  },
} satisfies Readonly<Record<string, ProblemText>>;
