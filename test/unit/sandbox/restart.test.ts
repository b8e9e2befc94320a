import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readOrCreateSecret } from '../../../src/node/readOrCreateSecret.ts';
import { arrangeSandbox, callSandbox, image, imagePath, speech, speechPath } from './arrangeSandbox.ts';

test('keeps key, tasks and balance across a restart, with URLs of the present server', async (t) => {
  const { sandbox, finish, startAnother, readBalance } = await arrangeSandbox(t);
  const before = await finish(imagePath, image);
  await sandbox.close();
  const again = await startAnother();
  const { data } = (await (await callSandbox(again, `${imagePath}/${before.task_id}`)).json()) as {
    data: { url: string };
  };
  assert.deepEqual(
    [again.key, data.url, await readBalance(again)],
    [sandbox.key, `${again.url}/files/${before.task_id}/1.png`, 24.965],
  );
});

test('shares a folder with another server: each responds for the tasks of both', async (t) => {
  const { sandbox, finish, startAnother, readBalance } = await arrangeSandbox(t);
  const other = await startAnother();
  const task = await finish(speechPath, speech);
  const answer = await callSandbox(other, `${speechPath}/${task.task_id}`);
  const { data } = (await answer.json()) as { data: { url: string } };
  const bytes = await Promise.all(
    [task.url ?? '', data.url].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  assert.deepEqual(
    [
      other.key === sandbox.key,
      other.url === sandbox.url,
      bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0)),
      await readBalance(other),
    ],
    [true, false, true, 24.9998],
  );
});

test('agrees on one key when several servers start on a new folder at once', async (t) => {
  const { dataDir } = await arrangeSandbox(t);
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => readOrCreateSecret(join(dataDir, 'new', 'key'), 'sk-sandbox-')),
  );
  const file = join(dataDir, 'new', 'key');
  assert.match(keys[0] ?? '', /^sk-sandbox-[0-9a-f]{48}$/);
  assert.deepEqual([...new Set(keys)], [await readFile(file, 'utf8')]);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a damaged key is replaced, and the new one stays', async (t) => {
  const { dataDir } = await arrangeSandbox(t);
  await writeFile(join(dataDir, 'key'), 'sk-sandbox-');
  const read = () => readOrCreateSecret(join(dataDir, 'key'), 'sk-sandbox-');
  const keys = [await read(), await read()];
  assert.match(keys[0] ?? '', /^sk-sandbox-[0-9a-f]{48}$/);
  assert.equal(keys[1], keys[0]);
});

test('treats a torn task file as an unknown task', async (t) => {
  const { dataDir, call } = await arrangeSandbox(t);
  await mkdir(join(dataDir, 'tasks'));
  const id = `task_${'0'.repeat(32)}`;
  await writeFile(join(dataDir, 'tasks', `${id}.json`), '{"id": "task_0');
  const balance = await call('/api/usage/token/user-balance');
  assert.deepEqual([(await call(`${imagePath}/${id}`)).status, balance.status], [400, 200]);
});
