import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countOf } from '../../core/support/text/counts.ts';
import { isWithin } from '../../node/files/confine.ts';
import { nodeFileSystem as files } from '../../node/files/fileSystem.ts';
import { nodeProcesses as processes } from '../../node/processes/nodeProcesses.ts';
import { findRepository } from '../../node/jobFilePaths.ts';
import type { Context, Outcome } from '../context.ts';
import { CommandError, exitCodes, usageError } from '../exitCode.ts';
import { showPath } from '../jobFiles.ts';
import { parts } from '../parts.ts';
import { openStateFolder } from '../session.ts';

interface MergeOptions {
  readonly into: string;
  readonly dryRun?: boolean;
  /** As it is written: relative to each checkout. */
  readonly state?: string;
}

/** Joins the records, marks, artifacts and states of checkouts. */
export async function merge(names: readonly string[], options: MergeOptions, context: Context): Promise<Outcome> {
  const { cwd, output } = context;
  const { state, dryRun = false } = options;
  const { planMerge, carryOutMerge, findLineFiles, openShardMemory } = await parts.engine();
  const open = (name: string) => {
    const path = resolve(cwd, name);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw usageError(`There is no folder "${name}".`);
    const folder = realpathSync(path);
    const stateDir = resolve(folder, state ?? '');
    const isThere = state !== undefined && existsSync(stateDir);
    if (!isWithin(isThere ? realpathSync(stateDir) : stateDir, folder))
      throw usageError(`The state folder is not in "${name}". Here, --state is its name in each checkout.`);
    return { folder, stateDir: isThere ? stateDir : null };
  };
  const target = open(options.into);
  const sources = await Promise.all(
    names.map(open).map(async (each) => ({ ...each, lineFiles: await findLineFiles(each.folder, files) })),
  );
  if (sources.some(({ folder }) => folder === target.folder)) throw usageError('A checkout cannot join itself.');
  const hasState = state !== undefined && sources.some(({ stateDir }) => stateDir !== null);
  if (hasState && !context.isStateTrusted)
    throw usageError(
      'Tasks of another state folder are continued with your key. If these are your own, add --trust-state.',
    );
  const stateDir = hasState ? join(target.folder, state) : null;
  const into = {
    ...target,
    stateDir: hasState && !dryRun ? await openStateFolder({ ...context, stateDir: stateDir ?? undefined }) : stateDir,
  };
  const plan = await planMerge(sources, into, { files, processes });
  if (plan.refused.length > 0)
    throw new CommandError(
      exitCodes.failed,
      `These differ and cannot be joined, so nothing was changed: ${plan.refused.join(', ')}.`,
    );
  const lines = plan.steps.flatMap((step) => (step.kind === 'append' ? step.lines : [])).length;
  const copies = plan.steps.filter(({ kind }) => kind === 'copy').length;
  for (const { to } of plan.steps) output.print(showPath(to, target.folder));
  if (!dryRun) {
    await carryOutMerge(plan.steps, into, { files, processes });
    const place = { stateDir: into.stateDir ?? '', repository: findRepository(target.folder) };
    if (into.stateDir !== null) await (await openShardMemory(place, files)).settle();
  }
  const reasons = { missing: 'is missing', changed: 'was changed after it was saved', outside: 'is outside' } as const;
  for (const { path, reason } of plan.left) output.warn(`Not copied: ${path} ${reasons[reason]}.`);
  output.note(`${countOf(copies, 'file')} and ${countOf(lines, 'line')} ${dryRun ? 'to join' : 'joined'}.`);
  return { exitCode: exitCodes.done, document: { ...plan, steps: plan.steps.map(({ kind, to }) => ({ kind, to })) } };
}
