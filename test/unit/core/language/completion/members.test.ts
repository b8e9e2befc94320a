import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, labelsAt } from './completeAt.ts';

test('a member of an object is offered for a part of its name, unless it is set or is a field of the job', () => {
  const kling = 'model: kling-v2-6\nprompt: x\n';
  const membersAt = (marked: string): readonly string[] => labelsAt(marked).filter((label) => label.includes('.'));
  assert.deepEqual(membersAt(`${kling}im|\n`), ['metadata.image', 'metadata.image_tail']);
  assert.deepEqual(membersAt(`${kling}im|\nmetadata:\n  image: a.png\n`), ['metadata.image_tail']);
  assert.deepEqual(membersAt(`${kling}|\n`), []);
  assert.deepEqual(membersAt(`${kling}im|: x\n`), []);
  assert.deepEqual(membersAt('model: subtitle-erase\nvid|\n'), []);
});

const members: readonly (readonly [what: string, marked: string, label: string, text: string])[] = [
  [
    'into a new object',
    'model: kling-v2-6\nim|\nprompt: x\n',
    'metadata.image',
    'model: kling-v2-6\nmetadata:\n  image: \nprompt: x\n',
  ],
  [
    'into the object above',
    'model: kling-v2-6\r\nmetadata: # more\r\n    mode: std\r\nprompt: x\r\nim|\r\n',
    'metadata.image',
    'model: kling-v2-6\r\nmetadata: # more\r\n    image: |\r\n    mode: std\r\nprompt: x\r\n',
  ],
  [
    'into the object below, in a job',
    'jobs:\n  a:\n    model: kling-v2-6\n    cam|\n    metadata:\n      mode: std\n',
    'metadata.camera_control',
    'jobs:\n  a:\n    model: kling-v2-6\n    metadata:\n      camera_control:\n        |\n      mode: std\n',
  ],
  [
    'into the empty object above its line',
    'model: kling-v2-6\nmetadata:\nim|\n',
    'metadata.image',
    'model: kling-v2-6\nmetadata:\n  image: |\n',
  ],
];

for (const [what, marked, label, expected] of members) {
  test(`a member of an object is written ${what}`, () => {
    assert.equal(choose(marked, label), expected);
  });
}
