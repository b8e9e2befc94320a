// What the sandbox can show, to the end of the task: how it ends, what is saved, and its price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SandboxFault } from '../../../src/sandbox/index.ts';
import { buildRequest } from '../../fakes/planning/requests.ts';
import { createEngineBench } from '../../fakes/tasks/engineBench.ts';
import { arrangeSandbox } from '../sandbox/arrangeSandbox.ts';

const image = { model: 'seedream-5-0-260128', modality: 'image' } as const;
const atOnce = { model: 'grok-imagine-image', modality: 'image', pollPath: null } as const;
const video = {
  model: 'seedance-2.0',
  modality: 'video',
  endpoint: '/v1/videos',
  pollPath: '/v1/videos/{task_id}',
} as const;
const chat = { model: 'gpt-4.1', modality: 'chat', endpoint: '/v1/chat/completions', pollPath: null } as const;
const kinds = { image, atOnce, video, chat } as const;

type Row = readonly [
  kind: keyof typeof kinds,
  prompt: string,
  /** The part of a path whose responses have the fault. */
  fault: readonly [path: string, fault: SandboxFault] | null,
  end: string,
];

const html: SandboxFault = { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>' };
const lost: SandboxFault = { kind: 'answer', status: 504, body: '<h1>', isCarriedOut: true };

const rows: readonly Row[] = [
  ['chat', '[cut] A poem', null, 'saved cut-at-limit text/markdown price'],
  ['chat', '[filter] A poem', null, 'unsaved no-result price'],
  ['chat', '[empty] A poem', null, 'unsaved no-result price'],
  ['chat', '[fail] A poem', null, 'failed request-rejected no price'],
  ['image', '[filter] A door', null, 'failed request-rejected no price'],
  ['image', '[empty] A door', null, 'unsaved no-result price'],
  ['atOnce', '[empty] A door', null, 'unsaved no-result price'],
  ['video', '[empty] A door', null, 'unsaved download-failed price'],
  ['video', 'A door', ['/v1/videos/', { kind: 'no-links' }], 'saved video/mp4 price'],
  ['video', 'A door', ['/v1/videos/', { kind: 'keyed-links' }], 'saved video/mp4 price'],
  ['image', 'A door', ['/', { kind: 'gzip' }], 'saved image/png price'],
  ['chat', 'A poem', ['/', { kind: 'gzip' }], 'saved text/markdown price'],
  ['image', 'A door', ['/', { kind: 'no-amounts' }], 'saved image/png no price'],
  ['chat', 'A poem', ['/', { kind: 'no-amounts' }], 'saved text/markdown no price'],
  ['image', 'A door', ['/v1/images/generations', html], 'unconfirmed answer-without-task no price'],
  ['chat', 'A poem', ['/v1/chat', html], 'unconfirmed answer-without-task no price'],
  ['chat', 'A poem', ['/v1/chat', lost], 'unconfirmed no-answer no price'],
  ['chat', 'A poem', ['/v1/chat', { kind: 'end-inside-body' }], 'saved cut-short text/markdown no price'],
  ['atOnce', 'A door', ['/v1/', { kind: 'end-inside-body' }], 'unconfirmed answer-without-task no price'],
];

const nameOf = (fault: SandboxFault): string => (fault.kind === 'answer' ? String(fault.status) : fault.kind);

for (const [kind, prompt, fault, end] of rows) {
  test(`the sandbox: ${kind} "${prompt}"${fault ? `, ${nameOf(fault[1])} at ${fault[0]}` : ''}`, async (context) => {
    const { sandbox } = await arrangeSandbox(context, {
      speed: 1000,
      now: Date.now,
      fault: ({ path }) => (fault && path.startsWith(fault[0]) ? fault[1] : undefined),
    });
    const bench = await createEngineBench(context);
    bench.setBaseUrl(sandbox.url);
    bench.setKey(sandbox.key);
    const { model } = kinds[kind];
    const chatBody = { model, stream: true, messages: [{ role: 'user', content: prompt }] };
    const body = kind === 'chat' ? chatBody : { model, prompt };

    const { state, error, cut, artifacts, amountUsd } = await bench.run(buildRequest({ ...kinds[kind], body }));

    const files = artifacts.map(({ mediaType }) => mediaType);
    const words = [state, error?.code ?? cut?.code ?? [], files, amountUsd === null ? 'no price' : 'price'];
    assert.equal(words.flat().join(' '), end);
  });
}
