import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundledCatalog } from '../core/catalog/bundledCatalog.ts';
import { sandboxKeyPrefix } from '../core/task/gatewayPort.ts';
import { JobThread } from '../node/jobThread.ts';
import { readOrCreateSecret } from '../node/readOrCreateSecret.ts';
import { stateFolder } from '../node/stateFolder.ts';
import { createGateway } from './gateway.ts';
import { createFaultInTurn, type SandboxCall, type SandboxFault } from './http/fault.ts';
import { listen } from './http/listen.ts';
import { createMediaFiles } from './media/mediaFiles.ts';
import type { MakeJob } from './media/makeMedia.ts';
import { draftSpec } from './media/planMedia.ts';
import { assetGroupSchema, assetRecordSchema } from './store/assetRecord.ts';
import { createDocumentStore } from './store/documentStore.ts';
import { taskRecordSchema } from './store/taskRecord.ts';

export type { SandboxCall, SandboxFault } from './http/fault.ts';

/** Options of the embedded gateway. Tests and developers change the speed and use faults. Users have the defaults. */
export interface SandboxOptions {
  /** Absolute path of a folder for tasks and balance. Servers may share it. Default: in the user's state folder. */
  readonly dataDir?: string;
  /** 0 selects a free port. */
  readonly port?: number;
  /** Divides every task duration: 1 is realistic (a few seconds), 1000 is nearly immediate. */
  readonly speed?: number;
  /** Makes small media quickly, for tests that do not look at the content. */
  readonly draft?: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  /** Every response of this number has a fault, of another kind each time. */
  readonly faultEvery?: number;
  /** Called before each response. A returned fault replaces or changes the response. For tests. */
  readonly fault?: (request: SandboxCall) => SandboxFault | undefined;
  /** Called with each request that arrives. The body of a request with a wrong host or key is not read. For tests. */
  readonly onCall?: (request: SandboxCall) => void;
}

/** A running server. Several may use one data folder, each with its own URL. */
export interface Sandbox {
  /** Base URL without a trailing slash: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** URL of the model index, the API description and the test cases: `<url>/docs`. No key is needed. */
  readonly docsUrl: string;
  /** The only key that it accepts. */
  readonly key: string;
  /** Ends open connections and the thread that makes media. Closing twice is harmless. */
  close(): Promise<void>;
}

/** Its own media can be trusted to end. A slow machine needs a minute for a long video. */
const mediaLimits = { jobLimitMs: 10 * 60_000, heapLimitMb: 1024 };

/**
 * Starts the gateway that ships with Genwright: offline, free, on loopback. It follows the interface specification for
 * every endpoint, and observations of such gateways where the specification shows no shapes. To see a task fail, start
 * its prompt (or text) with `[fail]`. docs/gateways.md lists all such words.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, speed = 1, draft = false, now = Date.now, faultEvery } = options;
  const { dataDir = join(stateFolder(), 'sandbox') } = options;
  const fault = options.fault ?? (faultEvery === undefined ? undefined : createFaultInTurn(faultEvery));
  const key = await readOrCreateSecret(join(dataDir, 'key'), sandboxKeyPrefix);
  const thread = new JobThread<MakeJob, void>(mediaLimits);
  const media = createMediaFiles(dataDir, (spec, file) =>
    thread.run({ kind: 'make', spec: draft ? draftSpec(spec) : spec, file }),
  );
  const gateway = createGateway({
    key,
    tasks: createDocumentStore(join(dataDir, 'tasks'), taskRecordSchema),
    assets: createDocumentStore(join(dataDir, 'assets'), assetRecordSchema),
    assetGroups: createDocumentStore(join(dataDir, 'assetGroups'), assetGroupSchema),
    media,
    catalog: bundledCatalog,
    speed,
    now,
    async pause(durationMs) {
      // A timer takes at least a millisecond.
      if (durationMs >= speed) await setTimeout(durationMs / speed, undefined, { ref: false });
    },
  });
  const server = await listen({ port, gateway, fault, onCall: options.onCall });
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await Promise.all([server.close(), thread.dispose()]);
  };
  return { url: server.url, docsUrl: `${server.url}/docs`, key, close: () => (closing ??= closeAll()) };
}
