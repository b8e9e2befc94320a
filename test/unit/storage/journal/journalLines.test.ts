import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalRecord } from '../../../../src/core/task/model/taskEvent.ts';
import { buildTerms } from '../../../../src/core/task/run/startRun.ts';
import {
  isDamageLine,
  buildDamageLine,
  parseJournalLine,
  writeJournalLine,
} from '../../../../src/storage/journal/journalLines.ts';
import { writeOldLine } from '../../../fakes/tasks/journalRecords.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import * as fc from '../../../support/fastCheck.ts';

const planned = (changes: Parameters<typeof buildRequest>[0] = {}): JournalRecord => ({
  v: 1,
  task: 'x',
  at: 1,
  kind: 'planned',
  seed: {
    run: 'r',
    jobFile: '/w/hero.gen.yaml',
    boundary: '/w',
    profile: 'p',
    isSandbox: false,
    request: buildRequest(changes),
  },
});

test('a line is read as it was written', () => {
  const line = writeJournalLine(planned());

  assert.deepEqual(parseJournalLine(line.text), line);
});

test('a flipped byte makes a line damaged, wherever it is, and never another record', () => {
  const { text } = writeJournalLine(planned());
  const bytes = Buffer.from(text);

  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      const read = parseJournalLine(flipped.toString('utf8'));
      // If the flipped bit is in the name or the form of the sum itself, the record before it is whole.
      if (read.kind === 'record') assert.deepEqual(read.record, planned());
      else assert.equal(read.kind, 'damaged');
    }),
    { numRuns: 2_000 },
  );
});

test('a line of an older version has no check sum and is read anyway', () => {
  assert.equal(parseJournalLine(writeOldLine(planned())).kind, 'record');
});

test('a whole line with unknown content is of a later version, whatever its number', () => {
  const unknown = { ...planned(), kind: 'dreamt' } as unknown as JournalRecord;
  const texts = [
    writeJournalLine(unknown).text,
    JSON.stringify({ v: 2, task: 'x' }),
    '{"v":1,"task":"x","kind":"odd"}',
  ];

  assert.deepEqual(
    texts.map(parseJournalLine).map(({ kind, task }) => [kind, task]),
    [
      ['newer', 'x'],
      ['newer', 'x'],
      ['damaged', 'x'],
    ],
  );
});

test('a whole line with members of another form is not a record of this version', () => {
  const { seed, ...head } = planned() as Extract<JournalRecord, { kind: 'planned' }>;
  const requests = [{ axes: null }, { axes: [] }, { body: 'x' }, { recordBody: 5 }, { modality: 'dream' }, { job: 5 }];
  const records = [
    ...requests.map((change) => ({ ...head, seed: { ...seed, request: { ...seed.request, ...change } } })),
    { ...head, kind: 'failed', error: { code: 5, message: '' }, statusWord: null, amountUsd: null },
  ];

  assert.deepEqual(
    records.map((record) => parseJournalLine(writeJournalLine(record as JournalRecord).text).kind),
    records.map(() => 'newer'),
  );
});

test('numbers of any size are read as they were written', () => {
  const huge = { timeoutMinutes: 2 ** 53, budgetUsd: 1e300 };
  const read = parseJournalLine(writeJournalLine(planned(huge)).text);
  const request = read.kind === 'record' && read.record.kind === 'planned' ? read.record.seed.request : null;

  assert.deepEqual([request?.timeoutMinutes, request?.budgetUsd], [2 ** 53, 1e300]);
});

test('terms of a run are read as they were written, whatever numbers a caller passed', () => {
  const { seed, ...record } = planned() as Extract<JournalRecord, { kind: 'planned' }>;
  const budget = fc.oneof(fc.constant(null), fc.double());

  fc.assert(
    fc.property(fc.double(), budget, fc.boolean(), (concurrency, budgetUsd, stopsOnError) => {
      const terms = buildTerms({ concurrency, budgetUsd, stopsOnError });
      const read = parseJournalLine(writeJournalLine({ ...record, seed: { ...seed, terms } }).text);
      assert.deepEqual(read.kind === 'record' && read.record, { ...record, seed: { ...seed, terms } });
    }),
  );
});

test('a damaged line names its task if the name can still be read', () => {
  const texts = ['{"v":1,"task":"x","at":1,', 'nothing'];

  assert.deepEqual(
    texts.map((text) => parseJournalLine(text).task),
    ['x', null],
  );
});

test('a line replaces a damaged line of one task', () => {
  const line = buildDamageLine('x');

  assert.deepEqual([parseJournalLine(line.text), isDamageLine(line)], [line, true]);
});

test('the journal keeps the names of earlier versions', () => {
  const value = { kind: 'file', file: 'door.png', sha256: 'd', takesData: true } as const;
  const filters = [{ name: 'truncate', args: [40] }];
  const template = ['A ', { path: ['jobs', 'idea', 'text'], filters }];
  const placeholders = [
    { path: ['image'], value },
    { path: ['prompt'], value: { kind: 'template', template } as const },
  ];
  const request = buildRequest({ placeholders });
  const finished = { kind: 'finished', statusWord: null, amountUsd: 0.04, results: [] } as const;
  const records: readonly JournalRecord[] = [
    planned(request),
    { v: 1, task: 'x', at: 2, kind: 'filled', request, uploads: [] },
    { v: 1, task: 'x', at: 3, ...finished },
  ];

  const texts = records.map((record) => writeJournalLine(record).text);

  const slots = `"slots":${JSON.stringify(placeholders)}`;
  assert.deepEqual(
    [texts.map((text) => text.includes(slots)), texts.map((text) => /"kind":"(\w+)"/.exec(text)?.[1])],
    [
      [true, true, false],
      ['planned', 'filled', 'ended'],
    ],
  );
  assert.equal(texts.join().includes('placeholders'), false);
  assert.deepEqual(
    texts.map((text) => parseJournalLine(text)).map((line) => line.kind === 'record' && line.record),
    records,
  );
});
