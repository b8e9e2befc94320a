import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import { buildRecord } from '../host/fakes/builders.ts';
import { arrangeCommand } from './arrangeCommand.ts';

/** Anyone may have written a runs file. */
const hostile = '"/><b>&amp;\u0007 ]]>\n# [a](https://a.invalid) ![b](c) `d` | <img src=x onerror=e>';

describe('A report', () => {
  const arrange = async (context: Parameters<typeof arrangeCommand>[0], records: readonly Partial<RunsRecord>[]) => {
    const arranged = await arrangeCommand(context);
    const lines = records.map((each) => `${JSON.stringify(buildRecord({ artifacts: [], ...each }))}\n`);
    await writeFile(join(arranged.work, 'hero.gen.runs.jsonl'), lines.join(''));
    const { code } = await arranged.run('report --junit r.xml --markdown r.md --html r.html');
    const [junit, markdown, html] = await Promise.all(['r.xml', 'r.md', 'r.html'].map(arranged.read));
    return { code, junit, markdown, html };
  };

  test('is about the newest record of each request, wherever a merge has put its line', async (context) => {
    const { junit, markdown } = await arrange(context, [
      { at: '2026-01-02T00:00:00.000Z' },
      { at: '2026-01-01T00:00:00.000Z', status: 'failed', error: { code: 'task-failed', message: 'No' } },
    ]);

    assert.match(junit ?? '', /tests="1" failures="0" errors="0"/);
    assert.match(markdown ?? '', /^\| hero\.gen\.yaml \| 1 \| 0 \|/m);
  });

  test('shows what a record says as text, whatever it holds', async (context) => {
    const { code, junit, markdown, html } = await arrange(context, [
      {
        job: hostile,
        axes: { a: hostile },
        model: hostile,
        status: 'failed',
        error: { code: hostile, message: hostile },
      },
    ]);

    assert.equal(code, 0);
    assert.deepEqual(junit?.match(/<[/?]?\w+/g), [
      '<?xml',
      '<testsuites',
      '<testsuite',
      '<testcase',
      '<failure',
      '</testcase',
      '</testsuite',
      '</testsuites',
    ]);
    for (const part of ['<b>', '<img src=x', '\u0007']) assert.ok(!`${junit}${html}`.includes(part), part);
    const [item = '', ...after] = markdown?.split('\n- ')[1]?.split('\n') ?? [];
    assert.deepEqual([after.filter(Boolean), /(?<!\\)[<>[\]|`]/.test(item)], [[], false], item);
  });
});
