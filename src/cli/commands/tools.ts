import { existsSync, writeFileSync } from 'node:fs';
import { bundledCatalog } from '../../core/catalog/bundledCatalog.ts';
import { jobFileStem } from '../../core/artifact/jobFileName.ts';
import { buildJobText } from '../../core/jobFile/write/jobText.ts';
import { formatAmount } from '../../core/support/text/formatAmount.ts';
import { closestName } from '../../core/support/text/closestName.ts';
import type { Engine } from '../../engine/index.ts';
import type { Context, Outcome } from '../context.ts';
import { CommandError, exitCodes, usageError } from '../exitCode.ts';
import type { GatewayOptions } from '../gateway.ts';
import { findTarget, showPath } from '../jobFiles.ts';
import { parts } from '../parts.ts';
import { withSession } from '../session.ts';
import { describeFailure, exitCodeOf } from '../taskTexts.ts';

/** Runs the offline gateway until it is interrupted. */
export async function sandbox(
  _: readonly string[],
  { port = 0 }: { readonly port?: number },
  context: Context,
): Promise<Outcome> {
  const started = await (await parts.sandbox()).startSandbox({ port });
  const { url, key } = started;
  context.output.print(`GENWRIGHT_BASE_URL=${url}\nGENWRIGHT_API_KEY=${key}`);
  context.output.note('The sandbox runs until you press Ctrl+C.');
  // The process lives as long as the server.
  context.terminal.onInterrupt(() => void started.close());
  return { exitCode: exitCodes.done, document: { url, key } };
}

/** Lists the models that ship with Genwright, by what they make. */
export function models([word = '']: readonly string[], _: object, { output }: Context): Promise<Outcome> {
  const listed = bundledCatalog.families
    .flatMap(({ title, modality, models: ids, description }) => ids.map((id) => ({ id, title, modality, description })))
    .filter((each) => Object.values(each).some((text) => text.toLowerCase().includes(word.toLowerCase())));
  if (listed.length === 0) output.note(`No known model has "${word}".`);
  for (const { id, modality, title } of listed) output.print(`${modality.padEnd(7)} ${id.padEnd(36)} ${title}`);
  return Promise.resolve({ exitCode: exitCodes.done, document: { models: listed } });
}

/** Says what is left at the gateway. */
export function balance(_: readonly string[], options: GatewayOptions, context: Context): Promise<Outcome> {
  return withSession(options, context, async ({ engine, access: { selected } }) => {
    const found = await askBalance(engine, selected);
    context.output.print(formatAmount(found.balanceUsd));
    return { exitCode: exitCodes.done, document: { profile: selected, ...found } };
  });
}

/** Throws with what went wrong and the exit code for it. */
export async function askBalance(engine: Pick<Engine, 'readBalance'>, profile: string) {
  const found = await engine.readBalance(profile, AbortSignal.timeout(60_000));
  if (found.ok) return found.balance;
  const { error } = found;
  throw new CommandError(exitCodeOf({ status: 'failed', error }), describeFailure(error, profile));
}

/** Prints the format of job files as JSON Schema. */
export async function schema(_: readonly string[], __: object, { output }: Context): Promise<Outcome> {
  const { jobFileSchema } = await parts.language();
  const document = jobFileSchema();
  output.print(JSON.stringify(document, null, 2));
  return { exitCode: exitCodes.done, document };
}

/** Writes a job file for a model, with its usual fields. An existing file stays as it is. */
export function createJobFile(
  [name = '']: readonly string[],
  { model }: { readonly model?: string },
  context: Context,
): Promise<Outcome> {
  const { families } = bundledCatalog;
  const ids = families.flatMap((family) => family.models);
  const family = families.find(({ models: own, modality }) =>
    model === undefined ? modality === 'image' : own.includes(model),
  );
  if (!family) {
    const meant = closestName(model ?? '', ids);
    const hint = meant === undefined ? 'Run "genwright models" for all.' : `Did you mean "${meant}"?`;
    throw usageError(`The model "${model}" is unknown. ${hint}`);
  }
  const path = findTarget(`${jobFileStem(name)}.gen.yaml`, context.cwd);
  const shown = showPath(path, context.cwd);
  if (existsSync(path)) throw usageError(`"${shown}" exists already, and stays as it is.`);
  writeFileSync(path, buildJobText(family, bundledCatalog, model).text, { flag: 'wx' });
  context.output.print(shown);
  return Promise.resolve({ exitCode: exitCodes.done, document: { path } });
}
