import { setTimeout } from 'node:timers/promises';
import { bundledCatalog } from '../core/catalog/bundledCatalog.ts';
import { createAssetStore } from './assets/assetStore.ts';
import { createDocs } from './docs/answerDocs.ts';
import { createGateway } from './gateway.ts';
import { listen } from './http/listen.ts';
import { draftMedia } from './media/draftMedia.ts';
import { createMediaFiles } from './media/mediaFiles.ts';
import { createMediaWorker } from './media/mediaWorker.ts';
import { readOrCreateKey } from './store/keyFile.ts';
import { createTaskStore } from './store/taskStore.ts';

/** Options of the embedded gateway. Tests change the speed and use faults. The extension uses the defaults. */
export interface SandboxOptions {
  /** Absolute path of a folder for tasks and balance. It is created if it is missing. Servers may share it. */
  readonly dataDir: string;
  /** 0 selects a free port. */
  readonly port?: number;
  /** Divides every task duration: 1 is realistic (a few seconds), 1000 is nearly immediate. */
  readonly speed?: number;
  /** Makes small media quickly, for tests that do not look at the content. */
  readonly draft?: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  /** Called before each response. A returned fault replaces the response. For tests. */
  readonly fault?: (request: SandboxCall) => SandboxFault | undefined;
  /** Called with each request that arrives. The body of a request with a wrong host or key is not read. For tests. */
  readonly onCall?: (request: SandboxCall) => void;
}

/** A request as hooks see it. `path` is without the query. */
export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or null if there is none. */
  readonly body: unknown;
  /** How often this method and path were called before. */
  readonly count: number;
}

/**
 * A fault of a response. Only `answer` keeps the request from being carried out, like a gateway that refuses it. With
 * every other kind, a POST has created and charged its task, but the caller cannot know.
 */
export type SandboxFault =
  /** The connection ends before any byte of the response. */
  | { readonly kind: 'drop-before-answer' }
  /** Status and headers arrive, then the connection ends. */
  | { readonly kind: 'drop-before-body' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'drop-inside-body' }
  /** Nothing is sent. The connection stays open until the caller gives up or the server closes. */
  | { readonly kind: 'stall' }
  /** The same, after half of the body. */
  | { readonly kind: 'stall-inside-body' }
  /** After half of its events, a stream reports a failure and ends. Bodies in one piece are not changed. */
  | { readonly kind: 'error-inside-stream' }
  /** The whole body arrives, but `Content-Length` announces 16 more bytes, and the connection ends. */
  | { readonly kind: 'wrong-length' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** A running server. Several may use one data folder, each with its own URL. */
export interface Sandbox {
  /** Base URL without a trailing slash: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** URL of the model index, the API description and the test cases: `<url>/docs`. No key is needed. */
  readonly docsUrl: string;
  /** The only key that it accepts. */
  readonly key: string;
  /** Ends open connections and the media worker. Closing twice is harmless. */
  close(): Promise<void>;
}

/**
 * Starts the gateway that ships with Genwright: offline, free, on loopback. It follows the interface specification for
 * every endpoint, and observations of such gateways where the specification shows no shapes. To see a task fail, start
 * its prompt (or text) with `[fail]`.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, port = 0, speed = 1, draft = false, now = Date.now } = options;
  const key = await readOrCreateKey(dataDir);
  const tasks = await createTaskStore(dataDir);
  const worker = createMediaWorker();
  const media = createMediaFiles({ dataDir, worker: draft ? draftMedia(worker) : worker });
  const gateway = createGateway({
    key,
    tasks,
    assets: createAssetStore(dataDir),
    media,
    docs: createDocs(bundledCatalog),
    catalog: bundledCatalog,
    speed,
    now,
    pause: (durationMs) => setTimeout(durationMs / speed, undefined, { ref: false }),
  });
  try {
    const server = await listen({ port, gateway, fault: options.fault, onCall: options.onCall });
    let closing: Promise<void> | undefined;
    const closeAll = async (): Promise<void> => {
      await Promise.all([server.close(), worker.close()]);
    };
    return { url: server.url, docsUrl: `${server.url}/docs`, key, close: () => (closing ??= closeAll()) };
  } catch (error) {
    await worker.close();
    throw error;
  }
}
