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

/** How the embedded gateway runs. Tests bend time and switch faults on; people get the defaults. */
export interface SandboxOptions {
  /** Absolute path of a folder for tasks and balance; made when it is missing. Servers may share it. */
  readonly dataDir: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Divides every task duration: 1 is life-like (a few seconds), 1000 is at once. */
  readonly speed?: number;
  /** Makes media in small, in a moment: for tests that look at how they come, not at what they show. */
  readonly draft?: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  /** Called before each answer; returning a fault replaces the answer. For tests. */
  readonly fault?: (request: SandboxCall) => SandboxFault | undefined;
  /** Called with each request that arrives. The body of one with a wrong host or key is not read. For tests. */
  readonly onCall?: (request: SandboxCall) => void;
}

/** A request as hooks see it; `path` is without the query. */
export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or null when there is none. */
  readonly body: unknown;
  /** How often this method and path were called before. */
  readonly count: number;
}

/**
 * What goes wrong with an answer. Only `answer` keeps the request from being carried out, as a gateway does that
 * refuses it. With every other kind a POST has made its task, and charges for it, though the caller can not know.
 */
export type SandboxFault =
  /** The connection ends without a byte of an answer. */
  | { readonly kind: 'drop-before-answer' }
  /** Status and headers arrive, then the connection ends. */
  | { readonly kind: 'drop-before-body' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'drop-inside-body' }
  /** Nothing is sent; the connection stays open until the caller gives up or the server closes. */
  | { readonly kind: 'stall' }
  /** The same, after half of the body. */
  | { readonly kind: 'stall-inside-body' }
  /** After half of its events a stream says that it failed, and ends. Bodies of one piece are not touched. */
  | { readonly kind: 'error-inside-stream' }
  /** The whole body arrives, but its end was promised for later (`Content-Length` is 16 too many); the connection ends. */
  | { readonly kind: 'wrong-length' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** A running server. Several may run on one data folder, each with its own URL. */
export interface Sandbox {
  /** Base URL without a trailing slash: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Where it publishes model index, API description and test cases: `<url>/docs`. No key is needed there. */
  readonly docsUrl: string;
  /** The one key it takes. */
  readonly key: string;
  /** Ends open connections and the media worker. Closing twice is harmless. */
  close(): Promise<void>;
}

/**
 * Starts the gateway that ships with Genwright: offline, free, on loopback. It follows the interface specification for
 * every endpoint, and what has been observed of such gateways where that shows no shapes.
 *
 * To see a task fail, let its prompt (or text) start with `[fail]`.
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
