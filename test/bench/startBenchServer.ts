import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface BenchServer {
  readonly url: string;
  stop(): void;
}

/** In a process of its own, so that only our side is measured. */
export async function startBenchServer(): Promise<BenchServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'benchServer.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}`, stop: () => void child.kill() };
}
