import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { PlannedRequest } from '../../../core/jobFile/request.ts';
import type {
  Combination,
  CombinationRefusal,
  CombinationOutcome,
  JobFileDocument,
} from '../../../core/language/languageService.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { canonicalJson } from '../../../core/support/json/canonicalJson.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { showBriefly } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { CallError, rejectAsCall } from '../errors.ts';
import { planDocument } from '../jobFile/planDocument.ts';
import { replaceText } from '../jobFile/replaceText.ts';
import { requireJobFile } from '../jobFile/requireJobFile.ts';
import { findResult, findResults, parseArtifacts, type ResultFile } from './findResult.ts';

/**
 * Changes the matrix of a job by the combination of a result, or copies the request of a result. Nothing is saved or
 * sent.
 */
export function createCombinationHandlers(services: Services) {
  const { language, models } = services;
  return {
    /** Sets the job of a result to the combination of the result. */
    [commands.promoteResult]: (target: unknown) => rejectAsCall(promote(target, services)),
    /** Adds the combinations of results to `exclude`. Menus pass the selected files in the second argument. */
    [commands.excludeResults]: (target: unknown, selected: unknown) =>
      rejectAsCall(exclude(parseArtifacts(commands.excludeResults, target, selected), services)),
    /** Copies the request of a result as YAML. Values that would read a file are written as text. */
    [commands.copyAsJob]: async (target: unknown) => {
      const { record } = await findOne(commands.copyAsJob, target, services);
      const { buildRecalledText } = await language.load();
      await vscode.env.clipboard.writeText(buildRecalledText(record, await models.catalog()));
      showBriefly(l10n.t('Copied. Paste it as a job file.'));
    },
  };
}

async function findOne(command: string, target: unknown, { engineHost }: Services): Promise<ResultFile> {
  const [path, ...others] = parseArtifacts(command, target);
  if (!path || others.length > 0) throw new CallError(l10n.t('Select one result.'));
  return findResult(path, await engineHost.engine());
}

async function promote(target: unknown, services: Services): Promise<void> {
  const result = await findOne(commands.promoteResult, target, services);
  const combination = combinationOf(result);
  const edited = await editJobFile(result.jobFile, (document) => document.useCombination(combination), services);
  if (!(await isSameRequest(edited, combination, services))) throw notEditable(edited.name);
  await write(edited);
}

async function exclude(paths: readonly vscode.Uri[], services: Services): Promise<void> {
  const results = await findResults(paths, await services.engineHost.engine());
  const edited: EditedFile[] = [];
  for (const [path, ofFile] of groupBy(results, ({ jobFile }) => jobFile.fsPath)) {
    const combinations = ofFile.map(combinationOf);
    const edit = (document: JobFileDocument): CombinationOutcome => document.excludeCombinations(combinations);
    edited.push(await editJobFile(vscode.Uri.file(path), edit, services));
  }
  for (const each of edited) await write(each);
}

function combinationOf({ record: { job, axes } }: ResultFile): Combination {
  return { job, axes };
}

/** A job file with a text that is not applied yet. */
interface EditedFile {
  readonly name: string;
  readonly document: vscode.TextDocument;
  readonly before: string;
  readonly after: string;
}

async function editJobFile(
  jobFile: vscode.Uri,
  edit: (document: JobFileDocument) => CombinationOutcome,
  { language, jobFiles }: Services,
): Promise<EditedFile> {
  const name = basename(jobFile.fsPath);
  await requireJobFile(jobFile, jobFiles);
  const document = await vscode.workspace.openTextDocument(jobFile);
  const opened = await language.open(document);
  const before = document.getText();
  const outcome: CombinationOutcome = opened?.text === before ? edit(opened) : { kind: 'not-editable' };
  if (outcome.kind !== 'edited') throw new CallError(describeRefusal(outcome, name));
  return { name, document, before, after: outcome.text };
}

function describeRefusal(refusal: CombinationRefusal, file: string): string {
  const axes = 'names' in refusal ? refusal.names.join(', ') : '';
  return {
    'job-missing': l10n.t('{file} no longer has the job that made this result.', { file }),
    'axis-missing':
      axes === ''
        ? l10n.t('This result was made without a matrix.')
        : l10n.t('The matrix in {file} no longer has {axes}.', { file, axes }),
    'value-missing': l10n.t('The matrix in {file} no longer has the recorded value of {axes}.', { file, axes }),
    'nothing-left': l10n.t('The matrix in {file} would have no combination left.', { file }),
    'not-editable': notEditable(file).message,
  }[refusal.kind];
}

function notEditable(file: string): CallError {
  return new CallError(l10n.t('{file} cannot be edited safely. Change its matrix by hand.', { file }));
}

/**
 * Whether the job makes the same requests as its combination did before the edit. Nothing can be compared if the file
 * has errors, or if a value is recorded only by its hash.
 */
async function isSameRequest(
  { document, before, after }: EditedFile,
  { job, axes }: Combination,
  services: Services,
): Promise<boolean> {
  const [now, then] = [await planDocument(document, before, services), await planDocument(document, after, services)];
  const bodiesOf = (requests: readonly PlannedRequest[]): string =>
    requests.map(({ recordBody }) => canonicalJson(recordBody)).join('\n');
  const combination = now.requests.filter(
    (each) => each.job === job && canonicalJson(each.axes) === canonicalJson(axes),
  );
  return (
    combination.length === 0 || bodiesOf(combination) === bodiesOf(then.requests.filter((each) => each.job === job))
  );
}

/** Applies an edit, unless the user has changed the file meanwhile, and shows the file beside the results. */
async function write({ name, document, before, after }: EditedFile): Promise<void> {
  if (document.getText() !== before) throw new CallError(l10n.t('{name} has just changed. Try again.', { name }));
  await replaceText(document, after);
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const isInPage = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  const viewColumn = visible?.viewColumn ?? (isInPage ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
  await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
}
