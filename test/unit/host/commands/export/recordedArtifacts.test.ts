import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mark } from '../../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import {
  describeArtifact,
  describeHead,
  listArtifacts,
} from '../../../../../src/host/commands/export/recordedArtifacts.ts';
import { englishL10n } from '../../../../support/englishL10n.ts';
import { buildArtifact, buildRecord } from '../../../storage/search/records.ts';

const language = { l10n: englishL10n, locale: 'en' };
const made = (path: string) => ({ ...buildArtifact('a1'), path });

test('results are listed by run, the newest first, and in each run in the order of the requests', () => {
  const records = [
    buildRecord(9, { run: 'old', index: 1, artifacts: [made('old.png')] }),
    buildRecord(10, { run: 'new', index: 2, artifacts: [made('b.png'), made('b-2.png')] }),
    buildRecord(11, { run: 'new', index: 1, artifacts: [made('a.png')] }),
    buildRecord(12, { run: 'new', index: 3, status: 'failed' }),
  ];
  assert.deepEqual(
    listArtifacts(records).map(({ artifact }) => artifact.path),
    ['a.png', 'b.png', 'b-2.png', 'old.png'],
  );
});

test('a path has its newest result, and lyrics belong to their clip', () => {
  const records = [
    buildRecord(1, { artifacts: [made('song.mp3'), made('song.lyrics.txt')], model: 'old' }),
    buildRecord(2, { artifacts: [made('song.mp3'), made('song.lyrics.txt')], model: 'new' }),
  ];
  assert.deepEqual(
    listArtifacts(records).map(({ artifact, record }) => [artifact.path, record.model]),
    [['song.mp3', 'new']],
  );
});

test('the head has number, cost, models and days', () => {
  const records = [
    buildRecord(1, { profile: 'studio', artifacts: [made('a.png'), made('b.png')] }),
    buildRecord(1_500, { model: 'gpt-image-2', amount_usd: null, artifacts: [made('c.png')] }),
    buildRecord(4_500, { profile: 'studio', artifacts: [made('d.png')] }),
  ];
  const { facts } = describeHead('hero', listArtifacts(records), language);
  assert.deepEqual(facts.slice(0, 3), ['4 results', 'Cost: $0.08', 'seedream-5-0-260128, gpt-image-2']);
});

test('the amounts of the sandbox are not costs', () => {
  const played = buildRecord(1, { profile: 'sandbox', artifacts: [made('a.png')] });
  const paid = buildRecord(2, { profile: 'studio', artifacts: [made('b.png')] });
  const costOf = (records: readonly RunsRecord[]) => describeHead('hero', listArtifacts(records), language).facts[1];
  const costs = listArtifacts([played, paid]).map(
    (each) => describeArtifact(each, { ...language, marks: new Map() }).cost,
  );
  assert.deepEqual(
    [costOf([played]), costOf([played, paid]), costs],
    [
      'Made by simple rules of the built-in sandbox, so it may not show what the prompt asks for. It is free, and no gateway was called.',
      'Cost: $0.04',
      ['Sandbox', '$0.04'],
    ],
  );
});

test('a result has its whole prompt, fields, cost and mark, and names no other place', () => {
  const prompt = `${'A long prompt. '.repeat(500)}the end`;
  const record = buildRecord(1, {
    profile: 'studio',
    job: 'door',
    axes: { time: 'dawn' },
    amount_usd: null,
    request: {
      model: 'm',
      prompt,
      seed: 12345678901234567890n,
      image: ['x'],
      mask: `sha256:${'a'.repeat(64)}`,
      reference: 'https://example.com/a/b/face.png',
      style: null,
    },
    artifacts: [{ ...made('out/door.png'), bytes: 2_000 }],
  });
  const [artifact] = listArtifacts([record]);
  assert.ok(artifact);
  const mark: Mark = { mark: 'star', rating: 4, note: 'Soft' };
  const marks = new Map([[artifact.artifact.sha256, mark]]);
  const { fields, ...rest } = describeArtifact(artifact, { ...language, marks });
  assert.deepEqual(rest, { name: 'door.png', kind: 'Image', ...mark, prompt, cost: '–' });
  assert.deepEqual(
    fields.filter(({ name }) => name !== 'Date'),
    [
      { name: 'Model', value: 'seedream-5-0-260128' },
      { name: 'Job', value: 'door' },
      { name: 'time', value: 'dawn' },
      { name: 'seed', value: '12345678901234567890' },
      { name: 'image', value: '["x"]' },
      { name: 'mask', value: 'sha256:aaaaaaaaaaaa…' },
      { name: 'reference', value: 'face.png' },
      { name: 'Dimensions', value: '1 × 1' },
      { name: 'File size', value: '2 kB' },
    ],
  );
});
