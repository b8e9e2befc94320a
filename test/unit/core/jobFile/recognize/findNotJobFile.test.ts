import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import {
  findNotJobFile,
  isJobFile,
  maxScannedLength,
  type NotJobFile,
} from '../../../../../src/core/jobFile/recognize/findNotJobFile.ts';
import { damagedTexts, readCorpus } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';

const name = 'hero.gen.yaml';

type Row = readonly [text: string, expected: NotJobFile | null];

/** Returns the rows whose outcome differs. */
function findWrong(rows: readonly Row[]): readonly unknown[] {
  return rows
    .map(([text, expected]) => ({ text, expected, found: findNotJobFile({ name, text }) }))
    .filter(({ expected, found }) => expected !== found);
}

const buf = 'version: v2\nplugins:\n  - remote: buf.build/protocolbuffers/go\n    out: gen/go\n';
const kubernetes = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: model\ndata:\n  prompt: x\n';

describe('a job file', () => {
  test('has a name that ends in .gen.yaml or .gen.yml, and that Buf does not use', () => {
    const names = {
      'hero.gen.yaml': null,
      'hero.gen.yml': null,
      '.gen.yaml': null,
      'buffer.gen.yaml': null,
      'my.buf.gen.yaml': null,
      'hero.yaml': 'name',
      'gen.yaml': 'name',
      'hero.gen.yaml.txt': 'name',
      'hero.gen.json': 'name',
      '': 'name',
      'buf.gen.yaml': 'tool-name',
      'buf.gen.yml': 'tool-name',
      'buf.go.gen.yaml': 'tool-name',
      'buf.go.v2.gen.yaml': 'tool-name',
    };
    const found = Object.keys(names).map((each) => [each, findNotJobFile({ name: each, text: 'model: sonic\n' })]);
    assert.deepEqual(Object.fromEntries(found), names);
  });

  test('is empty, holds only comments, or is one plain scalar', () => {
    const texts = [
      '', ' ', '\n\n', '\t\n', '\ufeff', '# note', '\ufeff# note\r\n', '  # one\n# two\n', '---', '---\n', '--- # note\n',
      '%YAML 1.2\n', '%YAML 1.2\n---\n# note\n', '---\n---\nopenapi: 3.1.0\n', '&anchor', 'm', 'model', 'mod', 'model:x',
      'x-', '$schema', '  model', '--- model', '---\nmodel\n', 'one\n  two\n', 'a lighthouse\nat dawn', 'v1#2',
    ]; // prettier-ignore
    assert.deepEqual(findWrong(texts.map((text) => [text, null])), []);
  });

  test('has a key of a job at its root', () => {
    const keys = [
      'gen', 'vars', 'matrix', 'jobs', 'needs', 'output', 'request', 'model', 'prompt', 'messages', 'text',
    ]; // prettier-ignore
    assert.deepEqual(findWrong(keys.map((key) => [`size: 2K\n${key}: x\n`, null])), []);
    const others = ['Model', 'models', 'prompts', 'job', 'size', '$schema', 'x-model', 'kind', 'version', 'apiVersion'];
    assert.deepEqual(findWrong(others.map((key) => [`${key}: x\n`, 'no-job-key'])), []);
  });

  test('does not have the keys of another tool, unless it has "model", "jobs" or "gen"', () => {
    const tools = [kubernetes, buf, 'openapi: 3.1.0\npaths: {}\n', "swagger: '2.0'\n", '{"openapi": "3.1.0"}'];
    assert.deepEqual(findWrong(tools.map((text) => [text, 'tool-content'])), []);
    const blocks = tools.filter((text) => !text.startsWith('{'));
    for (const key of ['prompt', 'messages', 'text', 'vars', 'matrix', 'needs', 'output', 'request']) {
      assert.deepEqual(findWrong(blocks.map((text) => [`${text}${key}: x\n`, 'tool-content'])), []);
    }
    for (const key of ['model', 'jobs', 'gen']) {
      assert.deepEqual(findWrong(blocks.map((text) => [`${text}${key}: x\n`, null])), []);
    }
    assert.deepEqual(
      findWrong([
        ['apiVersion: v1\nprompt: x\n', null],
        ['kind: x\ntext: y\n', null],
        ['plugins: []\nprompt: x\n', null],
        ['version: 1\noutput: x\n', null],
      ]),
      [],
    );
  });

  test('is recognized by the first document alone', () => {
    assert.deepEqual(
      findWrong([
        [`model: sonic\n---\n${kubernetes}`, null],
        [`${kubernetes}---\nmodel: sonic\n`, 'tool-content'],
        [`---\n${buf}---\nmodel: sonic\n`, 'tool-content'],
        ['size: 2K\n...\nmodel: sonic\n', 'no-job-key'],
        ['# note\n---\nmodel: sonic\n', null],
        ['%YAML 1.2\n%TAG ! tag:x,2000:\n---\nmodel: sonic\n', null],
        ['size: 2K\n---x\nmodel: sonic\n', null],
      ]),
      [],
    );
  });

  test('has its keys in the column of the root, not inside a value', () => {
    assert.deepEqual(
      findWrong([
        ['  size: 2K\n  model: sonic\n', null],
        ['  size: 2K\nmodel: sonic\n', null],
        ['size: 2K\n  model: sonic\n', 'no-job-key'],
        ['data:\n  - model: sonic\n    prompt: x\n', 'no-job-key'],
        ['data:\n- model: sonic\n', 'no-job-key'],
        ['data: |\n  model: sonic\n\n  prompt: x\n', 'no-job-key'],
        ['data: {model: sonic}\n', 'no-job-key'],
        ['data: "model: sonic"\n', 'no-job-key'],
        ['# model: sonic\nsize: 2K # prompt: x\n', 'no-job-key'],
        ['- model: sonic\n', 'no-job-key'],
        ['[model, prompt]\n', 'no-job-key'],
        ['[\nmodel: sonic\n]\n', 'no-job-key'],
        ['--- |\nmodel: sonic\n', 'no-job-key'],
        ['"model"\n', 'no-job-key'],
      ]),
      [],
    );
  });

  test('is recognized with every form of a key', () => {
    const texts = [
      '"model": x', "'model': x", '"model" : x', 'model : x', 'model:', 'model:\n', 'model:\tx', '? model\n: x',
      '? "model"\n: x', '&a model: x', '!!str model: x', '&a\nmodel: x', '!!map\nmodel: x', '--- &a !!map\nmodel: x',
      'size: 2K\r\nmodel: x\r\n', 'size: 2K\rmodel: x', '\ufeffmodel: x', '\ufeff---\nmodel: x', '<<: *base\nsize: 2K',
      '{model: x}', '{"model":"x"}', '{ size: 2K, model: x }', "{'size':'{', 'model': x}", '{\n  "size": [1, {"a": 2}],\n  "model": "x"\n}',
      '{size: "a, b: c", model: x}', '{ # note, }\n model: x}', '--- {model: x}', '{size: it\'s, model: x}', '{model}',
      '{size, model}', '{? model : x}', '{&a model: x}', '{size: http://x/{a}, model: x}', '{"a\\"}": 1, "model": 2}',
      '{model, size}', '{model:}', '{"": 1, model: x}', '{"a {": 1, model: x}', "{'a''{': 1, model: x}", '{size: 1, "a {": 2, model: x}',
      '{model:\tx}', '{model:\rx}', '{model:\nx}',
    ]; // prettier-ignore
    assert.deepEqual(findWrong(texts.map((text) => [text, null])), []);
    const others = [
      '{a: {model: x}}', '{a: [model, prompt]}', '{"a": "model", b: model}', '{a: 1} # model: x', '{}', '{model://x}',
      '{a: 1}{b: 2, model: x}',
    ]; // prettier-ignore
    assert.deepEqual(findWrong(others.map((text) => [text, 'no-job-key'])), []);
  });

  test('stays one while it is typed and is not valid YAML', () => {
    assert.deepEqual(
      findWrong([
        ['mod\nprompt: x\n', null],
        ['prompt: "unclosed\nsize: [1, 2\n', null],
        ['size: "unclosed\nmodel: sonic\n', null],
        ['size: {a: [\nmodel: sonic\n', null],
        ['"siz\nprompt: x\n', null],
        ['{model: son', null],
        ['{"model": "son', null],
        ['{size: 2K, model', null],
        ['{size: 2K, mod\n', 'no-job-key'],
        ['prompt: @x: %y: `z`\n', null],
        ['prompt: {{x}}\n', null],
        ['size: 2K\n\tmodel: sonic\nprompt: x', null],
        ['- a\nmodel: sonic\n', null],
        [`mod\n${kubernetes}`, 'tool-content'],
        [`${kubernetes}mod`, 'tool-content'],
        [`${kubernetes}model:`, null],
      ]),
      [],
    );
  });

  test('is recognized by the start of a text, however long it is', () => {
    const filler = `${'# a comment\n'.repeat(maxScannedLength / 12)}\n`;
    assert.deepEqual(
      [
        findNotJobFile({ name, text: `size: 2K\n${filler}model: sonic\n` }),
        findNotJobFile({ name, text: `model: sonic\n${filler}openapi: 3.1.0\n` }),
      ],
      ['no-job-key', null],
    );
  });

  test('has the keys that a parser finds', () => {
    const keys = fc.constantFrom(
      'model', 'prompt', 'jobs', 'text', 'vars', 'apiVersion', 'kind', 'openapi', 'swagger', 'version', 'plugins', 'size',
      'a key', 'x-y', '$schema', "it's", 'a#b', 'https://x', '日本',
    ); // prettier-ignore
    const values = fc.jsonValue({ maxDepth: 3 });
    const forms = fc.record({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultKeyType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', null),
      defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'BLOCK_LITERAL'),
      indent: fc.constantFrom(1, 2, 4),
      lineWidth: fc.constantFrom(0, 30),
      directives: fc.boolean(),
    } as const);
    const roots = fc.uniqueArray(fc.tuple(keys, values), { minLength: 1, maxLength: 6, selector: ([key]) => key });
    const property = fc.property(roots, forms, fc.boolean(), (entries, options, hasCrLf) => {
      const written = stringify(Object.fromEntries(entries), options);
      const text = hasCrLf ? written.replaceAll('\n', '\r\n') : written;
      const has = (...some: readonly string[]): boolean => some.every((key) => entries.some(([own]) => own === key));
      const isTool = has('apiVersion', 'kind') || has('openapi') || has('swagger') || has('version', 'plugins');
      const isJob = has('model') || has('jobs') || (!isTool && (has('prompt') || has('text') || has('vars')));
      assert.equal(isJobFile({ name, text }), isJob, text);
    });
    fc.assert(property);
  });

  test('is recognized or not for any text, without an error', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), damagedTexts(readCorpus().map(({ text }) => text)));
    fc.assert(fc.property(texts, (text) => assert.equal(typeof isJobFile({ name, text }), 'boolean')));
  });

  test('is each of the samples', () => {
    const folder = join(import.meta.dirname, '../../../../../samples');
    const names = readdirSync(folder).filter((each) => each.endsWith('.gen.yaml'));
    const wrong = names.filter((each) => !isJobFile({ name: each, text: readFileSync(join(folder, each), 'utf8') }));
    assert.deepEqual([names.length > 0, wrong], [true, []]);
  });
});
