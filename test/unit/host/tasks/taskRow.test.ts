import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task, TaskAction } from '../../../../src/core/task/model/task.ts';
import { isTaskState, taskStates } from '../../../../src/core/task/model/taskStates.ts';
import { previewStrings } from '../../../../src/protocol/previewStrings.ts';
import { stateIcons } from '../../../../src/protocol/stateIcons.ts';
import { buildArtifact, buildRequest, buildTask } from '../fakes/builders.ts';
import { env } from '../fakes/fakeVscode.ts';

const { formatRemaining, wordOfTask } = await import('../../../../src/host/ui/taskWords.ts');
const { buildTaskRow } = await import('../../../../src/host/tasks/taskRow.ts');

const row = (over: Partial<Task>, actions: readonly TaskAction[] = ['retry', 'remove']) =>
  buildTaskRow(buildTask(over), { now: 65_000, actions, isFixed: false, isTop: true });
const rowBelowRun = (over: Partial<Task>) =>
  buildTaskRow(buildTask(over), { now: 65_000, actions: [], isFixed: false, isTop: false });

describe('a row of the Tasks view', () => {
  test('shows progress and time while the task runs', () => {
    const { label, description, sign, spoken } = row({ state: 'running', progress: 0.456, submittedAt: 0 });
    assert.deepEqual([label, description, sign], ['hero', '46 % · 1:05 min', 'running']);
    assert.equal(spoken, 'hero, running · 46 % · 1:05 min');
  });

  test('leaves the state to the icon while nothing else is known, and says it to a screen reader', () => {
    const rows = [
      row({ state: 'planned' }),
      row({ state: 'pending', submittedAt: 60_000 }),
      row({ state: 'pending', submittedAt: 60_000, error: { code: 'gateway-unreachable', message: '' } }),
    ];
    assert.deepEqual(
      rows.map(({ description, spoken }) => [description, spoken]),
      [
        ['', 'hero, waiting · 1:05 min'],
        ['5 s', 'hero, queued · 5 s'],
        ['reconnecting · 5 s', 'hero, reconnecting · 5 s'],
      ],
    );
    assert.match(rows[1]?.tooltip ?? '', /^hero\nqueued · 5 s\n/);
  });

  test('names the job if the file has several', () => {
    assert.equal(row({ request: buildRequest({ job: 'door' }) }).label, 'hero · door');
  });

  test('keeps the combination of a matrix first, also when it has ended, and names the sandbox only in the tooltip', () => {
    const request = buildRequest({ job: 'door', axes: { season: 'autumn', seed: 7 } });
    const times = { submittedAt: 60_000, endedAt: 66_000 };
    const tasks: readonly Partial<Task>[] = [
      { request, ...times, state: 'running', isSandbox: true },
      { request, ...times, state: 'saved', isSandbox: true, artifacts: [buildArtifact('hero-autumn-7.png')] },
      { request, ...times, state: 'saved', amountUsd: 0.035, artifacts: [buildArtifact('hero-autumn-7.png')] },
    ];
    assert.deepEqual(
      tasks.map((task) => [rowBelowRun(task), row(task)].map(({ label, description }) => `${label} | ${description}`)),
      [
        ['autumn, 7 · door | 5 s', 'autumn, 7 · door · hero | 5 s'],
        ['autumn, 7 · door | 6 s', 'autumn, 7 · door · hero | 6 s'],
        ['autumn, 7 · door | $0.035 · 6 s', 'autumn, 7 · door · hero | $0.035 · 6 s'],
      ],
    );
  });

  test('shows cost and time when the task is saved, and its files in the tooltip', () => {
    const artifacts = [buildArtifact('out/song.mp3'), buildArtifact('out/song-2.mp3')];
    const saved = row({ state: 'saved', artifacts, submittedAt: 0, endedAt: 7000, amountUsd: 0.04 });
    assert.deepEqual([saved.label, saved.description], ['hero', '$0.04 · 7 s']);
    assert.match(saved.tooltip, /\nout\/song\.mp3, out\/song-2\.mp3\n/);
  });

  test('below its run, is named after what differs from the run: its job, or its file', () => {
    const artifacts = [buildArtifact('out/hero-2.png')];
    const rows = [
      { request: buildRequest({ job: 'door' }), state: 'saved', artifacts } as const,
      { state: 'saved', artifacts } as const,
      { state: 'running' } as const,
    ];
    assert.deepEqual(
      rows.map((over) => rowBelowRun(over).label),
      ['door', 'hero-2.png', 'hero'],
    );
  });

  test('shows a dash if no amount is known, and no amount of the sandbox, which charges nothing', () => {
    const saved = { state: 'saved', artifacts: [buildArtifact('hero.png')] } as const;
    const rows = [row(saved), row({ ...saved, isSandbox: true, amountUsd: 0.04 })];
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['–', ''],
    );
  });

  test('says of a saved result that is not whole, and in the tooltip what to raise', () => {
    const cut = { code: 'cut-at-limit', message: 'max_tokens' } as const;
    const { description, sign, tooltip } = row({
      state: 'saved',
      artifacts: [buildArtifact('hero.md')],
      amountUsd: 0.04,
      cut,
    });
    assert.equal(sign, 'mixed');
    assert.match(description, /^incomplete · \$0\.04/);
    assert.match(tooltip, /Raise "max_tokens"/);
  });

  test('says why it needs attention', () => {
    const { description } = row({ state: 'failed', error: { code: 'key-refused', message: '' } });
    assert.equal(description, 'failed · studio refused the API key. Set a valid one, then select Retry.');
  });

  test('warns of an attempt that may have been charged as well, unless its state says so', () => {
    const warns = (over: Partial<Task>): boolean => /An earlier attempt may have been charged/.test(row(over).tooltip);
    assert.deepEqual(
      [
        warns({ doubtfulAttempts: 1 }),
        warns({ doubtfulAttempts: 0 }),
        warns({ doubtfulAttempts: 1, state: 'unconfirmed', submittedAt: 5 }),
        warns({ doubtfulAttempts: 1, state: 'unconfirmed', submittedAt: null }),
        warns({ doubtfulAttempts: 1, state: 'running', submittedAt: null }),
      ],
      [true, false, true, false, true],
    );
  });

  test('has a tooltip with the known facts, one on each line', () => {
    const request = (over: object) => buildRequest({ body: { prompt: ' A door ', ...over }, model: null });
    const linesOf = (over: Partial<Task>): readonly string[] => row(over).tooltip.split('\n').slice(2);
    const error = { code: 'gateway-unreachable', message: 'ENOTFOUND' } as const;
    const models = `${buildRequest().endpoint} · studio`;
    assert.deepEqual(linesOf({ request: request({}), state: 'running', statusWord: 'RUNNING', taskId: 'task_1' }), [
      models,
      'Status of the gateway: "RUNNING".',
      'A door',
      'task_1',
    ]);
    assert.deepEqual(linesOf({ request: request({ prompt: 7 }), state: 'saved', statusWord: 'DONE' }), [models]);
    assert.equal(linesOf({ request: request({}), state: 'running', statusWord: 'RUNNING', error }).length, 3);
    assert.deepEqual(linesOf({ request: request({ prompt: '🌅'.repeat(100) }) }), [models, '🌅'.repeat(100)]);
    assert.deepEqual(linesOf({ request: request({ prompt: '🌅'.repeat(101) }) }), [models, `${'🌅'.repeat(100)}…`]);
  });

  test('has a tooltip that begins with the row, and names model and reason once', () => {
    const artifacts = [buildArtifact('out/song.mp3'), buildArtifact('out/song-2.mp3')];
    const error = { code: 'task-failed', message: 'Too dark' } as const;
    const tooltips = [
      row({ state: 'saved', artifacts, submittedAt: 0, endedAt: 7000, amountUsd: 0.04 }),
      row({ state: 'failed', error, amountUsd: 0.04, request: buildRequest({ axes: { season: 'autumn' } }) }),
    ].map(({ tooltip }) => tooltip.split('\n').slice(0, 4));
    assert.deepEqual(tooltips, [
      ['hero', '$0.04 · 7 s', 'out/song.mp3, out/song-2.mp3', 'seedream-5-0-260128 · studio'],
      [
        'autumn · hero',
        'failed · $0.04',
        'seedream-5-0-260128 · studio',
        'studio could not generate the result: Too dark.',
      ],
    ]);
  });

  test('shows that another window works on the task, and its outcome', () => {
    const { description, tooltip } = row({ state: 'running', progress: 0.5, submittedAt: 60_000, holder: 'alive' });
    assert.equal(description, '50 % · other window · 5 s');
    assert.match(tooltip, /Another window works on this task. When that window closes, this one continues the task./);
  });

  test('shows what is known about the window that has the task, and no more', () => {
    const rows = (['gone', 'unknown', 'newer'] as const).map((holder) => row({ state: 'running', holder }));
    assert.deepEqual(
      rows.map(({ description }) => description.split(' · ')[0]),
      ['waiting for its window', 'waiting for its window', 'newer version'],
    );
    assert.deepEqual(
      rows.map(({ tooltip }) => /closed|unknown whether|Update Genwright/.exec(tooltip)?.[0]),
      ['closed', 'unknown whether', 'Update Genwright'],
    );
    assert.doesNotMatch(rows.map(({ tooltip }) => tooltip).join(), /Another window works/);
  });

  test('shows that its folder is gone, and offers to select one if no window has the task', () => {
    const gone = { isFolderGone: true, taskId: 'gateway-1', submittedAt: 60_000 } as const;
    const rows = [
      row({ ...gone, state: 'running', holder: 'gone' }, []),
      row({ ...gone, state: 'unconfirmed', holder: 'gone' }, []),
      row({ ...gone, state: 'running', holder: 'alive' }, []),
    ];
    assert.deepEqual(
      rows.map(({ description, sign, contextValue }) => [description, sign, contextValue]),
      [
        ['folder is gone', 'mixed', 'task locateFolder saveTo copyId preview'],
        ['folder is gone · unconfirmed', 'mixed', 'task locateFolder copyId preview'],
        ['folder is gone · other window', 'mixed', 'task copyId preview'],
      ],
    );
    assert.match(rows[0]?.tooltip ?? '', /was moved or deleted.*Select Locate Folder, or Save To/);
  });

  test('offers another folder for what is not saved, and to locate a folder that is gone', () => {
    const full = row({ state: 'unsaved', error: { code: 'disk', message: 'ENOSPC' } }, []);
    const gone = row({ state: 'unsaved', error: { code: 'folder-gone', message: '/w/old' } }, []);
    assert.deepEqual(
      [full, gone].map(({ contextValue }) => contextValue),
      ['task openJobFile saveTo preview', 'task openJobFile locateFolder saveTo preview'],
    );
    assert.match(gone.tooltip, /its folder was moved or deleted: \/w\/old/);
  });

  test('shows where to act on a task of another window', () => {
    const { description, tooltip } = row({ state: 'unsaved', holder: 'alive' });
    assert.equal(description, 'not saved · other window');
    assert.match(tooltip, /Use that window for its actions/);
  });

  test('offers the actions that the state allows, and the id only if there is one', () => {
    const contexts = [row({}), row({ taskId: 'gateway-1' })].map(({ contextValue }) => contextValue);
    assert.deepEqual(contexts, [
      'task openJobFile preview retry remove',
      'task openJobFile copyId preview retry remove',
    ]);
  });

  test('offers to send a request again without a warning if it is charged once, and says so', () => {
    const error = { code: 'no-answer', message: 'No response' } as const;
    const doubtful = { state: 'unconfirmed', error, doubtfulAttempts: 1, idempotencyHeader: 'X-Id' } as const;
    const at = [Date.now(), -1e9];
    const rows = at.map((createdAt) => row({ ...doubtful, createdAt }, ['resubmit']));
    const safe =
      'studio did not confirm the request: No response. Select Send Again Safely, which cannot charge it twice, or Dismiss.';
    assert.deepEqual(
      rows.map(({ contextValue, tooltip }) => [/sendAgain|resubmit/.exec(contextValue)?.[0], tooltip.includes(safe)]),
      [
        ['sendAgain', true],
        ['resubmit', false],
      ],
    );
  });

  const waits = [
    ['key-refused', 'waiting for a valid key'],
    ['rate-limited', 'waiting because the gateway asked to slow down'],
    ['no-result', 'waiting for the result'],
    ['gateway-unreachable', 'reconnecting'],
    ['profile-changed', 'waiting for its gateway'],
  ] as const;
  for (const [code, word] of waits) {
    test(`shows what a task in flight waits for: ${word}`, () => {
      const { description } = row({ state: 'running', submittedAt: 60_000, error: { code, message: '' } });
      assert.equal(description, `${word} · 5 s`);
    });
  }

  test('writes dates in the language of the workbench', () => {
    const task = buildTask({ state: 'unsaved', resultsExpireAt: Date.UTC(2026, 6, 15, 12) });
    env.language = 'zh-cn';
    const { tooltip } = buildTaskRow(task, { now: 0, actions: [], isFixed: false, isTop: true });
    env.language = 'en';
    assert.match(tooltip, /until 2026\/7\/15 /);
  });

  test('shows what was charged for an unsaved result, and how long it can still be fetched', () => {
    const error = { code: 'too-large', message: '' } as const;
    const unsaved = { state: 'unsaved', amountUsd: 0.4, error, resultsExpireAt: 65_000 + 2.5 * 3_600_000 } as const;
    const { description, tooltip } = row({ ...unsaved, submittedAt: 65_000 - 21.5 * 3_600_000 });
    assert.match(description, /^not saved · expires in 2 hours · \$0\.40 · The results of this task are larger/);
    assert.match(tooltip, /The gateway keeps the result until /);
    assert.doesNotMatch(row({ ...unsaved, submittedAt: 60_000 }).description, /expires/);
  });

  test('shows the balance before and after a request without a response', () => {
    const balances = {
      balanceBefore: { usd: 9.8, at: 0 },
      balancesAfter: [{ usd: 9.7625, at: 1, isAlone: true }],
    } as const;
    const { tooltip } = row({ state: 'unconfirmed', ...balances });
    assert.match(
      tooltip,
      /\nBalance before the request: \$9\.80 at .+ After it: \$9\.7625 at .+\n\$0\.0375 less: probably charged\.\n/,
    );
    assert.doesNotMatch(row({ state: 'saved', ...balances }).tooltip, /balance/i);
  });

  test('gives every state its own word and icon', () => {
    // A queued task has the icon of one that waits, and a running one that of one that is sent.
    const states = Object.keys(taskStates)
      .filter(isTaskState)
      .filter((state) => state !== 'pending' && state !== 'running');
    const looks = states.map((state) => row({ state, artifacts: [] }));
    assert.deepEqual(
      [new Set(looks.map(({ sign }) => stateIcons[sign].icon)).size, looks.filter(({ spoken }) => spoken === 'hero')],
      [states.length, []],
    );
  });

  test('offers to cancel what was not sent, and to stop watching the rest', () => {
    const rows = [row({ state: 'planned' }, ['stopWatching']), row({ state: 'pending' }, ['stopWatching'])];
    assert.deepEqual(
      rows.map(({ contextValue }) => contextValue.split(' ').at(-1)),
      ['cancel', 'stopWatching'],
    );
  });

  test('says that a later run has made what failed', () => {
    const failed = buildTask({ state: 'failed', error: { code: 'task-failed', message: 'No' } });
    const { description, sign } = buildTaskRow(failed, {
      now: 0,
      actions: [],
      isFixed: true,
      isTop: true,
    });
    assert.deepEqual([description, sign], ['failed · made by a later run', 'settled']);
  });

  test('uses the words of the preview for each state', () => {
    const strings: Readonly<Record<string, string>> = previewStrings;
    const states = Object.keys(taskStates).filter(isTaskState);
    assert.deepEqual(
      states.map((state) => wordOfTask({ state, error: null })),
      states.map((state) => strings[`state.${state}`]?.toLowerCase()),
    );
  });
});

test('the time that is left is never rounded up', () => {
  const minutes = [0, 1.9, 59.9, 119, 120, 179].map((each) => formatRemaining(each * 60_000));

  assert.deepEqual(minutes, ['1 minute', '1 minute', '59 minutes', '119 minutes', '2 hours', '2 hours']);
});
