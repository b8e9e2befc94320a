import { dirname, resolve } from 'node:path';
import { maxCompared } from '../../../protocol/sheet.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { showBriefly } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { CallError, rejectAsCall } from '../errors.ts';
import { resolveJobFile } from '../jobFile/requireJobFile.ts';
import { findResults, parseArtifacts, type ResultFile } from './findResult.ts';

/** Shows results beside each other. */
export function createCompareHandlers(services: Services) {
  return {
    /** A job file and its artifacts, as paths or Uris. Without artifacts, the user selects them in the contact sheet. */
    [commands.compareResults]: (target: unknown, artifacts: unknown): Promise<void> =>
      Array.isArray(artifacts) ? rejectAsCall(compare(artifacts, services)) : select(target, services),
  };
}

async function compare(artifacts: readonly unknown[], { engineHost, preview }: Services): Promise<void> {
  const paths = parseArtifacts(commands.compareResults, artifacts);
  if (paths.length < 2 || paths.length > maxCompared) {
    throw new CallError(l10n.t('Select two to four results to compare them.'));
  }
  const results = await findResults(paths, await engineHost.engine());
  const [first] = results;
  const isOne = results.every(({ jobFile }) => jobFile.fsPath === first?.jobFile.fsPath);
  if (!first || !isOne) throw new CallError(l10n.t('Only results of one job file can be compared.'));
  preview.compare(first.jobFile, results.map(recordedPathOf));
}

async function select(target: unknown, { jobFiles, preview }: Services): Promise<void> {
  const jobFile = await resolveJobFile(target, l10n.t('Compare Results'), jobFiles);
  if (!jobFile) return;
  preview.showSheet(jobFile);
  showBriefly(l10n.t('Select two to four results. The C key compares them.'));
}

/** Returns the path as the runs file has it. */
function recordedPathOf({ uri, jobFile, record }: ResultFile): string {
  const folder = dirname(jobFile.fsPath);
  return record.artifacts.find(({ path }) => resolve(folder, path) === uri.fsPath)?.path ?? '';
}
