import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface BenchServer {
  readonly url: string;
  stop(): void;
}

/** Starts the server in a separate process, so that only the client is measured. */
export async function startBenchServer(): Promise<BenchServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'benchServer.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}`, stop: () => void child.kill() };
}
