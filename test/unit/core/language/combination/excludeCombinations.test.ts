import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/createDocument.ts';
import type { CombinationOutcome } from '../../../../../src/core/language/languageService.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import { planHero } from '../../../../fakes/planning/planHero.ts';

const service = createLanguageService();
const model = 'model: seedream-5-0-260128';

const combine = (text: string) =>
  planHero(text).requests.map(({ job, axes, recordBody }) => JSON.stringify([job, axes, recordBody]));

/** Excludes combinations. An edited file must make all other requests as before, which is asserted. */
function exclude(text: string, all: readonly JsonObject[], job: string | null = null): CombinationOutcome {
  const document = service.open('file:///w/hero.gen.yaml', text);
  const outcome = document.excludeCombinations(all.map((axes) => ({ job, axes })));
  document.dispose();
  if (outcome.kind !== 'edited') return outcome;
  const gone = all.map((axes) => JSON.stringify([job, axes]).slice(0, -1));
  const kept = combine(text).filter((each) => !gone.some((start) => each.startsWith(`${start},`)));
  assert.deepEqual(combine(outcome.text), kept);
  assert.ok(kept.length < combine(text).length, 'the file has the combinations');
  return outcome;
}

const edited = (text: string): CombinationOutcome => ({ kind: 'edited', text });
const prompt = 'prompt: A ${{ matrix.mood }} cat';

describe('excluding combinations', () => {
  test('adds a list to the matrix', () => {
    const text = `${model}\nmatrix: # both\n  mood: [calm, wild]\n  size: [2K, 3K]\n\n# What\n${prompt}\n`;
    const after = `${model}\nmatrix: # both\n  mood: [calm, wild]\n  size: [2K, 3K]\n  exclude:\n    - { mood: calm, size: "3K" }\n    - { mood: wild, size: "2K" }\n\n# What\n${prompt}\n`;
    const all = [
      { mood: 'calm', size: '3K' },
      { mood: 'wild', size: '2K' },
    ];
    assert.deepEqual(exclude(text, all), edited(after.replaceAll('"', '')));
  });

  test('extends a list, in its layout', () => {
    const block = `${model}\nmatrix:\n  mood: [calm, wild, sad]\n  exclude:\n  - mood: sad # no\n${prompt}\n`;
    const flow = `${model}\nmatrix: { mood: [calm, wild, sad], exclude: [{ mood: sad }] }\n${prompt}\n`;
    const none = `${model}\nmatrix: { mood: [calm, "a, b", sad] }\n${prompt}\n`;
    assert.deepEqual(
      [exclude(block, [{ mood: 'wild' }]), exclude(flow, [{ mood: 'wild' }]), exclude(none, [{ mood: 'a, b' }])],
      [
        edited(block.replace('sad # no', 'sad # no\n  - { mood: wild }')),
        edited(flow.replace('{ mood: sad }', '{ mood: sad }, { mood: wild }')),
        edited(none.replace('sad]', 'sad], exclude: [{ mood: "a, b" }]')),
      ],
    );
  });

  test('excludes a value of a list that an expression returns', () => {
    const text = `vars: { moods: [calm, wild] }\n${model}\nmatrix:\n  mood: \${{ vars.moods }}\n${prompt}\n`;
    assert.deepEqual(
      exclude(text, [{ mood: 'calm' }]),
      edited(text.replace('moods }}\n', 'moods }}\n  exclude:\n    - { mood: calm }\n')),
    );
  });

  test('takes out of include what would come back', () => {
    const text = `${model}\nmatrix:\n  mood: [calm, wild]\n  include:\n    - mood: calm\n      size: 3K\n    - mood: sad # rare\n      size: 2K\n    - mood: glad\n${prompt}\n`;
    assert.deepEqual(
      [exclude(text, [{ mood: 'sad', size: '2K' }]), exclude(text, [{ mood: 'calm', size: '3K' }])],
      [
        edited(text.replace('    - mood: sad # rare\n      size: 2K\n', '')),
        edited(
          text
            .replace('    - mood: calm\n      size: 3K\n', '')
            .replace('glad\n', 'glad\n  exclude:\n    - { mood: calm }\n'),
        ),
      ],
    );
  });

  test('edits several jobs, and leaves others alone', () => {
    const job = (name: string): string =>
      `  ${name}:\n    ${model}\n    matrix: { mood: [calm, wild] }\n    ${prompt}\n`;
    const text = `jobs:\n${job('one')}${job('two')}${job('three')}`;
    const document = service.open('file:///w/hero.gen.yaml', text);
    const outcome = document.excludeCombinations([
      { job: 'one', axes: { mood: 'calm' } },
      { job: 'three', axes: { mood: 'wild' } },
    ]);
    const without = (name: string, mood: string): string =>
      job(name).replace('wild] }', `wild], exclude: [{ mood: ${mood} }] }`);
    assert.deepEqual(outcome, edited(`jobs:\n${without('one', 'calm')}${job('two')}${without('three', 'wild')}`));
  });

  test('is refused if nothing would be left, or if the file no longer has the combination', () => {
    const text = `${model}\nmatrix: { mood: [calm, wild] }\n${prompt}\n`;
    const anchored = `x-m: &m { mood: [calm, wild] }\n${model}\nmatrix: *m\n${prompt}\n`;
    assert.deepEqual(
      [
        exclude(text, [{ mood: 'calm' }, { mood: 'wild' }]),
        exclude(text, [{ mood: 'sad' }]),
        exclude(anchored, [{ mood: 'calm' }]),
      ],
      [{ kind: 'nothing-left' }, { kind: 'value-missing', names: ['mood'] }, { kind: 'not-editable' }],
    );
  });
});
