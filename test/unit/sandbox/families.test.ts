import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import type { Endpoint, ModelFamily } from '../../../src/core/catalog/catalog.ts';
import { buildSampleBody } from '../../../src/sandbox/docs/openApi.ts';
import { arrangeSandbox, type Arranged } from './arrangeSandbox.ts';

/** Returns the outcome of a sample: a word for the result, or the whole response if there is none. */
async function generate({ call, pass }: Arranged, family: ModelFamily, endpoint: Endpoint): Promise<unknown> {
  const answer = await call(endpoint.path, buildSampleBody(family, endpoint, family.models[0] ?? modelOf(family)));
  const body = (await answer.json()) as Record<string, unknown>;
  if (answer.status !== 200) return body;
  if (endpoint.pollPath === null) return describeResult(body);
  pass(60_000);
  const query = await call(endpoint.pollPath.replace('{task_id}', String(body['task_id'])));
  return describeResult((await query.json()) as Record<string, unknown>);
}

/** Returns a model of a family that has prefixes only. */
function modelOf({ prefixes: [prefix = ''] = [] }: ModelFamily): string {
  return `${prefix}any`;
}

function describeResult(answer: Record<string, unknown>): unknown {
  const text = JSON.stringify(answer);
  const [, extension] = /\/files\/task_\w+\/1\.(\w+)/.exec(text) ?? [];
  if (extension !== undefined && /"amount_usd":[\d.]+/.test(text)) return extension;
  if (/data:image\/png;base64,/.test(text)) return 'png';
  return /"(?:content|text)":"\S/.test(text) ? 'text' : answer;
}

const expected = { image: /^(?:png|jpg)$/, music: /^mp3$/, speech: /^mp3$/, video: /^mp4$/, chat: /^text$/ };

describe('the sample of each family, on each of its endpoints', () => {
  for (const family of bundledCatalog.families) {
    for (const endpoint of family.endpoints) {
      test(`${family.id} makes a result at ${endpoint.path}`, async (t) => {
        const result = await generate(await arrangeSandbox(t, { speed: 1000 }), family, endpoint);
        assert.match(typeof result === 'string' ? result : JSON.stringify(result), expected[family.modality]);
      });
    }
  }
});
