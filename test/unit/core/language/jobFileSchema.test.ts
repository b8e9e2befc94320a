import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFileSchema } from '../../../../src/core/language/index.ts';

interface Branch {
  readonly if: { readonly properties: { readonly model: { readonly enum: readonly string[] } } };
  readonly then: {
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly required: readonly string[];
    readonly allOf: unknown;
  };
}

/** The branch of the job schema that applies to a model. */
function branchOf(model: string): Branch['then'] {
  const schema = JSON.parse(JSON.stringify(jobFileSchema())) as { definitions: { job: { allOf: readonly Branch[] } } };
  const branch = schema.definitions.job.allOf.find((each) => each.if.properties.model.enum.includes(model));
  assert.ok(branch);
  return branch.then;
}

test('what the interface specification binds is in the schema', () => {
  const { properties, required } = branchOf('seedream-5-0-260128');
  assert.deepEqual(
    [required, properties['prompt']?.['maxLength'], properties['output_format']?.['enum'], properties['images']],
    [
      ['prompt'],
      600,
      ['jpeg', 'png', null],
      {
        description: 'URLs of the input images. Makes the job image-to-image.',
        type: ['array', 'null'],
        items: { type: ['string', 'null'] },
        maxItems: 14,
      },
    ],
  );
});

test('what is only observed is an example', () => {
  const { properties } = branchOf('sonic');
  assert.deepEqual(
    [
      properties['vocal_gender']?.['examples'],
      properties['vocal_gender']?.['enum'],
      properties['auto_lyrics']?.['type'],
    ],
    [['f', 'm'], undefined, undefined],
  );
});

test('a group of which one is needed is in the schema', () => {
  assert.deepEqual(branchOf('seed-tts-2.0').allOf, [
    { anyOf: [{ required: ['text'] }, { required: ['input'] }, { required: ['prompt'] }, { required: ['ssml'] }] },
    { anyOf: [{ required: ['voice'] }, { required: ['speaker'] }] },
  ]);
});
