import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import { observedField, statedField, typedField } from '../fields/observedField.ts';

function spokenText(name: string, description: string): Field {
  return statedField(name, 'string', description, { isProse: true, length: { max: 10_000 } });
}

export const audioFamilies: readonly ModelFamily[] = [
  // Interface specification 4.2. The types and ranges of its extended parameters are observed.
  {
    id: 'sonic',
    title: 'Sonic',
    description: 'Songs with or without vocals. A task usually returns two clips.',
    modality: 'music',
    models: ['sonic'],
    endpoints: [endpoints.music],
    fields: [
      statedField(
        'prompt',
        'string',
        'The lyrics, with sections such as [Verse] and [Chorus]. With `auto_lyrics`, a description of the lyrics.',
        { isRequired: true, isProse: true, length: { max: 5000 } },
      ),
      typedField(
        'tags',
        'string',
        'Style tags, separated by commas. Versions 3.5 and 4 are known to accept 200 characters, later ones 1000.',
        { length: { max: 1000 } },
      ),
      typedField('title', 'string', 'Title of the song.', { length: { max: 120 } }),
      statedField('model_version', 'string', 'Version of the music model.', {
        default: 'sonic-v4',
        values: ['sonic-v3-5', 'sonic-v4', 'sonic-v4-5', 'sonic-v4-5-plus', 'sonic-v5'],
      }),
      observedField('make_instrumental', 'boolean', 'Leaves the vocals out.'),
      {
        name: 'vocal_gender',
        type: { kind: 'string' },
        description:
          'Voice of the singer, as a single letter: `f` is female, `m` is male. Available since version 4.5.',
        constraints: [
          { kind: 'pattern', pattern: '[A-Za-z]', form: 'one letter', source: 'specification' },
          { kind: 'enum', values: ['f', 'm'], source: 'observed' },
        ],
        valueLabels: { f: 'female', m: 'male' },
      },
      observedField(
        'auto_lyrics',
        'boolean',
        'Generates the lyrics. The prompt then describes what the song is about.',
      ),
      observedField('negative_tags', 'string', 'Styles to avoid, separated by commas.'),
      typedField('style_weight', 'number', 'How closely the song follows the style tags.', {
        range: { min: 0, max: 1 },
      }),
      typedField('weirdness_constraint', 'number', 'How unusual the song may be.', { range: { min: 0, max: 1 } }),
      statedField(
        'custom_mode',
        'boolean',
        'Uses lyrics, tags and title unchanged. When off, everything follows `gpt_description_prompt`.',
        { default: true },
      ),
      observedField('gpt_description_prompt', 'string', 'Describes the whole song when `custom_mode` is off.', {
        isProse: true,
        length: { max: 400 },
      }),
    ],
    rules: [],
    sample: {
      title: 'Harbor Lights',
      tags: 'indie folk, warm acoustic guitar',
      prompt: '[Verse]\nThe boats come home on a silver tide\n\n[Chorus]\nHarbor lights, hold on to me',
    },
  },
  // Interface specification 4.3.
  {
    id: 'seed-tts-2',
    title: 'Seed TTS 2.0',
    description: 'Speech from text or SSML.',
    modality: 'speech',
    models: ['seed-tts-2.0'],
    endpoints: [endpoints.speech],
    fields: [
      spokenText('text', 'The text to speak.'),
      statedField('voice', 'string', 'Identifier of the voice that speaks.'),
      typedField('response_format', 'string', 'Audio format of the file.', {
        default: 'mp3',
        values: ['mp3', 'wav', 'ogg', 'opus', 'pcm'],
      }),
      statedField('speed', 'number', 'Multiplies the speed of the speech: 1 is normal.'),
      spokenText('ssml', 'The text to speak, with SSML markup for pauses, emphasis and pronunciation.'),
      spokenText('input', 'The text to speak. Another name for `text`.'),
      spokenText('prompt', 'The text to speak. Another name for `text`.'),
      statedField('speaker', 'string', 'Identifier of the voice. Another name for `voice`.'),
    ],
    rules: [
      { kind: 'one-of', fields: ['text', 'input', 'prompt', 'ssml'], source: 'specification' },
      { kind: 'one-of', fields: ['voice', 'speaker'], source: 'specification' },
      // "One of the two" can be read as "not both". For its four fields, the text says "at least one" instead.
      { kind: 'exclusive', fields: ['voice', 'speaker'], source: 'observed' },
    ],
    sample: { voice: 'narrator-warm', text: 'Welcome to Genwright.\nWrite what you want to hear, and press Generate.' },
  },
];
