import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';

/** Interface specification 4.2. The types and ranges of its extended parameters are observed. */
export const sonic: ModelFamily = {
  id: 'sonic',
  title: 'Sonic',
  description: 'Songs with or without vocals. A task usually returns two clips.',
  modality: 'music',
  models: ['sonic'],
  endpoints: [endpoints.music],
  fields: [
    {
      name: 'prompt',
      type: { kind: 'string' },
      isRequired: true,
      isProse: true,
      description:
        'The lyrics, with sections such as [Verse] and [Chorus]. With `auto_lyrics`, a description of the lyrics.',
      constraints: [{ kind: 'length', max: 5000, source: 'specification' }],
    },
    {
      name: 'tags',
      type: { kind: 'string' },
      description:
        'Style tags, separated by commas. Versions 3.5 and 4 are known to accept 200 characters, later ones 1000.',
      constraints: [{ kind: 'length', max: 1000, source: 'observed' }],
    },
    {
      name: 'title',
      type: { kind: 'string' },
      description: 'Title of the song.',
      constraints: [{ kind: 'length', max: 120, source: 'observed' }],
    },
    {
      name: 'model_version',
      type: { kind: 'string' },
      description: 'Version of the music model.',
      default: 'sonic-v4',
      constraints: [
        {
          kind: 'enum',
          source: 'specification',
          values: ['sonic-v3-5', 'sonic-v4', 'sonic-v4-5', 'sonic-v4-5-plus', 'sonic-v5'],
        },
      ],
    },
    {
      name: 'make_instrumental',
      type: { kind: 'boolean' },
      typeSource: 'observed',
      description: 'Leaves the vocals out.',
    },
    {
      name: 'vocal_gender',
      type: { kind: 'string' },
      description: 'Voice of the singer, as a single letter: `f` is female, `m` is male. Available since version 4.5.',
      constraints: [
        { kind: 'pattern', pattern: '[A-Za-z]', form: 'one letter', source: 'specification' },
        { kind: 'enum', values: ['f', 'm'], source: 'observed' },
      ],
      valueLabels: { f: 'female', m: 'male' },
    },
    {
      name: 'auto_lyrics',
      type: { kind: 'boolean' },
      typeSource: 'observed',
      description: 'Generates the lyrics. The prompt then describes what the song is about.',
    },
    {
      name: 'negative_tags',
      type: { kind: 'string' },
      typeSource: 'observed',
      description: 'Styles to avoid, separated by commas.',
    },
    {
      name: 'style_weight',
      type: { kind: 'number' },
      description: 'How closely the song follows the style tags.',
      constraints: [{ kind: 'range', min: 0, max: 1, source: 'observed' }],
    },
    {
      name: 'weirdness_constraint',
      type: { kind: 'number' },
      description: 'How unusual the song may be.',
      constraints: [{ kind: 'range', min: 0, max: 1, source: 'observed' }],
    },
    {
      name: 'custom_mode',
      type: { kind: 'boolean' },
      description: 'Uses lyrics, tags and title unchanged. When off, everything follows `gpt_description_prompt`.',
      default: true,
    },
    {
      name: 'gpt_description_prompt',
      type: { kind: 'string' },
      typeSource: 'observed',
      isProse: true,
      description: 'Describes the whole song when `custom_mode` is off.',
      constraints: [{ kind: 'length', max: 400, source: 'observed' }],
    },
  ],
  rules: [],
  sample: {
    title: 'Harbor Lights',
    tags: 'indie folk, warm acoustic guitar',
    prompt: '[Verse]\nThe boats come home on a silver tide\n\n[Chorus]\nHarbor lights, hold on to me',
  },
};
