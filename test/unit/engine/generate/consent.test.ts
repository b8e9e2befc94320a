import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Confirmation, Consent, Earlier, Gateway, LocalFile } from '../../../../src/engine/index.ts';
import { buildRecord, buildRequest } from '../../host/fakes/builders.ts';
import { arrangePress, type Arrangement } from './arrangePress.ts';

const savedBefore: Earlier = { kind: 'recorded', record: buildRecord() };
const unselected: Partial<Gateway> = { isSelected: false };
const agreed: Consent = { jobFile: '/w/hero.gen.yaml', profile: 'prod', origin: 'https://api.studio.test', file: null };

/** Arranges Generate for a job file that selects `prod`, and notes its questions. */
function arrange(arrangement: Arrangement = {}, answer = true) {
  const asked: Confirmation[] = [];
  const confirm = (confirmation: Confirmation): Promise<boolean> => {
    asked.push(confirmation);
    return Promise.resolve(answer);
  };
  const { ports, ...rest } = arrangement;
  const arranged = arrangePress({
    controls: { profile: 'prod' },
    gateway: unselected,
    ports: { confirm, ...ports },
    ...rest,
  });
  /** Returns profile and origin of each dialog. */
  const named = () =>
    asked.map(({ unselected: profiles }) =>
      profiles.map(({ gateway, isFromFile }) => [gateway.profile, gateway.origin, isFromFile]),
    );
  return { ...arranged, named };
}

describe('a profile that costs money and that the user has not selected', () => {
  test('is confirmed once, for one cheap request too', async () => {
    const first = arrange();
    await first.press();
    const second = arrange({ agreed: first.agreed });
    await second.press();
    assert.deepEqual(
      [first.named(), second.named(), first.started.length, second.started.length],
      [[[['prod', 'https://api.studio.test', true]]], [], 1, 1],
    );
  });

  test('is named as the choice of the workspace if the job file selects none', async () => {
    const { press, named } = arrange({ controls: {} });
    await press();
    assert.deepEqual(named(), [[['studio', 'https://api.studio.test', false]]]);
  });

  for (const [what, changes] of [
    ['job file', { jobFile: '/w/other.gen.yaml' }],
    ['profile', { profile: 'other' }],
    ['origin', { origin: 'https://other.test' }],
  ] as const) {
    test(`is confirmed again for another ${what}`, async () => {
      const { press, named } = arrange({ agreed: [{ ...agreed, ...changes }] });
      await press();
      assert.equal(named().length, 1);
    });
  }

  test('is sent nothing and is asked about again when the confirmation is declined', async () => {
    const { press, started, agreed: remembered } = arrange({}, false);
    assert.deepEqual([await press(), started, remembered], [{ tasks: [], problems: 0 }, [], []]);
  });

  test('is not asked about, and not remembered, when the caller vouches', async () => {
    const { press, named, started, agreed: remembered } = arrange({ press: { confirm: null } });
    await press();
    assert.deepEqual([named(), started.length, remembered], [[], 1, []]);
  });

  test('is named once for each job file of a run, in one dialog', async () => {
    const { press, named } = arrange({ jobFiles: ['/w/a.gen.yaml', '/w/b.gen.yaml'] });
    await press();
    assert.deepEqual(
      named().map((profiles) => profiles.length),
      [2],
    );
  });

  test('is part of the question about unchanged requests, and no second question follows', async () => {
    const named: unknown[] = [];
    const {
      press,
      started,
      agreed: remembered,
    } = arrange({
      earlier: [savedBefore],
      ports: {
        confirm: () => assert.fail('That was confirmed'),
        askUnchanged: ({ confirmation }) => {
          named.push(confirmation?.unselected.map(({ gateway }) => gateway.profile));
          return Promise.resolve('all');
        },
      },
    });
    await press();
    assert.deepEqual([named, started.length, remembered], [[['prod']], 1, [agreed]]);
  });

  for (const answer of ['show', 'cancel'] as const) {
    test(`is not agreed to by “${answer}”`, async () => {
      const { press, agreed: remembered } = arrange({
        earlier: [savedBefore],
        ports: { askUnchanged: () => Promise.resolve(answer), showEarlier: () => undefined },
      });
      await press();
      assert.deepEqual(remembered, []);
    });
  }

  test('is not asked about if nothing is sent', async () => {
    const { press, named } = arrange({ earlier: [savedBefore], press: { unchanged: 'skip' } });
    await press();
    assert.deepEqual(named(), []);
  });
});

