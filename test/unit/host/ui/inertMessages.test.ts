import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { recallJob } from '../../../../src/core/language/recall/recallJob.ts';
import { fillTemplate } from '../../../../src/core/support/text/fillTemplate.ts';
import type { Task, TaskError, TaskErrorCode } from '../../../../src/core/task/model/task.ts';
import { normalizeTaskResponse } from '../../../../src/gateway/wire/normalizeTaskResponse.ts';
import { describeText, parseErrorBody } from '../../../../src/gateway/wire/refusal.ts';
import { CallError } from '../../../../src/host/commands/errors.ts';
import { errorTexts } from '../../../../src/host/ui/errorTexts.ts';
import { finishTreeItem } from '../../../../src/host/ui/treeItem.ts';
import * as fc from '../../../support/fastCheck.ts';
import { hostileLink, hostileText, hostileTexts, isInert } from '../../../support/hostileText.ts';
import { listMessages } from '../../../../scripts/messages.ts';
import { buildArtifact, buildRequest, buildTask } from '../fakes/builders.ts';

await import('../fakes/fakeVscode.ts');
const { assetUri, describeAssetState } = await import('../../../../src/host/commands/assets/assetHandlers.ts');
const { l10n } = await import('../../../../src/host/ui/l10n.ts');
const { buildUserMessage } = await import('../../../../src/host/ui/userMessage.ts');
const { buildRunSummary } = await import('../../../../src/host/commands/generate/runSummary.ts');
const { buildTaskRow } = await import('../../../../src/host/tasks/taskRow.ts');

/** All codes, and a code of a later version. */
const codes = [...Object.keys(errorTexts), 'of-a-later-version'];

const errorOf = (code: string, message: string): TaskError => ({ code: code as TaskErrorCode, message });

const summaryOf = (...tasks: readonly Task[]): string => buildRunSummary(tasks, () => false)?.text ?? '';

const failed = (message: string, over: Partial<Task> = {}): Task =>
  buildTask({ state: 'failed', error: errorOf('task-failed', message), ...over });

describe('text of strangers in messages', () => {
  test('is nothing but text in the words of every error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), hostileTexts, hostileTexts, (code, message, profile) =>
        (['failed', 'running', 'unconfirmed'] as const).every((state) => {
          const { text, actions } = buildUserMessage(errorOf(code, message), { profile, state });
          return [text, ...actions.map(({ title }) => title)].every(isInert);
        }),
      ),
      { numRuns: 1_000 },
    );
  });

  test('is nothing but text in every sentence', () => {
    const templates = listMessages().flatMap(({ text }) => (/\{\w+\}/.test(text) ? [text] : []));
    assert.ok(templates.length > 100);
    fc.assert(
      fc.property(fc.array(hostileTexts, { minLength: 1, maxLength: 3 }), (texts) => {
        const linked = templates.filter((template) => {
          const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
          const args = Object.fromEntries(names.map((name, at) => [name, texts[at % texts.length] ?? '']));
          return !isInert(fillTemplate(template, args));
        });
        assert.deepEqual(linked, []);
      }),
      { numRuns: 20 },
    );
  });

  test('is nothing but text in the summary of a run and in the rows of its tasks', () => {
    fc.assert(
      fc.property(hostileTexts, hostileTexts, hostileTexts, (one, other, third) => {
        const request = buildRequest({ job: other, model: third, axes: { style: one }, body: { prompt: other } });
        const jobFile = `/w/${one}.gen.yaml`;
        const bad = failed(other, { jobFile, profile: third, request, taskId: one });
        const good = buildTask({ state: 'saved', artifacts: [buildArtifact(`out/${one}`), buildArtifact(other)] });
        const summaries = [summaryOf(bad), summaryOf(bad, good), summaryOf(good), summaryOf(good, good)];
        const rows = [bad, good, { ...bad, state: 'running', statusWord: third } as const].map((task) => {
          const { label, description, tooltip } = buildTaskRow(task, {
            now: 0,
            actions: [],
            isFixed: false,
            isTop: true,
          });
          const item = finishTreeItem({ label, description, tooltip, accessibilityInformation: { label: '' } });
          return [item.label, item.description, item.accessibilityInformation.label, ...item.tooltip.split('\n')];
        });
        return summaries.every(isInert) && rows.flat().every(isInert);
      }),
      { numRuns: 300 },
    );
  });
});

const sources: Readonly<Record<string, () => string>> = {
  'the error of a refused request': () => {
    const { message } = parseErrorBody(JSON.stringify({ error: { code: 'invalid', message: hostileText } }), 400);
    return summaryOf(failed(message, { error: errorOf('request-rejected', message) }));
  },
  'the reason of a failed task': () => {
    const error = { message: hostileText };
    const data = { task_id: 't1', status: 'failed', fail_reason: hostileText, error };
    const answer = normalizeTaskResponse({ code: 'success', data });
    return summaryOf(failed(answer.kind === 'task' ? answer.view.failure : ''));
  },
  'the page of another server': () => {
    const title = describeText(`<html><title>${hostileLink}</title></html>`);
    return buildUserMessage(errorOf('not-a-gateway', title), { profile: 'studio' }).text;
  },
  'the field names of a runs file': () => {
    const field = '[1 field](command:workbench.extensions.installExtension?%5B%22publisher.name%22%5D)';
    const model = 'seedream-5-0-260128';
    const outcome = recallJob({
      text: `model: ${model}\nprompt: x\n`,
      record: {
        job: null,
        index: 1,
        model,
        endpoint: '/v1/images/generations',
        inputs: [],
        request: { model, prompt: 'x', [field]: `sha256:${'a'.repeat(64)}` },
      },
      planned: [],
      catalog: bundledCatalog,
      sha256: () => '',
    });
    const fields = 'unresolved' in outcome ? outcome.unresolved.join(', ') : '';
    assert.equal(fields, field);
    return l10n.t('Not recalled: {fields}. Only the hash of the content is known.', { fields });
  },
  'the name of a job file': () => summaryOf(failed('no', { jobFile: '/w/[x](command:y).gen.yaml' })),
  'the name of a result': () =>
    summaryOf(buildTask({ state: 'saved', artifacts: [buildArtifact('[x](command:y).png')] })),
  'the id and the status of an asset': () => {
    const asset = { id: '[x](command:y)', name: null, kind: null, state: 'failed', statusWord: hostileText } as const;
    const state = describeAssetState({ ...asset, url: null } as Parameters<typeof describeAssetState>[0]);
    return l10n.t('{uri} is registered and copied: {state}.', { uri: assetUri(asset.id), state });
  },
  'the path of a file that cannot be opened': () =>
    new CallError(`genwright.generate: /w/${hostileLink} is no file`).message,
};

for (const [source, show] of Object.entries(sources)) {
  test(`${source} is shown as nothing but text`, () => {
    const text = show();
    assert.deepEqual([isInert(text), text.includes('command:')], [true, true]);
  });
}
