import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import type { Confirmation, Earlier, Gateway, LocalFile, UnchangedQuestion } from '../../../../../src/engine/index.ts';
import { buildRecord, buildRequest, buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { buildConfirmDialog, buildUnchangedDialog } =
  await import('../../../../../src/host/commands/generate/dialog.ts');

const prod: Gateway = {
  profile: 'prod',
  origin: 'https://api.prod.test:8443',
  isSandbox: false,
  isSelected: false,
  isKeyMissing: false,
};
const paid = { count: 1, known: 1, amountUsd: 0.04, samples: 1 };
const nothingNamed: Confirmation = {
  count: 1,
  equal: 0,
  gone: [],
  estimate: paid,
  gateways: [prod],
  unselected: [],
  localFiles: [],
};
const jobFile = '/w/hero.gen.yaml';

describe('the confirmation of a run', () => {
  const linesOf = (changes: Partial<Confirmation>) => {
    const { text, details, buttons } = buildConfirmDialog({ ...nothingNamed, ...changes });
    assert.deepEqual(buttons, [{ title: 'Generate', answer: true }]);
    return [text, ...details];
  };

  /** The names of files that are sent to one gateway. */
  const filesOf = (files: readonly LocalFile[]): string | undefined =>
    linesOf({ localFiles: files.map((file) => ({ jobFile, gateway: prod, file })) })
      .at(-1)
      ?.replace('Local files that are sent to api.prod.test:8443: ', '');

  test('names count, profile and estimate', () => {
    assert.deepEqual(
      [linesOf({}), linesOf({ count: 3 })[0]],
      [
        ['Generate one result with "prod"?', 'Estimate: $0.04, from one earlier result.'],
        'Generate 3 results with "prod"?',
      ],
    );
  });

  test('offers to generate one of several first if no price is known', () => {
    const unknown = { ...paid, count: 3, known: 0, samples: 0 };
    for (const [changes, isOffered] of [
      [{ count: 3, estimate: unknown }, true],
      [{ count: 1, estimate: { ...unknown, count: 1 } }, false],
      [{ count: 3, estimate: { ...paid, count: 3, known: 2 } }, false],
    ] as const) {
      const { buttons } = buildConfirmDialog({ ...nothingNamed, ...changes });
      assert.deepEqual(
        buttons.map(({ title, answer }) => [title, answer]),
        [['Generate', true], ...(isOffered ? [['Generate 1 First', 'first']] : [])],
      );
    }
  });

  test('counts the requests that are equal', () => {
    assert.equal(linesOf({ count: 3, equal: 2 }).at(-1), '2 of 3 requests are equal, and each is charged.');
  });

  test('names results whose files are not found', () => {
    const record = buildRecord({ amount_usd: 0.04 });
    assert.deepEqual(
      [[record], [record, record]].map((gone) => linesOf({ gone }).at(-1)),
      [
        'Generated before, but not found: hero.png, $0.04. What is generated again is charged again.',
        'Generated before, but not found: hero.png, $0.04; hero.png, $0.04. What is generated again is charged again.',
      ],
    );
    assert.ok((linesOf({ gone: Array.from({ length: 1_000 }, () => record) }).at(-1) ?? '').length < 600);
  });

  test('is a warning if the user has not selected the profile, or if local files are sent', () => {
    const file = { path: 'a.png', name: 'a.png', bytes: 1, use: 'input' } as const;
    const kinds = [
      {},
      { unselected: [{ jobFile, gateway: prod, isFromFile: true }] },
      { localFiles: [{ jobFile, gateway: prod, file }] },
    ].map((changes) => buildConfirmDialog({ ...nothingNamed, ...changes }).kind);
    assert.deepEqual(kinds, ['information', 'warning', 'warning']);
  });

  test('names the profiles that job files or the workspace select with their hosts, each once', () => {
    const other = { ...prod, origin: 'https://other.test' };
    const unselected = [prod, prod, other].map((gateway, at) => ({
      jobFile: `/w/${at}.gen.yaml`,
      gateway,
      isFromFile: true,
    }));
    const ofWorkspace = [1, 2].map(() => ({ jobFile, gateway: prod, isFromFile: false }));
    assert.deepEqual(linesOf({ unselected: [...unselected, ...ofWorkspace] }).slice(2), [
      '2 job files select the profile "prod" (api.prod.test:8443), which is not the one that you selected.',
      '"2.gen.yaml" selects the profile "prod" (other.test), which is not the one that you selected.',
      'The workspace selects the profile "prod" (api.prod.test:8443), which is not the one that you selected.',
    ]);
  });

  test('names the local files that are sent, by their gateway', () => {
    const other = { ...prod, origin: 'https://other.test' };
    const named = (gateway: Gateway, name: string, use: LocalFile['use']) => ({
      jobFile,
      gateway,
      file: { path: name, name, bytes: 1_200, use },
    });
    const localFiles = [named(prod, 'ref.png', 'input'), named(prod, '.env', 'text'), named(other, 'a.png', 'input')];
    assert.deepEqual(linesOf({ localFiles }).slice(2), [
      'Local files that are sent to api.prod.test:8443: .env (1.2 kB), ref.png (1.2 kB)',
      'Local files that are sent to other.test: a.png (1.2 kB)',
    ]);
  });

  test('shows texts that only a runs file tells, as text, and how many more there are', () => {
    const told = (text: string) => ({
      jobFile,
      gateway: prod,
      file: { path: '', name: 'jobs.idea.text', bytes: text.length, use: 'result', text } as const,
    });
    const lines = linesOf({ localFiles: ['a\n[cat](command:x)', 'b'.repeat(500)].map(told) }).slice(2);
    const many = linesOf({ localFiles: Array.from({ length: 12 }, () => told('c')) }).slice(2);
    assert.deepEqual(
      [lines, many.length, many.at(-1)],
      [
        [
          'jobs.idea.text is sent, and only the runs file of "hero.gen.yaml" says what it is (18 characters): "a [cat]\u2060(command:x)"',
          `jobs.idea.text is sent, and only the runs file of "hero.gen.yaml" says what it is (500 characters): "${'b'.repeat(400)}…"`,
        ],
        11,
        '2 more texts are known only from a runs file.',
      ],
    );
  });

  test('names many inputs by their folder, and each text', () => {
    const file = (name: string, use: LocalFile['use']) => ({ path: name, name, bytes: 1_000, use });
    const many = Array.from({ length: 20 }, (_, at) => file(`images/${at}.png`, 'input'));
    const texts = Array.from({ length: 12 }, (_, at) => file(`${at}.md`, 'text'));
    assert.equal(
      filesOf([...many, file('images/0.png', 'input'), file('a.jpg', 'input'), ...texts]),
      `${texts.map(({ name }) => `${name} (1 kB)`).join(', ')}, images/*.png (20 files, 20 kB), a.jpg (1 kB)`,
    );
  });

  test('names hidden files first, up to ten inputs separately, and shortens names of more than 80 characters', () => {
    const file = (name: string, use: LocalFile['use']) => ({ path: name, name, bytes: 1_000, use });
    const long = `b.md (1 B), and ${'x'.repeat(300)}.md`;
    const inputs = Array.from({ length: 10 }, (_, at) => file(`${'x'.repeat(75)}${at}.png`, 'input'));
    const texts = ['a.md', long, 'notes/.env'].map((name) => file(name, 'text'));
    assert.equal(
      filesOf([...texts, ...inputs]),
      [
        'notes/.env (1 kB), a.md (1 kB)',
        `b.md (1 B), and ${'x'.repeat(24)}…${'x'.repeat(37)}.md (1 kB)`,
        ...inputs.map(({ name }) => `${name} (1 kB)`),
      ].join(', '),
    );
  });
});

describe('the question about unchanged requests', () => {
  const saved: Earlier = { kind: 'recorded', record: buildRecord() };
  const open: Earlier = { kind: 'task', task: buildTask({ state: 'unconfirmed' }) };

  function dialogOf({
    earlier = [saved],
    request = buildRequest(),
    missing = 0,
    estimate = paid,
    total = estimate,
    confirmation = null,
  }: Partial<UnchangedQuestion> & { earlier?: readonly Earlier[]; request?: PlannedRequest }) {
    const plan = {
      given: [],
      savedIds: new Set<string>(),
      localFiles: [],
      controls: { name: null, profile: null, concurrency: null, maxRuns: 1, onError: 'continue', budgetUsd: null },
    } as const;
    const candidate = {
      jobFile: { path: jobFile, text: '', boundary: '/w', isStrict: false, concurrency: 1, gateway: prod, plan },
      request,
      estimate: null,
      gone: null,
    };
    const unchanged = earlier.map((each) => ({ ...candidate, earlier: each }));
    return buildUnchangedDialog({ unchanged, missing, estimate, total, confirmation });
  }

  test('says that generating a running task again is charged again, except in the sandbox', () => {
    const free = { count: 0, known: 0, amountUsd: 0, samples: 0 };
    assert.deepEqual(
      [dialogOf({ earlier: [open] }).details, dialogOf({ earlier: [open], estimate: free }).details],
      [
        ['If you generate it again, it is charged again.', 'Estimate: $0.04, from one earlier result.'],
        ['The sandbox is free.'],
      ],
    );
  });

  test('has a default button that does not pay again', () => {
    const empty = { code: 'no-result', message: 'empty' } as const;
    const named = { at: '', task_id: 't1', endpoint: '/', profile: 'prod', origin: '', fingerprint: '' };
    const elsewhere = { ...named, job: null, index: 1 };
    const ofSandbox: Earlier = { kind: 'recorded', record: buildRecord({ profile: 'sandbox' }) };
    for (const [question, text, buttons] of [
      [{}, 'Nothing changed since hero.png, $0.04.', ['Show It', 'Generate Another']],
      [{ earlier: [ofSandbox] }, 'Nothing changed since hero.png.', ['Show It', 'Generate Another']],
      [
        { earlier: [open] },
        'This request was already sent. It may have been charged.',
        ['Show Task', 'Generate Another'],
      ],
      [
        { earlier: [{ kind: 'sent', record: buildRecord({ status: 'unconfirmed', artifacts: [] }) }] },
        'This request was already sent. It may have been charged.',
        ['Show It', 'Generate Another'],
      ],
      [
        { earlier: [{ kind: 'task', task: buildTask({ state: 'unsaved', error: empty }) }] },
        'This request was already sent. It may have been charged.',
        ['Show Task', 'Generate Another'],
      ],
      [
        { earlier: [{ kind: 'elsewhere', open: elsewhere }] },
        'Another window or program is already running this request. To watch it here is free.',
        ['Watch It Here', 'Generate Another'],
      ],
      [
        { earlier: [saved, open] },
        'Nothing changed: all 2 requests were sent already.',
        ['Show Results', 'Generate All 2'],
      ],
      [
        { earlier: [saved, saved] },
        'Nothing changed: all 2 results exist already.',
        ['Show Results', 'Generate All 2'],
      ],
      [
        { earlier: [saved, { kind: 'task', task: buildTask({ state: 'saved' }) }], missing: 1 },
        '2 of 3 results exist already.',
        ['Generate the Missing 1', 'Generate All 3', 'Show Results'],
      ],
      [
        { earlier: [open], missing: 3 },
        '1 of 4 requests were sent already.',
        ['Generate the Missing 3', 'Generate All 4', 'Show Results'],
      ],
    ] as const) {
      const dialog = dialogOf(question);
      const titles = dialog.buttons.map(({ title }) => title);
      assert.deepEqual([dialog.text, titles, dialog.buttons[0]?.answer === 'all'], [text, buttons, false]);
    }
  });

  test('says whether existing files are kept or replaced', () => {
    const details = (['number', 'replace'] as const).map((collision) => {
      const request = buildRequest({ output: { ...buildRequest().output, collision } });
      return dialogOf({ request }).details[0];
    });
    assert.deepEqual(details, [
      'Existing files are kept. A new result gets the next free name.',
      'The job file asks to replace existing results. Files that changed since they were saved are kept.',
    ]);
  });

  test('says what the missing results may cost, and what all of them may cost', () => {
    const total = { count: 2, known: 2, amountUsd: 5.04, samples: 3 };
    assert.deepEqual(dialogOf({ missing: 1, total }).details.slice(1), [
      'Missing 1: Estimate: $0.04, from one earlier result.',
      'All 2: Estimate: $5.04. Each request has at least 3 earlier results like it.',
    ]);
    for (const alone of [
      { missing: 0, total },
      { missing: 1, total: { ...total, count: 0 } },
    ]) {
      assert.deepEqual(dialogOf(alone).details.slice(1), ['Estimate: $0.04, from one earlier result.']);
    }
  });

  test('also names what the user agrees to, as a warning', () => {
    const confirmation = { ...nothingNamed, unselected: [{ jobFile, gateway: prod, isFromFile: true }] };
    const { kind, details } = dialogOf({ confirmation });
    assert.match(details.at(-1) ?? '', /"prod".*api\.prod\.test:8443/);
    assert.deepEqual([kind, dialogOf({ confirmation: nothingNamed }).kind], ['warning', 'information']);
  });
});
