import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../../core/artifact/jobFileName.ts';
import { sha256 } from '../../../node/sha256.ts';
import { findColumn } from '../../ui/findColumn.ts';
import { commands, textSchemes } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { type MessageKind, showMessage } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { openNewJobFile } from '../newJobFile/newJobFile.ts';
import { isFileArgument, pickJobFile, toUri } from '../jobFile/requireJobFile.ts';
import { planDocument } from '../jobFile/planDocument.ts';
import { replaceText } from '../jobFile/replaceText.ts';
import { readActiveTab } from '../results/findResult.ts';
import { findRecord, pickRecord, type FoundRecord } from '../results/findRecord.ts';
import { isThere } from '../../results/resultFiles.ts';

/** A recalled text that is not applied yet. */
interface Recalled {
  readonly jobFile: vscode.Uri;
  /** The content of the job file when the recall was computed. */
  readonly before: string;
  readonly after: string;
}

/** Restores the job that made a result: first as a diff for the user to read, then as an edit that can be undone. */
export function createRecallHandlers(services: Services) {
  // Recalled texts by the URI of the text in the diff.
  const waiting = new Map<string, Recalled>();
  return {
    /** If the second argument is a Uri, it is the job file. Menus pass other values there. */
    [commands.recallJob]: async (target: unknown, jobFile: unknown) => {
      const found = await find(target, jobFile instanceof vscode.Uri ? jobFile : undefined, services);
      if (!found) return;
      const recalled = await recall(found, services);
      if (!recalled) return;
      const uri = recalledUri(found);
      waiting.set(uri.toString(), recalled);
      services.texts.set(uri, recalled.after);
      const title = l10n.t('{file}: now and as it made {result}', {
        file: basename(found.jobFile.fsPath),
        result: found.name,
      });
      const options = { preview: true, viewColumn: findColumn(found.jobFile) };
      await vscode.commands.executeCommand('vscode.diff', found.jobFile, uri, title, options);
    },
    [commands.applyRecall]: async (target: unknown) => {
      const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
      const recalled = uri && waiting.get(uri.toString());
      if (!recalled) throw new UserError(l10n.t('There is nothing to apply. First run Recall Job from Result.'));
      await apply(recalled);
      waiting.delete(uri.toString());
      await closeDiff(uri);
      await vscode.window.showTextDocument(recalled.jobFile);
    },
  };
}

/** Undefined if the user cancels. */
async function find(
  target: unknown,
  jobFile: vscode.Uri | undefined,
  { engineHost, jobFiles }: Services,
): Promise<FoundRecord | undefined> {
  const engine = await engineHost.engine();
  const uri = isFileArgument(target) ? toUri(target) : readActiveTab();
  const isJobFile = uri !== undefined && (await jobFiles.check(uri)) === null;
  if (uri?.scheme === 'file' && !isJobFile) {
    const found = await findRecord(uri, engine, jobFile);
    if (found) return found;
    const name = basename(uri.fsPath);
    if (target !== undefined) {
      throw new UserError(l10n.t('No runs file in this folder has a record of {name}.', { name }));
    }
  }
  const chosen = isJobFile ? uri : await pickJobFile(jobFiles, l10n.t('Recall Job from Result'));
  return chosen && pickRecord(chosen, engine);
}

/** Undefined if there is nothing to compare. The user has then been told why. */
async function recall(found: FoundRecord, services: Services): Promise<Recalled | undefined> {
  const { record, jobFile, name } = found;
  const { language, models, log } = services;
  const file = basename(jobFile.fsPath);
  if (!(await isThere(jobFile))) {
    await openAsNew(found, services);
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(jobFile);
  // The text to which the edit applies.
  const before = document.getText();
  const { requests } = await planDocument(document, before, services);
  const outcome = (await language.load()).recallJob({
    text: before,
    record,
    planned: requests,
    catalog: await models.catalog(),
    sha256,
  });
  const tell = (kind: MessageKind, text: string): void => showMessage(kind, { text }, log);
  if (outcome.kind === 'job-missing' || outcome.kind === 'not-editable') {
    await openAsNew(found, services);
    const text =
      outcome.kind === 'job-missing'
        ? l10n.t('{file} no longer has this job, so the recalled job is in a new file.', { file })
        : l10n.t('{file} cannot be edited safely, so the recalled job is in a new file.', { file });
    tell('information', text);
    return undefined;
  }
  const fields = outcome.unresolved.join(', ');
  if (fields) tell('warning', l10n.t('Not recalled: {fields}. Only the hash of the content is known.', { fields }));
  if (outcome.kind === 'edited') return { jobFile, before, after: outcome.text };
  if (!fields) tell('information', l10n.t('{file} already has the job that made {name}.', { file, name }));
  return undefined;
}

/** Opens the recalled job under the name of the job file if that is free. It is untitled until it is saved. */
async function openAsNew({ record, jobFile }: FoundRecord, { language, models }: Services): Promise<void> {
  const text = (await language.load()).buildRecalledText(record, await models.catalog());
  const job = { text, selection: { start: 0, end: 0 } };
  await openNewJobFile({ stem: jobFileStem(basename(jobFile.fsPath)), job }, dirname(jobFile.fsPath));
}

/**
 * The name ends in `.yaml` for syntax highlighting, but does not belong to a job file, because Generate must not run in
 * a diff.
 */
function recalledUri({ jobFile, name, record }: FoundRecord): vscode.Uri {
  const stem = jobFileStem(basename(jobFile.path));
  const query = JSON.stringify([jobFile.toString(), name, record.at]);
  return vscode.Uri.from({ scheme: textSchemes.recall, path: `/${stem}.recalled.yaml`, query });
}

/**
 * Applies a recall. If the file has changed meanwhile, the diff is out of date and nothing is changed, so that no edit
 * is lost.
 */
async function apply({ jobFile, before, after }: Recalled): Promise<void> {
  const document = await vscode.workspace.openTextDocument(jobFile);
  const name = basename(jobFile.fsPath);
  if (document.getText() !== before) {
    throw new UserError(l10n.t('{name} changed after the comparison. Recall the job again.', { name }));
  }
  await replaceText(document, after);
}

async function closeDiff(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString(),
  );
  await vscode.window.tabGroups.close(own);
}
