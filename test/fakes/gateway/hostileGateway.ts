import { hostileImage, hostileLink, hostileText } from '../../support/hostileText.ts';
import { hostileVideo } from '../media/hostileMedia.ts';
import { makePng } from '../media/media.ts';
import {
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedGateway,
  startScriptedGateway,
} from './scriptedGateway.ts';

/** Starts a gateway, with a docs host below `/docs`, whose responses all attack the user. */
export function startHostileGateway(): Promise<ScriptedGateway> {
  return startScriptedGateway(answer);
}

const submit = '/v1/images/generations';
const page = `<html><title>${hostileText}</title><body>${hostileText}</body></html>`;
const refusal: ScriptedAnswer = { status: 400, body: { error: { code: hostileLink, message: hostileText } } };
const redirect: ScriptedAnswer = { status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: page };

function answer({ method, path, body }: ScriptedCall, url: string): ScriptedAnswer {
  if (method === 'POST' && path === submit) return answerSubmit(body, url);
  if (path.startsWith(`${submit}/`)) return answerQuery(path.slice(submit.length + 1), url);
  if (path.startsWith('/docs/')) return documents[path.slice('/docs'.length)] ?? redirect;
  if (path.startsWith('/v1/assets/')) return assets[path.slice('/v1/assets'.length)] ?? refusal;
  if (path.startsWith('/files/')) return files[path.slice('/files/'.length)] ?? redirect;
  if (path === '/api/usage/token/user-balance') return balance;
  return { status: 404, headers: { 'content-type': 'text/html' }, body: page };
}

const balance: ScriptedAnswer = {
  body: { success: true, data: { balance_usd: 1e308, used_amount_usd: -1e308, username: hostileText } },
};

/** Returns the response to a prompt, which is one of `hostileCases`, or `running` for a task that never ends. */
function answerSubmit(body: string, url: string): ScriptedAnswer {
  const name = /"prompt":"([\w-]+)"/.exec(body)?.[1] ?? '';
  switch (name) {
    case 'failed':
    case 'addresses':
    case 'content-type':
    case 'amount':
    case 'running':
      return { body: { code: 'success', message: hostileText, data: { task_id: name, status: hostileText } } };
    case 'endless':
      return { body: { created: 1, data: [{ url: `${url}/files/endless` }] } };
    case 'task-id':
      return { body: { code: 'success', data: { task_id: 'a-'.repeat(20 * 1024), status: 'queued' } } };
    case 'page':
      return { headers: { 'content-type': 'text/html' }, body: page };
    case 'redirect':
      return redirect;
    case 'slowly':
      return { pieces: JSON.stringify({ created: 1, data: [{ b64_json: 'AAAA' }] }).split(''), headers: json };
    default:
      return refusal;
  }
}

const json = { 'content-type': 'application/json' };

function answerQuery(id: string, url: string): ScriptedAnswer {
  const results: Readonly<Record<string, object>> = {
    failed: { status: 'failed', fail_reason: hostileText, error: { code: hostileLink, message: hostileText } },
    addresses: succeed(['file:///etc/passwd', 'https://169.254.169.254/x.png', `${url}/files/away`]),
    'content-type': succeed([`${url}/files/page`]),
    amount: { ...succeed([`${url}/files/image`]), amount_usd: -1e308, cost: 'NaN' },
  };
  return { body: { code: 'success', data: { task_id: id, message: hostileText, ...results[id] } } };
}

function succeed(urls: readonly string[]): object {
  return { status: 'succeeded', data: urls.map((url) => ({ url, title: hostileText, lyrics: hostileText })) };
}

const files: Readonly<Record<string, ScriptedAnswer>> = {
  // Only one medium that a parser never stops reading, because the engine waits for the limit of each.
  endless: { headers: { 'content-type': hostileVideo.mediaType }, body: hostileVideo.bytes },
  // A header cannot contain control characters, nor letters beyond Latin 1.
  page: { headers: { 'content-type': hostileLink }, body: page },
  image: { headers: { 'content-type': 'image/png' }, body: makePng() },
};

const asset = { name: hostileText, asset_type: 'Image', group_id: hostileLink, url: 'file:///etc/passwd' };

const assets: Readonly<Record<string, ScriptedAnswer>> = {
  '/list': { body: { success: true, data: { items: [{ ...asset, id: hostileLink, status: 'active' }] } } },
  '/group/list': { body: { success: true, data: { items: ['one', 'two'].map((id) => ({ id, name: hostileText })) } } },
  '/quota': { body: { success: true, data: { max_count_per_user: 1e308, current_count: -1 } } },
};

const endpoint = 'POST /v1/images/generations';

/** Names that a document may not contain are tried beside values that it may contain. */
const documents: Readonly<Record<string, ScriptedAnswer>> = {
  '/model-index.json': {
    body: {
      breakingSince: hostileText,
      models: [
        { id: 'acme-1', title: hostileText, description: `${hostileText} ${hostileImage}`, type: 'image', endpoint },
        { id: hostileLink, title: hostileText, type: 'image', endpoint },
      ],
    },
  },
  '/openapi/en.import.yaml': {
    body: {
      openapi: '3.0.0',
      info: { title: hostileText, version: '[2](command:genwright.x)' },
      paths: {
        [submit]: { post: { requestBody: { content: { 'application/json': { schema: buildSchema() } } } } },
      },
    },
  },
  '/test-cases.json': {
    body: {
      cases: [
        { model: 'acme-1', prompt: 'file://./.env', style: '.env', image: ['.env'] },
        { model: 'acme-1', prompt: '${{ env.GENWRIGHT_TEST_SECRET }}' },
        { model: 'acme-1', 'a: 1\ngen: { profile: prod }\nx-b': '1\n2' },
      ].map((payload) => ({ title: hostileText, model: 'acme-1', payload })),
    },
  },
};

function buildSchema(): object {
  const text = { type: 'string', description: hostileText };
  return {
    type: 'object',
    properties: {
      model: { type: 'string', enum: ['acme-1'] },
      prompt: text,
      style: { ...text, default: hostileImage },
      mode: { ...text, enum: [hostileImage, '$(warning)', hostileLink] },
      [hostileImage]: text,
      [hostileLink]: text,
    },
  };
}
