import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createSeenValues, type ValueSource } from '../../../../../src/host/language/world/seenValues.ts';

interface FakeFile {
  readonly path: string;
  modifiedMs: number;
  text: string | null;
}

/** Arranges a workspace with these files, a clock that does not run, and counts of calls of the disk. */
function arrange(context: TestContext, files: readonly FakeFile[]) {
  const clock = { now: 0 };
  const counts = { looks: 0, reads: [] as string[] };
  const faults: unknown[] = [];
  let looked: () => void = () => undefined;
  const seen = createSeenValues({
    now: () => clock.now,
    onError: (error) => {
      faults.push(error);
      looked();
    },
    async listSources(): Promise<readonly ValueSource[]> {
      counts.looks += 1;
      return files.map((file) => ({
        ...file,
        read: () => {
          counts.reads.push(file.path);
          return file.text === null ? Promise.reject(new Error('disk')) : Promise.resolve(file.text);
        },
      }));
    },
  });
  context.after(() => seen.dispose());
  /** Asks again until values are found, or the look has failed. */
  const ask = async (field: string): Promise<readonly string[]> => {
    const before = counts.looks;
    const first = seen.of(field);
    if (counts.looks === before) return first;
    await settle();
    return seen.of(field);
  };
  const settle = async (): Promise<void> => {
    const turns = files.length * 4 + 10;
    const failed = new Promise<void>((resolve) => (looked = resolve));
    for (let turn = 0; turn < turns; turn += 1) {
      await Promise.race([new Promise((resolve) => setImmediate(resolve)), failed]);
    }
  };
  return { seen, ask, settle, clock, counts, faults };
}

const speech = (voice: string): string => `model: seed-tts-2.0\ntext: Hello\nvoice: ${voice}\n`;

describe('values seen in the workspace', () => {
  test('are there for the first caller if they were read before', async (context) => {
    const { seen, settle, counts } = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: speech('anna') }]);
    seen.look();
    await settle();
    assert.deepEqual([seen.of('voice'), counts.looks], [['anna'], 1]);
  });

  test('come from job files and runs files, the newest first, each once', async (context) => {
    const { ask } = arrange(context, [
      { path: 'old.gen.yaml', modifiedMs: 1, text: speech('anna') },
      { path: 'new.gen.yaml', modifiedMs: 3, text: speech('bert') },
      {
        path: 'new.gen.runs.jsonl',
        modifiedMs: 2,
        text: '{"request":{"voice":"carl"}}\n{"request":{"voice":"dora"}}\n{"request":{"voice":"bert"}}\n{"requ',
      },
    ]);
    assert.deepEqual(await ask('voice'), ['bert', 'dora', 'carl', 'anna']);
  });

  test('are those of all jobs, of axes, defaults, lists and members', async (context) => {
    const text = [
      'gen: {defaults: {style: pop}}',
      'jobs:',
      '  a: {model: sonic, tags: [soft, loud]}',
      '  b:',
      '    matrix: {voice: [anna, bert]}',
      '    audio: {speed: fast}',
    ].join('\n');
    const { ask } = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text }]);
    const found = { style: await ask('style'), tags: await ask('tags') };
    assert.deepEqual(
      { ...found, voice: await ask('voice'), speed: await ask('speed') },
      { style: ['pop'], tags: ['soft', 'loud'], voice: ['anna', 'bert'], speed: ['fast'] },
    );
  });

  test('are not prose, expressions, URLs, marks or reserved words', async (context) => {
    const text = [
      'model: sonic',
      'output: out/door.png',
      `prompt: ${'a long text '.repeat(10)}`,
      'text: "${{ vars.x }}"',
      'url: https://example.com/signed?key=1',
      'image: ./door.png',
      'lyrics: "two\\nlines"',
    ].join('\n');
    const runs = '{"request":{"mask":"sha256:00"}}';
    const { ask } = arrange(context, [
      { path: 'a.gen.yaml', modifiedMs: 1, text },
      { path: 'a.gen.runs.jsonl', modifiedMs: 1, text: runs },
    ]);
    const fields = ['model', 'output', 'prompt', 'text', 'url', 'image', 'lyrics', 'mask'];
    const found: (readonly string[])[] = [];
    for (const field of fields) found.push(await ask(field));
    assert.deepEqual(found.flat(), []);
  });

  test('are short strings that can be a choice', async (context) => {
    const longest = 'x'.repeat(80);
    const voices = [
      longest,
      `${longest}x`,
      ' ',
      'a\nb',
      '${{ vars.a }}',
      './a.png',
      '/a.png',
      'https://a.example',
      7,
      null,
    ];
    const jobs = Object.fromEntries(voices.map((voice, at) => [`job${at}`, { voice }]));
    const { ask } = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: JSON.stringify({ jobs }) }]);
    assert.deepEqual(await ask('voice'), [longest]);
  });

  test('are at most 40 for each field', async (context) => {
    const jobs = Object.fromEntries(Array.from({ length: 42 }, (_, at) => [`job${at}`, { voice: `voice ${at}` }]));
    const { ask } = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: JSON.stringify({ jobs }) }]);
    assert.equal((await ask('voice')).length, 40);
  });

  test('of members are offered under their own names, up to six levels deep', async (context) => {
    const nest = (depth: number): unknown => (depth === 0 ? 'deep' : { size: nest(depth - 1) });
    const seenIn = (jobFile: unknown) =>
      arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: JSON.stringify(jobFile) }]);
    const { ask } = seenIn({ style: { tone: ['soft', { mood: 'calm' }] } });
    assert.deepEqual([await ask('style'), await ask('tone'), await ask('mood')], [[], ['soft'], ['calm']]);
    const sizes = [6, 7].map((depth) => seenIn({ size: nest(depth) }).ask('size'));
    assert.deepEqual(await Promise.all(sizes), [['deep'], []]);
  });

  test('are read again after a while, and only from changed files', async (context) => {
    const files: FakeFile[] = [
      { path: 'a.gen.yaml', modifiedMs: 1, text: speech('anna') },
      { path: 'b.gen.yaml', modifiedMs: 2, text: speech('bert') },
    ];
    const { ask, seen, clock, counts } = arrange(context, files);
    await ask('voice');
    Object.assign(files[0] ?? {}, { modifiedMs: 3, text: speech('anton') });
    const tooSoon = seen.of('voice');
    clock.now = 30_000;
    assert.deepEqual(
      [tooSoon, await ask('voice'), counts],
      [['bert', 'anna'], ['anton', 'bert'], { looks: 2, reads: ['b.gen.yaml', 'a.gen.yaml', 'a.gen.yaml'] }],
    );
  });

  test('are left out for files that are not YAML, and a disk error is reported, not thrown', async (context) => {
    const broken = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: 'voice: [anna' }]);
    const failing = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: null }]);
    assert.deepEqual(
      [await broken.ask('voice'), await failing.ask('voice'), broken.faults.length, failing.faults.length],
      [[], [], 0, 1],
    );
  });

  test('are not read when they are no longer needed', async (context) => {
    const { seen, settle, counts } = arrange(context, [{ path: 'a.gen.yaml', modifiedMs: 1, text: speech('anna') }]);
    seen.look();
    seen.dispose();
    await settle();
    assert.deepEqual([seen.of('voice'), counts], [[], { looks: 1, reads: [] }]);
  });
});
