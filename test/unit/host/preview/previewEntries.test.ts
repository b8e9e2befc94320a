import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { Artifact, Task } from '../../../../src/core/task/model/task.ts';
import type { PreviewEntry } from '../../../../src/host/preview/previewEntries.ts';
import { mergeFacts } from '../../../../src/host/preview/taskFacts.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';

await import('../fakes/fakeVscode.ts');
const { buildPreviewDetails } = await import('../../../../src/host/preview/previewDetails.ts');
const { buildPreviewEntries } = await import('../../../../src/host/preview/previewEntries.ts');

function arrange(records: readonly RunsRecord[], tasks: readonly Task[] = []): readonly PreviewEntry[] {
  return buildPreviewEntries(mergeFacts(records, tasks, '/project/hero.gen.yaml'), {
    group: null,
    isTrusted: () => true,
    markOf: () => noMark,
    uriOf: ({ path }) => (path.startsWith('../') ? null : `web:${path}`),
  });
}

const png = (path: string, sha256 = 'a'.repeat(64)) => makeArtifact(path, 'image/png', { sha256 });
const saved = (path: string): Artifact => ({
  path,
  sha256: 'a'.repeat(64),
  bytes: 9,
  mediaType: 'image/png',
  width: 2,
  height: 2,
  seconds: null,
  title: null,
  lyrics: null,
});
const names = (entries: readonly PreviewEntry[]) => entries.map(({ item }) => item.name);
const parts = {
  isMissing: false,
  text: null,
  isTextCut: false,
  images: [],
  pictures: [],
  codecs: null,
  canOpenOutside: false,
};

test('a result that is not whole says so, from its task and from its record, and has no card', () => {
  const cut = { code: 'cut-at-limit', message: 'max_tokens' } as const;
  const artifacts = [saved('a.md')];
  const expected = 'The text is cut off because it reached its limit. Raise "max_tokens", then run Generate again.';
  const cuts = [
    arrange([], [makeTask('t1', { state: 'saved', artifacts, cut })]),
    arrange([makeRecord(1, { artifacts: [png('a.md')], cut: true, error: cut })]),
    arrange([makeRecord(1, { artifacts: [png('a.md')] })]),
  ].map((entries) => entries.map((entry) => [entry.item.kind, buildPreviewDetails(entry, parts).cut]));
  assert.deepEqual(cuts, [[['artifact', expected]], [['artifact', expected]], [['artifact', null]]]);
});

test('every artifact has an entry, newest first, and clips of one task keep their order and have letters', () => {
  const clips = ['song.mp3', 'song-2.mp3'].map((path) => makeArtifact(path, 'audio/mpeg'));
  const entries = arrange([makeRecord(1, { artifacts: [png('a.png')] }), makeRecord(2, { artifacts: clips })]);
  assert.deepEqual(names(entries), ['song.mp3', 'song-2.mp3', 'a.png']);
  const takes = entries.map(({ item }) => (item.kind === 'artifact' ? item.take : undefined));
  assert.deepEqual(takes, ['A', 'B', null]);
});

test('a clip after the one with the last letter has a number', () => {
  const clips = Array.from({ length: 27 }, (_, at) => makeArtifact(`${at}.mp3`, 'audio/mpeg'));
  const takes = arrange([makeRecord(1, { artifacts: clips })]).map(({ item }) => item.kind === 'artifact' && item.take);
  assert.deepEqual(takes.slice(24), ['Y', 'Z', '27']);
});

test('a task has an entry for each of its files, and a card if it has failed or has no files', () => {
  const [files, none] = [[png('a.png')], []].map((artifacts, at) => ({ artifacts, task_id: `${at}`, index: at + 1 }));
  const kindsOf = (record: Partial<RunsRecord>) => arrange([makeRecord(1, record)]).map(({ item }) => item.kind);
  assert.deepEqual(
    [
      kindsOf({ ...files, status: 'failed' }),
      kindsOf({ ...files, status: 'saved' }),
      kindsOf({ ...none, status: 'saved' }),
    ],
    [['artifact', 'task'], ['artifact'], ['task']],
  );
});

test('a card shows how long its task has run, until the task has ended', () => {
  const startOf = (over: Partial<Task>) =>
    arrange([], [makeTask('t', { createdAt: 1, submittedAt: null, endedAt: null, ...over })]).map(
      ({ item }) => item.kind === 'task' && item.startedAt,
    );
  assert.deepEqual(
    [startOf({}), startOf({ submittedAt: 2 }), startOf({ submittedAt: 2, endedAt: 3, state: 'failed' })],
    [[1], [2], [null]],
  );
});