describe('a profile that needs no consent', () => {
  for (const [title, gateway] of [
    ['the selected profile', { isSelected: true }],
    ['the sandbox', { origin: null, isSandbox: true }],
    ['a profile that does not exist', { origin: null }],
  ] as const) {
    test(`is ${title}`, async () => {
      const { press, named, started } = arrange({ requests: [buildRequest()], gateway: { ...unselected, ...gateway } });
      await press();
      assert.deepEqual([named(), started.length], [[], 1]);
    });
  }
});

describe('local files that a job file sends', () => {
  const brief: LocalFile = { path: 'brief.md', name: 'docs/.env', bytes: 20, use: 'text' };
  const ref: LocalFile = { path: 'ref.png', name: 'ref.png', bytes: 9_000, use: 'input' };
  const unused: LocalFile = { path: 'unused.png', name: 'unused.png', bytes: 9_000, use: 'input' };
  const consentTo = (file: string): Consent => ({ ...agreed, profile: 'studio', file });
  const request = buildRequest({ inputs: [{ path: 'ref.png', sha256: 'a'.repeat(64) }] });

  /**
   * Generates with the selected profile, so that the dialogs ask only about files. Returns the names of the files for
   * each dialog.
   */
  function arrangeFiles(arrangement: Arrangement = {}, answer = true) {
    const asked: string[][] = [];
    const confirm = ({ localFiles }: Confirmation): Promise<boolean> => {
      asked.push(localFiles.map(({ file }) => file.name));
      return Promise.resolve(answer);
    };
    const { ports, ...rest } = arrangement;
    const localFiles = [brief, ref, unused];
    return { asked, ...arrangePress({ requests: [request], localFiles, ports: { confirm, ...ports }, ...rest }) };
  }

  test('are named once: the texts of the job file and the inputs of its requests', async () => {
    const first = arrangeFiles();
    await first.press();
    const second = arrangeFiles({ agreed: first.agreed });
    await second.press();
    assert.deepEqual(
      [first.asked, first.agreed, second.asked, second.started.length],
      [[['docs/.env', 'ref.png']], [consentTo('docs/.env'), consentTo('ref.png')], [], 1],
    );
  });

  test('are named if they were not named before', async () => {
    const { press, asked } = arrangeFiles({ agreed: [consentTo('docs/.env')] });
    await press();
    assert.deepEqual(asked, [['ref.png']]);
  });

  test('include a result of another job that is not made again', async () => {
    const [clip, still] = [buildRequest({ job: 'clip' }), buildRequest({ job: 'still' })];
    const result = { path: 'private/photo.png', name: 'private/photo.png', bytes: 9_000, use: 'result' } as const;
    const localFiles = [{ ...result, job: 'still', index: still.index, sentBy: [clip] }];
    const kept = arrangeFiles({ requests: [clip], localFiles });
    await kept.press();
    const replaced = arrangeFiles({ requests: [clip, still], localFiles });
    await replaced.press();
    const unneeded = arrangeFiles({ requests: [buildRequest({ job: 'other' })], localFiles });
    await unneeded.press();
    assert.deepEqual([kept.asked, replaced.asked.flat(), unneeded.asked], [[['private/photo.png']], [], []]);
  });

  test('include each text that only a runs file tells, until it changes', async () => {
    const clip = buildRequest({ job: 'clip' });
    const told = (text: string) =>
      ({
        path: '',
        name: 'jobs.idea.text',
        bytes: 4,
        use: 'result',
        job: 'idea',
        index: 1,
        sentBy: [clip],
        text,
      }) as const;
    const first = arrangeFiles({ requests: [clip], localFiles: [told('a cat')] });
    await first.press();
    const same = arrangeFiles({ requests: [clip], localFiles: [told('a cat')], agreed: first.agreed });
    await same.press();
    const changed = arrangeFiles({ requests: [clip], localFiles: [told('a dog')], agreed: first.agreed });
    await changed.press();
    assert.deepEqual([first.asked, same.asked, changed.asked], [[['jobs.idea.text']], [], [['jobs.idea.text']]]);
  });
});
