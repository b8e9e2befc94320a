import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import type { Estimator } from '../../../../../src/engine/index.ts';

await import('../../fakes/fakeVscode.ts');
const { createFileEstimator, describeGenerate, describeJobEstimate, estimateJobs } =
  await import('../../../../../src/host/language/lens/jobEstimates.ts');

/** An estimator that knows 0.10 USD for 2K, from three results, and no other size. */
const estimate: Estimator = ({ recordBody }) => (recordBody['size'] === '2K' ? { amountUsd: 0.1, samples: 3 } : null);

function lensesOf(text: string, selected = 'studio'): readonly (readonly [job: string | null, words: string])[] {
  const document = createLanguageService().open('hero.gen.yaml', text);
  const profile = document.profile() ?? selected;
  return [...estimateJobs(document.bodies(), { profile, estimate })].map(([job, each]) => [
    job,
    describeJobEstimate(each),
  ]);
}

const image = 'model: seedream-5-0-260128\nprompt: x\n';

test('each job shows what all of its requests may cost', () => {
  const jobs = `jobs:\n  one: {model: seedream-5-0-260128, prompt: x, size: 2K}\n  four:\n    model: seedream-5-0-260128\n    gen: {repeat: 2}\n    prompt: x\n    size: 2K\n    matrix: {seed: [1, 2]}\n`;
  assert.deepEqual(lensesOf(`${image}size: 2K\n`), [[null, 'about $0.10, from 3 results']]);
  assert.deepEqual(lensesOf(jobs), [
    ['one', 'about $0.10, from 3 results'],
    ['four', 'about $0.40, from 3 results'],
  ]);
});

test('if the cost of only some requests is known, it shows of how many', () => {
  assert.deepEqual(lensesOf(`${image}matrix: {size: [2K, 3K]}\n`), [[null, 'about $0.10 for 1 of 2']]);
});

test('nothing is shown without history, with an error in the file, or for the sandbox', () => {
  assert.deepEqual(
    [
      lensesOf(`${image}size: 3K\n`),
      lensesOf('model: seedream-5-0-260128\nsize: 2K\n'),
      lensesOf(`${image}size: 2K\n`, 'sandbox'),
      lensesOf(`gen: {profile: sandbox}\n${image}size: 2K\n`),
    ],
    [[], [], [], []],
  );
  assert.deepEqual(lensesOf(`gen: {profile: studio}\n${image}size: 2K\n`, 'sandbox'), [
    [null, 'about $0.10, from 3 results'],
  ]);
});

test('Generate names a profile that is not the selected one, as inert text', () => {
  const names = [null, 'prod', '$(trash)'].map((profile) => describeGenerate(profile));
  assert.deepEqual(names, ['Generate', 'Generate with prod', 'Generate with $\u2060(trash)']);
});

test('a version of a file is estimated again only for another profile or with another history', () => {
  const requests = createLanguageService().open('hero.gen.yaml', `${image}size: 2K\n`).bodies();
  const estimateFile = createFileEstimator();
  const asked: string[] = [];
  const [old, recent] = ['old', 'recent'].map((name): Estimator => (request, profile) => {
    asked.push(`${name} ${profile}`);
    return estimate(request, profile);
  });
  assert.ok(old && recent);
  for (const [profile, history] of [
    ['studio', old],
    ['studio', old],
    ['prod', old],
    ['prod', recent],
    ['prod', recent],
  ] as const) {
    assert.equal(estimateFile(requests, { profile, estimate: history }).size, 1);
  }
  assert.deepEqual(asked, ['old studio', 'old prod', 'recent prod']);
});
