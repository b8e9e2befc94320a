import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

/** Measures downloads in a separate process, whose memory has nothing else in it. */
export async function measureDownload(): Promise<readonly Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'downloadSpeedProcess.ts'),
  ]);
  return JSON.parse(stdout) as readonly Figure[];
}
