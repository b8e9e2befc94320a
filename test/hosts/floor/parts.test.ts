// The built parts in plain Node, with the Node of the lowest VS Code that is supported.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type * as languagePart from '../../../src/core/language/index.ts';
import type * as enginePart from '../../../src/engine/index.ts';
import type * as sandboxPart from '../../../src/sandbox/index.ts';

const load = createRequire(import.meta.url);
const language = load('../../../dist/language.cjs') as typeof languagePart;
const engine = load('../../../dist/engine.cjs') as typeof enginePart;
const sandbox = load('../../../dist/sandbox.cjs') as typeof sandboxPart;

const imageJob = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';

const quiet = (): void => undefined;

async function makeFolder(context: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-floor-'));
  context.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function startSandbox(context: TestContext, dataDir: string): Promise<sandboxPart.Sandbox> {
  const gateway = await sandbox.startSandbox({ dataDir, speed: 1000, draft: true });
  context.after(() => gateway.close());
  return gateway;
}

/** Runs `prepare` and then the engine, in a separate process. Returns what the process prints. */
async function useEngineAlone(context: TestContext, prepare: string): Promise<unknown> {
  const dir = await makeFolder(context);
  const script = `
    const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
    ${prepare}
    const before = symbols.map((symbol) => globalThis[symbol]);
    const { createEngine } = require(${JSON.stringify(load.resolve('../../../dist/engine.cjs'))});
    const quiet = () => undefined;
    const engine = createEngine({
      storageDir: ${JSON.stringify(join(dir, 'storage'))},
      version: '0.0.0',
      openProfile: async () => null,
      settings: () => ({}),
      log: { info: quiet, warn: quiet, error: quiet },
    });
    const candidate = { baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-x' };
    engine.checkGateway(candidate, new AbortController().signal).then(({ ok }) => {
      engine.dispose();
      const isSame = symbols.map((symbol, at) => globalThis[symbol] === before[at] && symbol in globalThis === at in own);
      console.log(JSON.stringify({ ok, isSame }));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  return JSON.parse(stdout);
}

describe('The built parts in plain Node', () => {
  // Undici as a whole would set them for every extension of the host, if no one has set them before.
  it('leave the global dispatchers of the process as they were', async (context) => {
    const isUntouched = { ok: false, isSame: [true, true] };
    const setBoth = 'const own = symbols.map((symbol) => (globalThis[symbol] = { dispatch: () => false }));';
    const answers = [await useEngineAlone(context, 'const own = [];'), await useEngineAlone(context, setBoth)];
    assert.deepEqual(answers, [isUntouched, isUntouched]);
  });

  it('check a job file', () => {
    const document = language.createLanguageService().open('file:///hero.gen.yaml', `${imageJob}size: 17\n`);
    const severities = document.problems().map(({ severity }) => severity);
    document.dispose();
    assert.ok(severities.includes('error'), severities.join());
  });

  it('generate an image on the sandbox and save it', async (context) => {
    const dir = await makeFolder(context);
    const gateway = await startSandbox(context, join(dir, 'sandbox'));
    const running = engine.createEngine({
      storageDir: join(dir, 'storage'),
      version: '0.0.0',
      openProfile: async (name) => ({
        name,
        baseUrl: gateway.url,
        docsUrl: gateway.docsUrl,
        isSandbox: true,
        readKey: async () => gateway.key,
      }),
      settings: () => ({
        retryOn5xx: true,
        maxDownloadBytes: 100_000_000,
        maxPollMs: 60_000,
        budgetRunUsd: 0,
        budgetDayUsd: 0,
        prices: {},
        envAllow: [],
      }),
      log: { info: quiet, warn: quiet, error: quiet },
    });
    context.after(() => running.dispose());
    const jobFile = join(dir, 'hero.gen.yaml');
    await writeFile(jobFile, imageJob);

    const { requests } = await running.plan({ text: imageJob, jobFile, isStrict: false });
    const run = running.start({
      parts: [{ jobFile, boundary: dir, profile: 'sandbox', requests, concurrency: 1 }],
    });
    const [task] = await run.done;

    const index = await running.models.refresh('sandbox', { maxAgeMs: 0, signal: new AbortController().signal });

    // Measured and parsed by the parser thread, which the built engine finds beside itself.
    assert.deepEqual([task?.state, Number(task?.artifacts[0]?.width) > 0], ['saved', true]);
    assert.ok(index.kind === 'fetched' && index.copy.index.schemas.length > 0, index.kind);
    assert.ok((await readdir(dir)).includes('hero.png'));
  });
});
