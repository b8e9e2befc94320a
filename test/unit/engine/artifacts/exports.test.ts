import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { download } from '../../../../src/engine/index.ts';
import { startScriptedGateway } from '../../../fakes/gateway/scriptedGateway.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const gateway = await startScriptedGateway();
  context.after(() => gateway.close());
  const body = Buffer.alloc(3_000_000, 'abc');
  gateway.script('GET /big', { headers: { 'content-type': 'video/mp4' }, body });
  return { folder, gateway, body, file: join(folder, 'big.mp4') };
}

test('a download is saved whole, with its hash', async (context) => {
  const { gateway, body, file, folder } = await arrange(context);

  const saved = await download(`${gateway.url}/big`, file, { baseUrl: gateway.url });

  const sha256 = createHash('sha256').update(body).digest('hex');
  assert.deepEqual(saved, { bytes: body.length, sha256, mediaType: 'video/mp4' });
  assert.deepEqual([await readdir(folder), (await readFile(file)).equals(body)], [['big.mp4'], true]);
});

test('a download never overwrites an existing file', async (context) => {
  const { gateway, file, folder } = await arrange(context);
  await writeFile(file, 'mine');

  await assert.rejects(download(`${gateway.url}/big`, file, { baseUrl: gateway.url }), { code: 'EEXIST' });

  assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['big.mp4'], 'mine']);
});

test('a download from loopback is refused unless the gateway is on loopback', async (context) => {
  const { gateway, file, folder } = await arrange(context);

  await assert.rejects(download(`${gateway.url}/big`, file), /not https:/);

  assert.deepEqual([gateway.calls, await readdir(folder)], [[], []]);
});

test('using the engine does not change the global dispatchers of the process', async (context) => {
  const { gateway, folder } = await arrange(context);
  const script = `
    const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
    const { createEngine, download } = await import(${JSON.stringify(new URL('../../../../src/engine/index.ts', import.meta.url).href)});
    await download('${gateway.url}/big', ${JSON.stringify(join(folder, 'a.mp4'))}, { baseUrl: '${gateway.url}' });
    const silent = { info() {}, warn() {}, error() {} };
    const engine = createEngine({ storageDir: ${JSON.stringify(join(folder, 's'))}, version: '1', log: silent,
      openProfile: async () => null, settings: () => ({ retryOn5xx: true, maxDownloadBytes: 1, maxPollMs: 1 }) });
    await engine.checkGateway({ baseUrl: '${gateway.url}', apiKey: 'sk-x' }, new AbortController().signal);
    engine.dispose();
    console.log(JSON.stringify(symbols.map((symbol) => symbol in globalThis)));`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);

  assert.deepEqual(JSON.parse(stdout), [false, false]);
});