test('the unsent requests of a stopped run have no card, and a request that was skipped for another reason has one', () => {
  const skip = (id: string, code: 'run-stopped' | 'upstream-failed'): Task =>
    makeTask(id, { taskId: null, state: 'skipped', error: { code, message: '' } });
  const entries = arrange([], [skip('a', 'run-stopped'), skip('b', 'upstream-failed')]);
  assert.deepEqual(
    entries.map(({ facts }) => facts.journalId),
    ['b'],
  );
});

test('the card of a running task becomes its first artifact', () => {
  const running = makeTask('t', { taskId: null, state: 'sending' });
  const ended: Task = {
    ...running,
    taskId: 'task_t',
    state: 'saved',
    artifacts: [saved('a.png')],
    endedAt: running.createdAt + 5,
  };
  const [before, after] = [arrange([], [running]), arrange([], [ended])].map(([entry]) => entry?.item);
  assert.deepEqual([before?.kind, after?.kind, before?.id === after?.id], ['task', 'artifact', true]);
});

test('a task that ended is shown once, although the runs file has it too', () => {
  const record = makeRecord(1, { run: 'r', job: 'hero', task_id: null, artifacts: [png('a.png')] });
  const task = makeTask('t', {
    run: 'r',
    taskId: null,
    state: 'saved',
    artifacts: [saved('a.png')],
    endedAt: Date.parse(record.at),
  });
  assert.deepEqual(names(arrange([record], [task])), ['a.png']);
});

test('results of the same request key all stay', () => {
  const records = [1, 2, 3].map((minute) => makeRecord(minute, { run: 'r', artifacts: [png(`${minute}.png`)] }));
  const entries = arrange(records);
  assert.deepEqual(names(entries), ['3.png', '2.png', '1.png']);
  assert.equal(new Set(entries.map(({ item }) => item.id)).size, 3);
});

test('a replaced file belongs to its newest task only', () => {
  const records = [1, 2].map((minute) => makeRecord(minute, { artifacts: [png('a.png', `${minute}`.repeat(64))] }));
  assert.deepEqual(
    arrange(records).map(({ facts }) => facts.taskId),
    ['task_2'],
  );
});

test('a lyrics file has an entry only without its clip', () => {
  const artifacts = [makeArtifact('song.mp3', 'audio/mpeg'), makeArtifact('song.lyrics.txt', 'text/plain')];
  assert.deepEqual(names(arrange([makeRecord(1, { artifacts })])), ['song.mp3']);
  assert.deepEqual(names(arrange([makeRecord(1, { artifacts: artifacts.slice(1) })])), ['song.lyrics.txt']);
});

test('a failed task shows its reason, and a path outside the boundary has no URI', () => {
  const failed = makeRecord(2, { status: 'failed', error: { code: 'disk', message: 'full' } });
  const items = arrange([makeRecord(1, { artifacts: [png('../x.png')] }), failed]).map(({ item }) => item);
  assert.deepEqual(
    items.map((item) => (item.kind === 'task' ? [item.state, item.message] : [item.media, item.uri])),
    [
      [
        'failed',
        'The result is ready, but saving it failed: full. Free disk space or allow writing there, then select Save Again.',
      ],
      ['image', null],
    ],
  );
});

test('a card offers what its state allows, except Remove, and nothing if only the runs file has the task', () => {
  const recorded = makeRecord(2, { status: 'failed', error: { code: 'disk', message: 'full' } });
  const states = ['failed', 'unconfirmed', 'running', 'sending'] as const;
  const items = arrange(
    [recorded],
    states.map((state) => makeTask(state, { state })),
  ).map(({ item }) => item);
  const offered = items.map((item) => (item.kind === 'task' ? [item.name, item.state, ...item.actions].join(' ') : ''));
  assert.deepEqual(offered.toSorted(), [
    'hero failed retry',
    'hero running stopWatching',
    'hero sending stopWatching',
    'hero unconfirmed checkBalance resubmit dismiss',
    'seedream-5-0-260128 failed',
  ]);
});

test('the name says how a file is shown, whatever media type the runs file claims', () => {
  const names = ['a.md', 'a.txt', 'a.PNG', 'a.opus', 'a.mp4', 'hero.exe', 'a.mp4.command', 'a.svg', 'png', 'a.'];
  const records = names.map((name, minute) =>
    makeRecord(99 - minute, { artifacts: [makeArtifact(name, minute % 2 ? 'video/mp4' : 'text/plain')] }),
  );
  assert.deepEqual(
    arrange(records).map(({ item }) => item.kind === 'artifact' && [item.name, item.media]),
    [
      ['a.md', 'markdown'],
      ['a.txt', 'text'],
      ['a.PNG', 'image'],
      ['a.opus', 'audio'],
      ['a.mp4', 'video'],
      ['hero.exe', 'file'],
      ['a.mp4.command', 'file'],
      ['a.svg', 'file'],
      ['png', 'file'],
      ['a.', 'file'],
    ],
  );
});

