import { join } from 'node:path';
import type { Engine, EngineSettings } from '../engine/index.ts';
import { claimFolder } from '../node/claimFolder.ts';
import { stateFolder } from '../node/stateFolder.ts';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { usageError } from './exitCode.ts';
import { type Access, type AccessOptions, openAccess } from './gateway.ts';
import { parts } from './parts.ts';

/** The engine of one command. The state folder is where all commands of this user remember their tasks. */
export interface Session {
  readonly engine: Engine;
  readonly access: Access;
  /** Absolute path. */
  readonly stateDir: string;
}

const defaults = { retryOn5xx: true, maxDownloadBytes: 2048 * 1024 * 1024, maxPollMs: 120 * 60_000 } as const;

interface SessionOptions extends AccessOptions {
  /** The most that a run may cost. Infinity for no limit. */
  readonly limit?: { readonly usd: number };
}

/** Opens the gateways and the state folder for one command, and closes them after it. */
export async function withSession<T>(
  { limit = { usd: Infinity }, ...options }: SessionOptions,
  context: Context,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { output, version } = context;
  const config = await readConfig(context.terminal);
  const { prices, budgetDayUsd, envAllow } = config;
  // The engine takes 0 for no limit.
  const settings = (): EngineSettings => {
    const budgetRunUsd = limit.usd === Infinity ? 0 : Math.max(limit.usd, 1e-9);
    return { ...defaults, budgetRunUsd, budgetDayUsd, prices, envAllow };
  };
  const access = openAccess(options, config, context);
  const stateDir = await openStateFolder(context);
  const { createEngine } = await parts.engine();
  const engine = createEngine({
    storageDir: stateDir,
    version,
    openProfile: (name) => access.open(name),
    settings,
    log: { info: output.detail, warn: output.detail, error: output.warn },
    onRunsFileBlocked: ({ jobFile, reason }) => output.warn(`The results of ${jobFile} cannot be recorded: ${reason}`),
  });
  try {
    return await use({ engine, access, stateDir });
  } finally {
    engine.dispose();
    await access.close();
  }
}

export async function openStateFolder({ stateDir, isStateTrusted }: Context): Promise<string> {
  try {
    return await claimFolder(stateDir ?? join(stateFolder(), 'journal'), { isTrusted: isStateTrusted });
  } catch (error) {
    if (error instanceof TypeError)
      throw usageError(`${error.message} If it is from a cache of your own, add --trust-state.`);
    throw error;
  }
}
