import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rootDir } from '../hosts/paths.ts';

/** Starts the processes that are to be killed, from one bundle of the sources as they are. */
export interface Children<Order> {
  /** Resolves with what the process has said when it is gone. Rejects when it was not killed. */
  readonly run: (order: Order) => Promise<string>;
  close(): Promise<void>;
}

/** `entry` is the name of a file of this folder, which gets the order as JSON in its first argument. */
export async function createChildren<Order>(entry: string): Promise<Children<Order>> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-crash-'));
  const outfile = join(folder, 'child.cjs');
  await build({
    absWorkingDir: rootDir,
    entryPoints: [`test/crash/${entry}`],
    bundle: true,
    // Each process reads the whole bundle.
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    outfile,
    logLevel: 'error',
  });
  // The processes are too short-lived to profit from optimized WebAssembly, or from a heap that grows in small steps.
  const flags = ['--liftoff-only', '--min-semi-space-size=16', '--max-semi-space-size=32'];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
  return {
    run: (order) =>
      collect(
        spawn(process.execPath, [...flags, outfile, JSON.stringify(order)], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
      ),
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function collect(child: ChildProcess): Promise<string> {
  const texts = { out: '', error: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (texts.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (texts.error += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(texts.out);
      else reject(new Error(`The child ended with ${code ?? signal}: ${texts.error}`));
    });
  });
}
