import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxCall, SandboxFault, SandboxOptions } from '../../src/sandbox/index.ts';

/** A gateway that the extension does not know: it has a URL, needs a key and counts its calls. */
export interface Gateway {
  readonly url: string;
  readonly key: string;
  readonly calls: readonly SandboxCall[];
  /** Makes the key invalid for submits from now on. */
  revokeKey(): void;
  /** Accepts requests whose prompt contains this text, and lets their tasks fail. Null ends that. */
  killTasks(prompt: string | null): void;
  /** Carries out requests whose prompt contains this text, and ends their connections before the response. Null ends that. */
  dropResponses(prompt: string | null): void;
  close(): Promise<void>;
}

const refusal = {
  kind: 'answer',
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message: 'Invalid token', type: 'authentication_error' } }),
} as const;

const killed = 'task_killed';

/** Accepts a task like any other, and lets it fail afterwards. */
function answerKilled({ method, path, body }: SandboxCall, prompt: string): SandboxFault | undefined {
  const isOrder = method === 'POST' && JSON.stringify(body).includes(prompt);
  if (isOrder) return answerJson({ id: killed, task_id: killed, object: 'image', status: 'queued', progress: 0 });
  if (!path.endsWith(`/${killed}`)) return undefined;
  const error = { message: 'The worker was stopped' };
  return answerJson({ code: 'success', data: { task_id: killed, status: 'failed', url: '', error } });
}

function answerJson(body: unknown): SandboxFault {
  const headers = { 'content-type': 'application/json' };
  return { kind: 'answer', status: 200, headers, body: JSON.stringify(body) };
}

type StartSandbox = (options: SandboxOptions) => Promise<Sandbox>;

/** Starts the sandbox as if it were the user's gateway. Its files are removed when it is closed. */
export async function startGateway(startSandbox: StartSandbox): Promise<Gateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'genwright-gateway-'));
  const calls: SandboxCall[] = [];
  let isRevoked = false;
  let prey: string | null = null;
  let dropped: string | null = null;
  const sandbox = await startSandbox({
    dataDir,
    speed: 100,
    draft: true,
    onCall: (call) => calls.push(call),
    fault(call) {
      if (isRevoked && call.method === 'POST') return refusal;
      const isDropped = dropped !== null && call.method === 'POST' && JSON.stringify(call.body).includes(dropped);
      if (isDropped) return { kind: 'drop-before-answer' };
      return prey === null ? undefined : answerKilled(call, prey);
    },
  });
  return {
    url: sandbox.url,
    key: sandbox.key,
    calls,
    revokeKey: () => (isRevoked = true),
    killTasks: (prompt) => (prey = prompt),
    dropResponses: (prompt) => (dropped = prompt),
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