test('a task that receives text shows that, and its text is not part of the list', () => {
  const tasks = [makeTask('a', { text: '# Tide', createdAt: 2 }), makeTask('b', { text: '', createdAt: 1 })];
  const items = arrange([], tasks).map(({ item }) => item);
  assert.deepEqual(
    [items.map((item) => item.kind === 'task' && item.hasText), JSON.stringify(items).includes('Tide')],
    [[true, false], false],
  );
});

test('details show prompt and seed apart, other fields as JSON with every digit, and an unknown cost as null', () => {
  const request = { model: 'm', input: 'Hello', seed: 9_007_199_254_740_993n, voice: 'a', tags: ['x', 2n], prompt: '' };
  const [entry] = arrange([makeRecord(1, { request, amount_usd: null, artifacts: [png('a.png')] })]);
  assert.ok(entry);
  const { prompt, seed, fields, amountUsd, tookMs } = buildPreviewDetails(entry, parts);
  assert.deepEqual(
    { prompt, seed, fields, amountUsd, tookMs },
    {
      prompt: 'Hello',
      seed: '9007199254740993',
      fields: [
        { name: 'voice', value: 'a' },
        { name: 'tags', value: '["x",2]' },
        { name: 'prompt', value: '' },
      ],
      amountUsd: null,
      tookMs: null,
    },
  );
});

test('details have the text that was spoken, and no prompt of another kind', () => {
  const spoken = ['/v1/audio/speech', '/v1/images/generations'].map((endpoint) => {
    const request = { model: 'm', text: 'Welcome' };
    const [entry] = arrange([makeRecord(1, { endpoint, request, artifacts: [png('a.png')] })]);
    return entry && buildPreviewDetails(entry, parts).spokenText;
  });
  assert.deepEqual(spoken, ['Welcome', null]);
});

test('details show no seed if the request has none, and show how long the task took at the gateway', () => {
  const detailsOf = (over: Partial<Task>, seed?: null) => {
    const task = makeTask('t', { state: 'failed', ...over });
    const body = seed === undefined ? {} : { seed };
    const [entry] = arrange([], [{ ...task, request: { ...task.request, body } }]);
    const details = entry && buildPreviewDetails(entry, parts);
    return [details?.seed, details?.tookMs];
  };
  assert.deepEqual(
    [
      detailsOf({ submittedAt: 2, endedAt: 5 }),
      detailsOf({ submittedAt: null, endedAt: 5 }, null),
      detailsOf({ submittedAt: 2, endedAt: null }),
    ],
    [
      [null, 3],
      [null, null],
      [null, null],
    ],
  );
});

test('the card of a task in flight shows what it waits for, and not what to select', () => {
  const waiting = makeTask('t', { state: 'running', error: { code: 'rate-limited', message: '' } });
  const [entry] = arrange([], [waiting]);
  assert.equal(
    entry?.item.kind === 'task' ? entry.item.message : null,
    'sandbox asked to slow down. The task continues automatically.',
  );
});

test('a card offers what helps with its error, apart from the list of tasks and another profile', () => {
  const error = { code: 'key-refused', message: '' } as const;
  const remedyOf = ([entry]: readonly PreviewEntry[]) => entry?.item.kind === 'task' && entry.item.remedy;
  for (const [code, state, expected] of [
    ['key-refused', 'failed', 'Set API Key'],
    ['key-refused', 'running', 'Set API Key'],
    ['no-result', 'unsaved', 'Show Log'],
    ['download-failed', 'failed', null],
    ['profile-unknown', 'running', 'Connect'],
    ['gateway-unreachable', 'failed', 'Open Setting'],
    ['gateway-unreachable', 'running', null],
  ] as const)
    assert.equal(remedyOf(arrange([], [makeTask('t', { state, error: { ...error, code } })])), expected, code);
  assert.equal(remedyOf(arrange([makeRecord(1, { status: 'failed', artifacts: [], error })])), null);
});

test('a task of another window is shown, and its card says that actions are in that window', () => {
  const failed = makeTask('t', { state: 'failed', endedAt: 5, error: { code: 'task-failed', message: '' } });
  const cards = [failed, { ...failed, holder: 'alive' } as const].map((task) =>
    arrange([], [task]).map(({ item }) => (item.kind === 'task' ? [item.actions, item.message] : null)),
  );
  const reason = 'sandbox could not generate the result: no reason given.';
  assert.deepEqual(cards, [
    [[['retry'], reason]],
    [[[], `${reason} Another window has this task in its list. Use that window for its actions.`]],
  ]);
});
