import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RequestSelection, selectByHash, selectByPlan, type Shard } from '../core/task/shards/selectRequests.ts';
import { lazyByKey } from '../core/support/lazy.ts';
import type { Charge } from '../core/task/money/charge.ts';
import { isOpen } from '../core/task/model/taskStates.ts';
import type { Engine, JobFilePlan } from '../engine/index.ts';
import { isWithin } from '../node/files/confine.ts';
import { readRegularFileSync } from '../node/files/regularFileSync.ts';
import { sha256 } from '../node/sha256.ts';
import { createJobFileMatch, findRepository } from '../node/jobFilePaths.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes, usageError } from './exitCode.ts';
import { parts } from './parts.ts';
import { decodeJobText, findJobFiles, type FoundJobFile, showPath } from './jobFiles.ts';

export interface ShardOptions {
  readonly shard?: Shard;
  /** Name of the file that `plan --out` has written. */
  readonly plan?: string;
  readonly job?: string;
}

/** The requests of one shard. */
export interface ShardSelection {
  readonly files: readonly FoundJobFile[];
  /** Differs for shards that must not share a state folder. */
  readonly label: string;
  readonly planned: {
    readonly budgetUsd: number | null;
    /** Whether it was made for this shard of this plan. A merge brings what other shards have spent too. */
    readonly isOwn: (charge: Pick<Charge, 'at' | 'jobFile' | 'job' | 'index'>) => boolean;
  } | null;
  /** Decides about the requests of a file. Throws for a file whose requests are not those of the plan. */
  learn(plan: Pick<JobFilePlan, 'jobFile' | 'requests'>): void;
  readonly isWanted: RequestSelection['isWanted'];
}

/** Returns the part of the requests that the options select. Null for all of them. */
export async function selectShard(
  names: readonly string[],
  { shard, plan, job }: ShardOptions,
  { cwd }: Context,
): Promise<ShardSelection | null> {
  if (!shard && plan === undefined) return null;
  if (!shard) throw usageError('Which shard of the plan? Add --shard, such as --shard 1/4.');
  if (job !== undefined) throw usageError('A shard has jobs of all names, so leave out --job.');
  if (plan !== undefined && names.length > 0) throw usageError('The plan names the job files, so name no others.');
  const repository = findRepository(cwd);
  const select = (requests: RequestSelection): Pick<ShardSelection, 'learn' | 'isWanted'> => ({
    isWanted: (request) => requests.isWanted(request),
    learn(found) {
      const file = showPath(found.jobFile, repository);
      // With errors in the file, nothing is planned, and the errors are shown.
      if (!requests.learn(file, found.requests) && found.requests.length > 0) throw changed(file);
    },
  });
  if (plan === undefined) {
    const label = `${shard.count} shards`;
    return { files: findJobFiles(names, cwd), label, planned: null, ...select(selectByHash(shard, sha256)) };
  }
  const path = resolve(cwd, plan);
  const { parseShardPlan } = await parts.engine();
  const text = existsSync(path) ? decodeJobText(() => readRegularFileSync(path, 64 * 1024 * 1024), plan) : '';
  const parsed = parseShardPlan(text);
  const selection = parsed && selectByPlan(parsed.shards, shard);
  const own = parsed?.shards[shard.index - 1];
  if (!selection || !own)
    throw usageError(`"${plan}" has no shard ${shard.index}/${shard.count}. Select another one, or plan again.`);
  const matchOf = lazyByKey((file) => createJobFileMatch(resolve(repository, file)));
  return {
    files: [...new Set(own.requests.map(({ file }) => file))].map((file) =>
      findUnchanged(file, parsed.files[file], repository),
    ),
    label: `${shard.count} shards of plan ${sha256(text).slice(0, 12)}`,
    planned: {
      budgetUsd: own.budgetUsd,
      isOwn: ({ at, jobFile, job, index }) =>
        at >= Date.parse(parsed.at) &&
        own.requests.some((each) => each.job === job && each.index === index && matchOf(each.file)(jobFile)),
    },
    ...select(selection),
  };
}

function findUnchanged(file: string, hash: string | undefined, repository: string): FoundJobFile {
  const path = resolve(repository, file);
  if (!isWithin(path, repository)) throw usageError(`The plan leads out of the repository: "${file}".`);
  const [found] = existsSync(path) ? findJobFiles([path], repository) : [];
  if (!found || sha256(found.text) !== hash) throw changed(file);
  return { ...found, boundary: repository };
}

const changed = (file: string): CommandError =>
  new CommandError(exitCodes.problems, `"${file}" is not what was planned, so nothing was sent. Plan it again.`);

/** Throws if open tasks of a restored state folder belong to a checkout with another path: they would be sent again. */
export async function checkRestored(engine: Pick<Engine, 'readForeignTasks'>, { cwd }: Context): Promise<void> {
  const repository = findRepository(cwd);
  const tasks = await engine.readForeignTasks([repository]);
  const lost = tasks.find((task) => isOpen(task) && !isWithin(task.jobFile, repository));
  if (lost)
    throw usageError(
      `The state folder has open tasks of ${lost.jobFile}, which is not in this checkout. Use a checkout with the same path, or "genwright merge".`,
    );
}
