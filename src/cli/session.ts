import { join } from 'node:path';
import type { Engine, EngineSettings } from '../engine/index.ts';
import { claimFolder } from '../node/claimFolder.ts';
import { stateFolder } from '../node/stateFolder.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './exitCode.ts';
import type { Access } from './gateway.ts';
import { parts } from './parts.ts';

/** The engine of one command. The state folder is where all commands of this user remember their tasks. */
export interface Session {
  readonly engine: Engine;
  /** Absolute path. */
  readonly stateDir: string;
}

interface SessionOptions {
  readonly access: Pick<Access, 'open'>;
  readonly config: Pick<Config, 'prices' | 'budgetDayUsd' | 'envAllow'>;
  readonly budgetUsd?: number | undefined;
}

const defaults = { retryOn5xx: true, maxDownloadBytes: 2048 * 1024 * 1024, maxPollMs: 120 * 60_000 } as const;

export async function openSession(
  { access, config, budgetUsd = 0 }: SessionOptions,
  context: Context,
): Promise<Session> {
  const { output, version } = context;
  const { prices, budgetDayUsd, envAllow } = config;
  const settings: EngineSettings = { ...defaults, budgetRunUsd: budgetUsd, budgetDayUsd, prices, envAllow };
  const stateDir = await openStateFolder(context);
  const { createEngine } = await parts.engine();
  const engine = createEngine({
    storageDir: stateDir,
    version,
    openProfile: (name) => access.open(name),
    settings: () => settings,
    log: { info: output.detail, warn: output.detail, error: output.warn },
    onRunsFileBlocked: ({ jobFile, reason }) => output.warn(`The results of ${jobFile} cannot be recorded: ${reason}`),
  });
  return { engine, stateDir };
}

async function openStateFolder({ stateDir }: Context): Promise<string> {
  try {
    return await claimFolder(stateDir ?? join(stateFolder(), 'journal'));
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(exitCodes.usage, error.message);
    throw error;
  }
}
