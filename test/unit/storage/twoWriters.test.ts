import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLineFile } from '../../../src/storage/lineFile.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const appender = join(import.meta.dirname, '../../fakes/disk/lineAppender.ts');
const rounds = 20;

/** Starts another process that appends lines to this file. */
async function startWriter(context: TestContext, path: string, folder: string) {
  const child = spawn(process.execPath, [appender, path, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  context.after(() => child.kill());
  const answers = createInterface({ input: child.stdout });
  await once(answers, 'line');
  return {
    async append(id: string, length: number): Promise<void> {
      const done = once(answers, 'line');
      child.stdin.write(`${JSON.stringify({ id, length })}\n`);
      await done;
    },
  };
}

test('if two processes append lines at the same time, no line is missing', async (context) => {
  const folder = await makeTempFolder(context);
  const path = join(folder, 'hero.gen.runs.jsonl');
  const writers = await Promise.all([startWriter(context, path, folder), startWriter(context, path, folder)]);
  const reader = createLineFile({ parse: readId, files: nodeFileSystem, processes: nodeProcesses });
  const written: string[] = [];
  for (const isTorn of [false, true]) {
    for (const kilobytes of [1, 20, 100]) {
      for (let round = 0; round < rounds; round += 1) {
        if (isTorn) await appendFile(path, '{"v":1,"at":"2026-01-01T00:00:00.000Z","run":"to');
        const ids = writers.map((_, writer) => `${isTorn ? 'torn' : 'whole'} ${kilobytes} ${round} ${writer}`);
        await Promise.all(writers.map((writer, at) => writer.append(ids[at] ?? '', kilobytes * 1024)));
        written.push(...ids);

        assert.deepEqual((await reader.read(path)).toSorted(), written.toSorted());
      }
    }
  }
});

function readId(line: string): string | null {
  try {
    return (JSON.parse(line) as { readonly id?: string }).id ?? null;
  } catch {
    return null;
  }
}
