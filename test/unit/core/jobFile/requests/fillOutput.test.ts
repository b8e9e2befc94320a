import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fillKnownOutput, fillOutput, type OutputFacts } from '../../../../../src/core/jobFile/requests/fillOutput.ts';
import { fillRequest } from '../../../../../src/core/jobFile/requests/fillRequest.ts';
import type { OutputPlan } from '../../../../../src/core/jobFile/request.ts';
import { buildLookups, planHero, sha256 } from '../../../../fakes/planning/planHero.ts';
import * as fc from '../../../../support/fastCheck.ts';

const facts: OutputFacts = {
  result: { index: 2, count: 12, title: 'Harbor / Lights', width: 2048, height: 1024 },
  ext: 'png',
};

/** Plans the output of a job with one variable, `v`. */
function planOutput(output: string, v = ''): OutputPlan {
  const text = JSON.stringify({ vars: { v }, model: 'sonic', prompt: 'x', output });
  const { requests, problems } = planHero(text);
  assert.ok(requests[0], JSON.stringify(problems));
  return requests[0].output;
}

const cases: readonly (readonly [output: string, dir: string, name: string])[] = [
  ['${{ result.index | pad(3) }} of ${{ result.count }}', '', '002 of 12'],
  ['${{ result.title }}/${{ ext }}', 'Harbor - Lights', 'png'],
  ['out/${{ result.title | slug }}.${{ ext }}', 'out', 'harbor-lights'],
  ['${{ result.width }}x${{ result.height }}/', '2048x1024', 'hero'],
  ['../${{ result.index }}', '..', '2'],
  ['${{ result.title | default("untitled") | lower }}', '', 'harbor - lights'],
];

for (const [output, dir, name] of cases) {
  test(`output: ${output} saves "${name}" in "${dir}"`, () =>
    assert.deepEqual(fillOutput(planOutput(output), facts), { dir, name }));
}

test('a result without a title leaves the name to the default', () => {
  const untitled = { ...facts, result: { ...facts.result, title: null } };
  assert.deepEqual(fillOutput(planOutput('${{ result.title }}'), untitled), { dir: '', name: 'hero' });
});

test('an output without expressions stays without templates', () =>
  assert.deepEqual(fillKnownOutput(planOutput('out/a'), {}), planOutput('out/a')));

test('no value leads out of the folder, neither at planning nor at saving', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc
      .array(fc.constantFrom('..', '.', '/', '\\', '...', ' ', 'a', '~', 'C:', '\u0000', '\u202e'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  );
  const expressions = ['${{ vars.v }}', '${{ result.title }}', '${{ ext }}', '${{ job.fingerprint | truncate(2) }}'];
  const pieces = fc.array(fc.constantFrom(...expressions, 'a', '/', '.', 'b.png'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pieces, nasty, nasty, (parts, now, later) => {
      const output = parts.join('');
      // A path in the job file may lead to a parent folder, and is checked against the workspace folder.
      fc.pre(!/^\/|(^|\/)\.\.(\/|$)/.test(output));
      const plan = planOutput(output, now);
      const { dir, name } = fillOutput(plan, { ext: later, result: { ...facts.result, title: later } });
      const path = posix.join('/folder', dir, name);
      assert.ok(path.startsWith('/folder/'), `${output} → ${path}`);
      assert.doesNotMatch(name, /[/\\]|^\.*$/);
      assert.ok(!dir.split('/').includes('..'), dir);
    }),
    { numRuns: 500 },
  );
});

for (const filter of ['', ' | upper', ' | slug', ' | truncate(30)', ' | default("a")']) {
  test(`a response that repeats a value from the environment puts it into no file name, with filter "${filter}"`, () => {
    const name = `\${{ jobs.still.text${filter} }} \${{ result.title${filter} }}`;
    const still = { model: 'gpt-5', prompt: 'A ${{ env.ONE }}' };
    const hero = { model: 'gpt-5', prompt: 'A cat', output: { dir: name, name } };
    const { requests, problems } = planHero(JSON.stringify({ jobs: { still, hero } }), {
      lookups: buildLookups({ ONE: 'zqx one\nzqx two' }),
    });
    const planned = requests.find(({ job }) => job === 'hero');
    assert.ok(planned, JSON.stringify(problems));
    const said = 'Made of zqx one\nzqx two';
    const jobs = { still: { values: { text: said }, digests: {} } };

    const filled = fillRequest(planned, { jobs, fileUrls: {}, sha256 });

    assert.ok(filled.ok);
    const { output, fromEnv } = filled.request;
    const saved = fillOutput(output, { ...facts, result: { ...facts.result, title: said }, fromEnv });
    assert.match(`${saved.dir}/${saved.name}`, /^made.of.*made.of.*\/made.of.*made.of/i);
    assert.doesNotMatch(`${saved.dir}/${saved.name}`, /zqx/i);
  });
}
