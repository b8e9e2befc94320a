import { basename, dirname } from 'node:path';
import { createDispatchers } from '../node/network/dispatchers.ts';
import { nodeFileSystem } from '../node/files/fileSystem.ts';
import { createPartFile } from '../node/partFiles/partFile.ts';
import { createPatientFileSystem } from '../node/files/patientFileSystem.ts';
import { placeFile } from '../node/partFiles/placeFile.ts';
import { nodeProcesses } from '../node/processes/nodeProcesses.ts';
import { systemClock } from '../node/systemClock.ts';
import { Download, type Downloaded } from './download.ts';

interface DownloadFileOptions {
  readonly signal?: AbortSignal;
  /** Default: 2 GiB. */
  readonly maxBytes?: number;
  /** Limit between two chunks in ms. Default: 60,000. */
  readonly idleTimeoutMs?: number;
  /** Base URL of the gateway that named the URL: its host may be private, and one on loopback may use loopback. */
  readonly baseUrl?: string;
  readonly userAgent?: string;
}

interface DownloadedFile extends Downloaded {
  /** SHA-256 of the content as 64 hex digits. */
  readonly sha256: string;
}

const gibibyte = 1024 ** 3;

/**
 * Downloads a result to a new file, as the engine does: streamed, hashed, checked hop by hop, durable, never over an
 * existing file. Rejects with the error. In that case no file is left.
 */
export async function downloadFile(
  url: string,
  file: string,
  options: DownloadFileOptions = {},
): Promise<DownloadedFile> {
  const { signal = new AbortController().signal, maxBytes = 2 * gibibyte, idleTimeoutMs = 60_000 } = options;
  const { baseUrl = null, userAgent = 'genwright' } = options;
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  const files = createPatientFileSystem(nodeFileSystem, systemClock);
  const ports = { files, processes: nodeProcesses };
  const part = await createPartFile(dirname(file), basename(file), ports);
  try {
    const elapsedMs = (): number => systemClock.monotonicMs();
    const options = { dispatchers, baseUrl, maxBytes, idleTimeoutMs, userAgent, elapsedMs };
    const outcome = await new Download(url, part, options).attempt(signal);
    if (outcome.kind === 'not-written') throw outcome.error;
    if (outcome.kind !== 'downloaded') throw new Error(outcome.message);
    const sha256 = await part.finish();
    if ((await placeFile(part.path, file, ports)) === 'taken') {
      throw Object.assign(new Error(`${basename(file)} is there already`), { code: 'EEXIST' });
    }
    const { bytes, mediaType } = outcome;
    return { bytes, sha256, mediaType };
  } finally {
    await part.discard();
    dispatchers.dispose();
  }
}
