import { type Figure, runProcess } from './figure.ts';

/** Measures downloads in a separate process, whose memory has nothing else in it. */
export async function measureDownload(): Promise<readonly Figure[]> {
  return (await runProcess('downloadSpeedProcess.ts')) as readonly Figure[];
}
