import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxCall, SandboxOptions } from '../../src/sandbox/index.ts';

/** A gateway that the extension knows nothing of: it has a URL, wants a key and counts what it is asked. */
export interface Gateway {
  readonly url: string;
  readonly key: string;
  readonly calls: readonly SandboxCall[];
  /** From now on the key is no longer good for a submit. */
  revokeKey(): void;
  close(): Promise<void>;
}

const refusal = {
  kind: 'answer',
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message: 'Invalid token', type: 'authentication_error' } }),
} as const;

type StartSandbox = (options: SandboxOptions) => Promise<Sandbox>;

/** Starts the sandbox as if it were somebody's gateway. Its files go when it is closed. */
export async function startGateway(startSandbox: StartSandbox): Promise<Gateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'genwright-gateway-'));
  const calls: SandboxCall[] = [];
  let isRevoked = false;
  const sandbox = await startSandbox({
    dataDir,
    speed: 100,
    onCall: (call) => calls.push(call),
    fault: ({ method }) => (isRevoked && method === 'POST' ? refusal : undefined),
  });
  return {
    url: sandbox.url,
    key: sandbox.key,
    calls,
    revokeKey: () => (isRevoked = true),
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
