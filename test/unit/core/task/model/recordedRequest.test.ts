import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFingerprint } from '../../../../../src/core/jobFile/requests/fillRequest.ts';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { sha256 } from '../../../../fakes/planning/planHero.ts';
import { envValues, hashOf, planAll, planSecrets, record } from '../../../../fakes/gateway/recordedRequest.ts';

const model = 'seedream-5-0-260128';

test('the record of a request follows from its values, and its fingerprint is that of the sent body', () => {
  const image = 'https://bucket.example.com/x.png?X-Credential=EXAMPLE&X-Signature=0123abcd#top';
  const [request] = planAll({ model, prompt: 'token ${{ env.ONE }}', image, size: '2K' });
  const [plain] = planAll({ model, prompt: `token ${envValues.ONE}`, image, size: '2K' });
  assert.ok(request && plain);

  const { line } = record(request);

  const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
  assert.deepEqual(
    [read['request'], read['fingerprint'], request.body],
    [
      { model, prompt: hashOf(`token ${envValues.ONE}`), image: 'https://bucket.example.com/x.png', size: '2K' },
      addFingerprint(plain, { jobs: {}, sha256 }).fingerprint,
      plain.body,
    ],
  );
});

function readAxes(request: PlannedRequest): unknown {
  return (JSON.parse(record(request).line) as { readonly axes: unknown }).axes;
}

test('the axes of a matrix are recorded, those from the environment by their hash', () => {
  const matrix = { mood: ['dark', '${{ env.ONE }}'], size: ['2K'], at: [{ deep: 'https://a.example/x?y' }] };
  const requests = planAll({ model, prompt: 'A cat', matrix });

  const others = { size: '2K', at: { deep: 'https://a.example/x' } };
  assert.deepEqual(requests.map(readAxes), [
    { mood: 'dark', ...others },
    { mood: hashOf(envValues.ONE), ...others },
  ]);
});

test('if one of two equal values of an axis is from the environment, none is recorded', () => {
  const requests = planAll({ model, prompt: 'A cat', matrix: { mood: [envValues.ONE, '${{ env.ONE }}'] } });

  assert.deepEqual(requests.map(readAxes), [{ mood: hashOf(envValues.ONE) }, { mood: hashOf(envValues.ONE) }]);
});

for (const [what, jobFile] of Object.entries({
  'in its name': { output: 'a/${{ env.ONE | slug }}' },
  'in its folder': { output: { dir: '${{ env.ONE }}', name: 'a' } },
  'by a variable': { vars: { v: '${{ env.ONE }}' }, output: '${{ vars.v }}' },
  'by an axis': { matrix: { mood: ['dark', '${{ env.ONE }}'] }, output: { name: '${{ matrix.mood }}' } },
  'by the model': {
    model: '${{ env.MODEL }}',
    gen: { endpoint: '/v1/images/generations' },
    output: '${{ job.model }}',
  },
})) {
  test(`a value from the environment that would be part of a file name, ${what}, is an error`, () => {
    const { problems, requests } = planSecrets({ model, prompt: 'A cat', ...jobFile });

    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      [errors.map(({ code, args }) => [code, args]), requests],
      [[['blocked-env', { variant: 'in-name' }]], []],
    );
  });
}

test('a file is named after a URL without its query, and never after a data: URI', () => {
  const matrix = { at: ['https://a.example/x?sig=zqx', 'data:image/png;base64,zqx'] };
  const named = { output: { name: '${{ matrix.at }}', dir: 'out' } };
  const requests = [{}, named].flatMap((each) => planAll({ model, prompt: 'A cat', matrix, ...each }));

  assert.deepEqual(
    requests.map(({ output: { dir, name } }) => [dir, name]),
    [
      ['', 'hero-https-a-example-x'],
      ['', 'hero-2'],
      ['out', 'https-a.example-x'],
      ['out', 'hero-2'],
    ],
  );
});

test('a string that is not a URL is recorded verbatim', () => {
  const prompts = [
    'See https://a.example/x?y=1#z',
    'data: and other words',
    'https: what is that?',
    'What? #1',
    'https://a.example/x?y Tell me what this says. Why?',
  ];
  const recorded = prompts.flatMap((prompt) =>
    planAll({ model, prompt }).map(
      (request) => (JSON.parse(record(request).line) as { readonly request: object }).request,
    ),
  );

  assert.deepEqual(
    recorded.map((request) => 'prompt' in request && request.prompt),
    [...prompts.slice(0, 4), 'https://a.example/x Tell me what this says. Why?'],
  );
});

test('the gateway may repeat what it was sent', () => {
  const [request] = planAll({ model, prompt: 'A ${{ env.ONE }}' });
  assert.ok(request);
  const repeated = `It said ${envValues.ONE}`;
  const artifact = { path: 'hero.png', sha256: sha256('x'), bytes: 1, mediaType: 'image/png' };
  const facts = { width: null, height: null, seconds: null, title: repeated, lyrics: 'https://a.example/x?zqx' };

  const { line } = record(request, {
    state: 'failed',
    text: repeated,
    error: { code: 'task-failed', message: `${repeated} at https://a.example/x?sig=zqx` },
    artifacts: [{ ...artifact, ...facts }],
  });

  const { title, lyrics, text, error } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  assert.deepEqual(
    [title, lyrics, text, error],
    [
      hashOf(repeated),
      hashOf('https://a.example/x?zqx'),
      hashOf(repeated),
      { code: 'task-failed', message: 'It said … at https://a.example/x?…' },
    ],
  );
});

test('a dependent job may repeat what the job that it needs was sent', () => {
  const still = { model: 'gpt-5', prompt: 'A ${{ env.ONE }}' };
  const requests = planAll({ jobs: { still, hero: { model: 'gpt-5', prompt: '${{ jobs.still.text }}' } } });
  const [hero] = requests.filter(({ job }) => job === 'hero');
  assert.ok(hero);
  const repeated = `It said ${envValues.ONE}`;

  assert.equal(
    (JSON.parse(record(hero, { text: repeated }).line) as { readonly text: unknown }).text,
    hashOf(repeated),
  );
});
