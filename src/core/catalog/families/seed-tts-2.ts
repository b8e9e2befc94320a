import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Constraint, Field } from '../field.ts';

const textLength: Constraint = { kind: 'length', max: 10_000, source: 'specification' };

function textField(name: string, description: string): Field {
  return { name, type: { kind: 'string' }, isProse: true, description, constraints: [textLength] };
}

/** Interface specification 4.3. */
export const seedTts2: ModelFamily = {
  id: 'seed-tts-2',
  title: 'Seed TTS 2.0',
  description: 'Speech from text or SSML.',
  modality: 'speech',
  models: ['seed-tts-2.0'],
  endpoints: [endpoints.speech],
  fields: [
    textField('text', 'The text to speak.'),
    { name: 'voice', type: { kind: 'string' }, description: 'Identifier of the voice that speaks.' },
    {
      name: 'response_format',
      type: { kind: 'string' },
      description: 'Audio format of the file.',
      default: 'mp3',
      constraints: [{ kind: 'enum', values: ['mp3', 'wav', 'ogg', 'opus', 'pcm'], source: 'observed' }],
    },
    { name: 'speed', type: { kind: 'number' }, description: 'Multiplies the speed of the speech: 1 is normal.' },
    textField('ssml', 'The text to speak, with SSML markup for pauses, emphasis and pronunciation.'),
    textField('input', 'The text to speak. Another name for `text`.'),
    textField('prompt', 'The text to speak. Another name for `text`.'),
    { name: 'speaker', type: { kind: 'string' }, description: 'Identifier of the voice. Another name for `voice`.' },
  ],
  rules: [
    { kind: 'one-of', fields: ['text', 'input', 'prompt', 'ssml'], source: 'specification' },
    { kind: 'one-of', fields: ['voice', 'speaker'], source: 'specification' },
    // "One of the two" can be read as "not both". For its four fields, the text says "at least one" instead.
    { kind: 'exclusive', fields: ['voice', 'speaker'], source: 'observed' },
  ],
  sample: { voice: 'narrator-warm', text: 'Welcome to Genwright.\nWrite what you want to hear, and press Generate.' },
};
